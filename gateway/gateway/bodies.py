"""Reading a request's body: counted while it comes, kept whole while small, else handed on in pieces."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from typing import Any

from servicekit.problems import BodyTooLarge

from gateway.headers import RequestHead
from gateway.refusals import BodyTooSlow

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

KEPT_WHOLE_BYTES = 262_144
"""A body up to this size can be sent again when a connection breaks; a larger one is passed on in pieces."""

DRAINED_BYTES = 8_388_608
DRAINED_S = 1.0


class CallerLeft(Exception):  # noqa: N818
    """The caller closed the connection before the request was complete."""


async def read_body(
    receive: Receive, head: RequestHead, limit: int, timeout_s: float
) -> bytes | BodyStream | None:
    """Give the body. Raises BodyTooLarge (unread, when its length was told), BodyTooSlow, CallerLeft."""
    if not head.has_body:
        return None
    if head.content_length is not None and head.content_length > limit:
        raise BodyTooLarge(limit)
    pieces: list[bytes] = []
    size = 0
    deadline = asyncio.get_running_loop().time() + timeout_s
    while size <= KEPT_WHOLE_BYTES:
        piece, more = await _next_piece(receive, deadline)
        size += len(piece)
        if size > limit:
            raise BodyTooLarge(limit)
        pieces.append(piece)
        if not more:
            return b"".join(pieces)
    return BodyStream(receive, pieces, limit, timeout_s)


class BodyStream:
    """A body passed on while it comes. `failure` says why it ended early: errors do not pass the client."""

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
                    raise BodyTooLarge(self._limit)
            except (BodyTooLarge, BodyTooSlow, CallerLeft) as error:
                self.failure = error
                raise
            yield piece


Body = bytes | BodyStream | None


async def drain(receive: Receive) -> None:
    """Read on, for a short while, what is still being sent, so that the sender comes to read our refusal."""
    read = 0
    try:
        async with asyncio.timeout(DRAINED_S):
            while read < DRAINED_BYTES:
                message = await receive()
                read += len(message.get("body", b""))
                if not message.get("more_body", False):
                    return
    except TimeoutError:
        return


async def _next_piece(receive: Receive, deadline: float) -> tuple[bytes, bool]:
    try:
        async with asyncio.timeout_at(deadline):
            message = await receive()
    except TimeoutError:
        raise BodyTooSlow("The body did not arrive in time. Send it again.") from None
    if message["type"] == "http.disconnect":
        raise CallerLeft
    return message.get("body", b""), message.get("more_body", False)
