"""Answers: JSON bodies by orjson, versions as ETags, conditional reads."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Annotated, Any
from uuid import UUID

import orjson
from fastapi import Depends, Request, Response
from pydantic import BaseModel

from servicekit.problems import BadRequest, PreconditionRequired

Body = BaseModel | Mapping[str, Any] | list[Any]
JSON_MEDIA_TYPE = "application/json"

_ENTITY_TAG = re.compile(r'"(0|[1-9][0-9]{0,17})"', re.ASCII)
_LISTED_TAG = re.compile(r'(?:W/)?("[^"]*")')


@dataclass(frozen=True)
class Answer:
    """What a use case answers: status, body and headers. `version` becomes the `ETag`."""

    status: int
    body: Body | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    version: int | None = None


def encode_json(body: Body) -> bytes:
    """Give the UTF-8 JSON of `body`: exact integers, decimals as strings, instants in RFC 3339, NaN as
    null.
    """
    if isinstance(body, BaseModel):
        return body.model_dump_json().encode()
    try:
        return orjson.dumps(body, default=_encode)
    except TypeError:
        # Integers beyond 64 bits, deep nesting and the like: slower, and exact.
        return json.dumps(body, default=_encode, separators=(",", ":")).encode()


def json_response(body: Body, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Give `body` as a JSON response."""
    return Response(encode_json(body), status, dict(headers or {}), JSON_MEDIA_TYPE)


def etag(version: int | str) -> str:
    """Give the strong entity tag of a version: `"3"`."""
    return f'"{version}"'


def if_match(request: Request) -> int:
    """Give the version `If-Match` names. Raises PreconditionRequired (428) when missing, BadRequest when
    unreadable.
    """
    sent = request.headers.getlist("if-match")
    if not sent:
        raise PreconditionRequired("Send If-Match with the ETag you read, so that no one's change is lost.")
    form = _ENTITY_TAG.fullmatch(sent[0].strip()) if len(sent) == 1 else None
    if form is None:
        raise BadRequest('If-Match must be one ETag as this service gave it, such as "3".')
    return int(form[1])


async def _if_match(request: Request) -> int:
    return if_match(request)


_if_match.needs_if_match = True  # type: ignore[attr-defined]

IfMatch = Annotated[int, Depends(_if_match)]
"""`version: IfMatch` on a changing route; compare with the stored version and raise StaleVersion."""


def read_response(
    request: Request,
    body: Body,
    *,
    version: int | str | None = None,
    cache_control: str | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Answer a read: 304 when `If-None-Match` names this version (or, without version, this body's hash);
    else 200.

    Both carry the `ETag`.
    """
    content = encode_json(body)
    tag = etag(hashlib.sha256(content).hexdigest()[:32] if version is None else version)
    sent = {**(headers or {}), "ETag": tag}
    if cache_control is not None:
        sent["Cache-Control"] = cache_control
    if is_named(request.headers.get("if-none-match"), tag):
        return Response(status_code=304, headers=sent)
    return Response(content, 200, sent, JSON_MEDIA_TYPE)


def is_named(if_none_match: str | None, tag: str) -> bool:
    """Whether an `If-None-Match` value names the entity tag (weak comparison, RFC 9110 13.1.2)."""
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or tag in _LISTED_TAG.findall(if_none_match)


def _encode(value: Any) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, tuple | set | frozenset):
        return list(value)
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, date):  # and datetime
        return value.isoformat()
    if isinstance(value, UUID):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no JSON value")
