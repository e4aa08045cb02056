"""Answers: JSON bodies by orjson, versions as ETags, conditional reads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from pydantic import BaseModel

Body = BaseModel | Mapping[str, Any] | list[Any]


@dataclass(frozen=True)
class Answer:
    """What a use case answers: status, body and headers. `version` becomes the `ETag`."""

    status: int
    body: Body | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    version: int | None = None


def json_response(body: Body, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Give `body` as a JSON response."""
    raise NotImplementedError


def etag(version: int | str) -> str:
    """Give the strong entity tag of a version: `"3"`."""
    raise NotImplementedError


def if_match(request: Request) -> int:
    """Give the version `If-Match` names. Raises PreconditionRequired (428) when missing, BadRequest when unreadable."""
    raise NotImplementedError


IfMatch = Annotated[int, Depends(if_match)]
"""`version: IfMatch` on a changing route; compare with the stored version and raise StaleVersion."""


def read_response(
    request: Request,
    body: Body,
    *,
    version: int | str | None = None,
    cache_control: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer a read: 304 when `If-None-Match` names this version (or, without version, this body's hash); else 200 with `ETag`."""
    raise NotImplementedError
