"""Which path leads to which service, and which paths lead nowhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

PASSED_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
JSON_BODY_BYTES = 1_048_576
DOCUMENTS = "documents"
"""`POST …/documents` and `PUT …/documents/{id}` take a document."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where one request goes: the service, its address, and the path it knows (still percent-encoded)."""

    service: str
    address: str
    path: str
    body_limit: int
    takes_documents: bool = False
    """Whether a body here is a document: longer, of any type, and passed on in pieces."""


def place_of(
    path: str, raw_path: str, addresses: Mapping[str, str], body_limit: int = JSON_BODY_BYTES
) -> Place | None:
    """Give the place of `/{service}/v1/…`, or None.

    `path` is percent-decoded, `raw_path` as it was sent. What only neighbors may call (`/v1/events`) and
    every path that steps up or repeats slashes is no place.
    """
    service, _, rest = raw_path.removeprefix("/").partition("/")
    address = addresses.get(service)
    if address is None or not rest.startswith("v1/"):
        return None
    segments = path.split("/")[2:]
    if segments[0] != "v1" or segments[1:2] == ["events"] or not well_formed(segments):
        return None
    return Place(service, address, "/" + rest, body_limit, takes_documents(segments))


def takes_documents(segments: list[str]) -> bool:
    """Whether the path, below a service, is a list of documents or one document of a record."""
    return DOCUMENTS in segments[-2:] and segments[-1] != "check"


def well_formed(segments: list[str]) -> bool:
    """Whether no segment steps up, stays, or is empty (a trailing slash is one empty last segment)."""
    return not any(segment in {"", ".", ".."} for segment in segments[:-1]) and segments[-1] not in {
        ".",
        "..",
    }
