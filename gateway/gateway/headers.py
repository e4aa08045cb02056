"""Which headers pass: of the request toward a service, of its answer toward the caller."""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass, field

RawHeaders = list[tuple[bytes, bytes]]

HOP_BY_HOP = frozenset(
    {
        b"connection",
        b"keep-alive",
        b"proxy-authenticate",
        b"proxy-authorization",
        b"proxy-connection",
        b"te",
        b"trailer",
        b"transfer-encoding",
        b"upgrade",
    }
)
NOT_PASSED_ON = HOP_BY_HOP | {b"host", b"expect", b"content-length", b"x-request-id", b"traceparent"}
NOT_PASSED_BACK = HOP_BY_HOP | {b"server", b"date", b"x-request-id"}

FORGEABLE = (
    b"citycode-",
    b"forwarded",
    b"x-forwarded-",
    b"x-real-ip",
    b"x-client-ip",
    b"x-original-",
    b"x-rewrite-",
    b"x-remote-",
    b"remote-user",
    b"x-user",
    b"x-auth-",
    b"x-authenticated-",
    b"x-http-method",
    b"x-method-override",
)
"""Beginnings of headers that only we or a proxy may write: whoever else sends them claims to be somebody."""

REQUEST_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")
TRACEPARENT = re.compile(rb"00-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-([0-9a-f]{2})")


@dataclass(slots=True)
class RequestHead:
    """One request's headers, read once: what passes on, and what the gateway itself needs."""

    passed: list[tuple[str, str]] = field(default_factory=list)
    request_id: str = ""
    traceparent: str = ""
    authorization: str | None = None
    api_key: str | None = None
    forwarded_for: str | None = None
    host: str | None = None
    content_length: int | None = None
    chunked: bool = False
    keyed: bool = False

    @property
    def has_body(self) -> bool:
        """Whether a body follows."""
        return self.chunked or bool(self.content_length)


def read_head(raw: RawHeaders) -> RequestHead:
    """Read the headers of a request. Raises ValueError for a Content-Length that is no number."""
    head = RequestHead()
    named_by_connection = _named_by_connection(raw)
    request_id = traceparent = None
    for name, value in raw:
        match name:
            case b"authorization":
                head.authorization = _text(value)
            case b"x-api-key":
                head.api_key = _text(value)
            case b"x-forwarded-for":
                earlier = f"{head.forwarded_for}," if head.forwarded_for else ""
                head.forwarded_for = earlier + _text(value)
            case b"host":
                head.host = _text(value)
            case b"content-length":
                head.content_length = _length(value)
            case b"transfer-encoding":
                head.chunked = True
            case b"idempotency-key":
                head.keyed = True
            case b"x-request-id":
                request_id = value
            case b"traceparent":
                traceparent = value
        if name in NOT_PASSED_ON or name.startswith(FORGEABLE) or name in named_by_connection:
            continue
        head.passed.append((_text(name), _text(value)))
    head.request_id = _request_id(request_id)
    head.traceparent = _traceparent(traceparent)
    return head


def passed_back(raw: tuple[tuple[bytes, bytes], ...], service: str) -> RawHeaders:
    """Give the headers of a service's answer that the caller sees; addresses of the service become ours."""
    headers = []
    for name, value in raw:
        lowered = name.lower()
        if lowered in NOT_PASSED_BACK:
            continue
        if lowered == b"location" and value.startswith(b"/v1/"):
            value = b"/" + service.encode() + value
        elif lowered == b"link":
            value = value.replace(b"</v1/", b"</" + service.encode() + b"/v1/")
        headers.append((lowered, value))
    return headers


def _named_by_connection(raw: RawHeaders) -> frozenset[bytes]:
    """Headers the sender declared hop-by-hop; those we rely on cannot be declared away."""
    for name, value in raw:
        if name == b"connection" and value.lower() not in {b"keep-alive", b"close"}:
            named = {part.strip().lower() for part in value.split(b",")}
            return frozenset(named - {b"authorization", b"x-api-key", b"idempotency-key", b"if-match"})
    return frozenset()


def _length(value: bytes) -> int:
    if not value.isdigit():
        raise ValueError("Content-Length is no number")
    return int(value)


def _text(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value.decode("latin-1")


def _request_id(given: bytes | None) -> str:
    if given is not None and REQUEST_ID.fullmatch(given):
        return given.decode()
    return secrets.token_hex(16)


def _traceparent(given: bytes | None) -> str:
    """Continue the caller's trace with a span of our own, or begin one."""
    found = TRACEPARENT.fullmatch(given) if given is not None else None
    if found is None:
        return f"00-{secrets.token_hex(16)}-{secrets.token_hex(8)}-01"
    return f"00-{found[1].decode()}-{secrets.token_hex(8)}-{found[2].decode()}"
