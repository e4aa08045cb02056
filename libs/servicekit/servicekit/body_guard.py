"""The third layer: bodies that are declared as JSON, not too large, and strictly JSON."""

from __future__ import annotations

from collections.abc import Callable
from email.message import Message as MimeHeader

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from servicekit.problems import BadRequest, BodyTooLarge, UnsupportedMediaType
from servicekit.strict_json import check_json

METHODS_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_CHECKED_IN_A_THREAD_FROM = 32_768


class BodyGuard:
    """Pure ASGI middleware. Reads the whole body (at most `limit_bytes`) before any route does.

    A body that is not declared as JSON, on a path that `takes_file`, is left to the route: it reads piece by
    piece, and itself bounds how much.
    """

    def __init__(
        self, app: ASGIApp, limit_bytes: int, takes_file: Callable[[str], bool] | None = None
    ) -> None:
        self._app = app
        self._limit = limit_bytes
        self._takes_file = takes_file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one request pass or raise its problem."""
        if scope["type"] != "http" or scope["method"] not in METHODS_WITH_BODY:
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if self._takes_file is not None and self._takes_file(scope["path"]) and not declared_as_json(headers):
            await self._app(scope, receive, send)
            return
        body = await self._read(headers, receive)
        if body is None:
            return  # the caller hung up
        if body:
            check_declared_as_json(headers)
            if len(body) < _CHECKED_IN_A_THREAD_FROM:
                check_json(body)
            else:
                await run_in_threadpool(check_json, body)
        await self._app(scope, _replaying(body, receive), send)

    async def _read(self, headers: Headers, receive: Receive) -> bytes | None:
        declared = headers.get("content-length", "0")
        if not declared.isdecimal():
            raise BadRequest("Content-Length is not a number.")
        if len(declared) > 18 or int(declared) > self._limit:
            raise BodyTooLarge(self._limit)
        parts: list[bytes] = []
        length = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                return None
            part = message.get("body", b"")
            length += len(part)
            if length > self._limit:
                raise BodyTooLarge(self._limit)
            parts.append(part)
            if not message.get("more_body", False):
                return b"".join(parts)


def check_declared_as_json(headers: Headers) -> None:
    """Raise UnsupportedMediaType unless the body is declared as plain UTF-8 JSON, once."""
    if not declared_as_json(headers):
        raise UnsupportedMediaType


def declared_as_json(headers: Headers) -> bool:
    """Whether the body is declared as plain UTF-8 JSON, once."""
    declared = headers.getlist("content-type")
    if len(declared) != 1 or headers.get("content-encoding", "identity") != "identity":
        return False
    mime = MimeHeader()
    mime["content-type"] = declared[0]
    is_json = mime.get_content_type() == "application/json" or (
        mime.get_content_maintype() == "application" and mime.get_content_subtype().endswith("+json")
    )
    return is_json and str(mime.get_param("charset", "utf-8")).lower() in {"utf-8", "utf8", "us-ascii"}


def _replaying(body: bytes, receive: Receive) -> Receive:
    given = False

    async def replay() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return replay
