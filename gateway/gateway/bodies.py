"""Reading a request's body: counted while it comes, kept whole while small, handed on in pieces when large."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from gateway.headers import RequestHead
from gateway.refusals import BodyTooLarge, BodyTooSlow

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

KEPT_WHOLE_BYTES = 262_144
"""A body up to this size can be sent again when a connection breaks; a larger one is passed on as it comes."""


class CallerLeft(Exception):
    """The caller closed the connection before the request was complete."""


async def read_body(receive: Receive, head: RequestHead, limit: int, timeout_s: float) -> bytes | BodyStream | None:
    """Give the body. Raises BodyTooLarge (before reading, when the length was told), BodyTooSlow, CallerLeft."""
    if not head.has_body:
        return None
    if head.content_length is not None and head.content_length > limit:
        raise _too_large(limit)
    pieces: list[bytes] = []
    size = 0
    deadline = asyncio.get_running_loop().time() + timeout_s
    while size <= KEPT_WHOLE_BYTES:
        piece, more = await _next_piece(receive, deadline)
        size += len(piece)
        if size > limit:
            raise _too_large(limit)
        pieces.append(piece)
        if not more:
            return b"".join(pieces)
    return BodyStream(receive, pieces, limit, timeout_s)


class BodyStream:
    """A body passed on while it comes. `failure` says why it ended early: the sender of it cannot raise through."""

    def __init__(self, receive: Receive, first: list[bytes], limit: int, timeout_s: float) -> None:
        self._receive = receive
        self._first = first
        self._limit = limit
        self._timeout_s = timeout_s
        self.failure: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        for piece in self._first:
            size += len(piece)
            yield piece
        more = True
        while more:
            try:
                piece, more = await _next_piece(
                    self._receive, asyncio.get_running_loop().time() + self._timeout_s
                )
                size += len(piece)
                if size > self._limit:
                    raise _too_large(self._limit)
            except (BodyTooLarge, BodyTooSlow, CallerLeft) as error:
                self.failure = error
                raise
            yield piece


Body = bytes | BodyStream | None


async def _next_piece(receive: Receive, deadline: float) -> tuple[bytes, bool]:
    try:
        async with asyncio.timeout_at(deadline):
            message = await receive()
    except TimeoutError:
        raise BodyTooSlow("The body did not arrive in time. Send it again.") from None
    if message["type"] == "http.disconnect":
        raise CallerLeft
    return message.get("body", b""), message.get("more_body", False)


def _too_large(limit: int) -> BodyTooLarge:
    return BodyTooLarge(
        f"At most {limit // 1024} KiB are taken here. Send less at once.",
        headers={"Connection": "close"},
        limit_bytes=limit,
    )
