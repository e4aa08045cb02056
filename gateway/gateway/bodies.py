"""Reading a request's body: counted and timed while it comes, in a bounded memory.

What is not an upload is read whole before a service hears of the request: a body that comes slowly occupies
nothing but a little memory here. Uploads are passed on in pieces.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import Any

from servicekit.problems import BodyTooLarge

from gateway.headers import RequestHead
from gateway.refusals import BodyTooSlow, NoRoomForBody
from gateway.shares import Shares

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]

QUICK_S = 0.5
"""A body that is here so soon never competes with slow ones."""

DRAINED_BYTES = 8_388_608
DRAINED_S = 1.0


class CallerLeft(Exception):
    """The caller closed the connection before the request was complete."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How a body must come: all of it within `whole_s`; in the time spent waiting for it, once `grace_s` are
    over, at least `least_bytes_per_s` on average.
    """

    whole_s: float
    grace_s: float
    least_bytes_per_s: int

    def patience_s(self, size: int) -> float:
        """How long one may have waited in all when `size` bytes are here."""
        return min(self.whole_s, self.grace_s + size / self.least_bytes_per_s)


class Incoming:
    """One body as it arrives: at most `limit` bytes, at the pace demanded."""

    def __init__(self, receive: Receive, limit: int, pace: Pace) -> None:
        self._receive = receive
        self._limit = limit
        self._pace = pace
        self._clock = asyncio.get_running_loop().time
        self._whole_by = self._clock() + pace.whole_s
        self._waited_s = 0.0
        self._size = 0
        self.complete = False

    async def piece(self) -> bytes:
        """Give the next piece. Raises BodyTooLarge, BodyTooSlow, CallerLeft."""
        piece = await self.piece_within(self._pace.whole_s)
        if piece is None:
            raise BodyTooSlow("The body did not arrive in time. Send it again.")
        return piece

    async def piece_within(self, seconds: float) -> bytes | None:
        """Give the next piece, or None when none came in so many seconds. Raises as `piece` does."""
        began = self._clock()
        late = min(self._whole_by, began + self._pace.patience_s(self._size) - self._waited_s)
        try:
            async with asyncio.timeout_at(min(late, began + seconds)):
                message = await self._receive()
        except TimeoutError:
            self._waited_s += self._clock() - began
            if self._clock() < late:
                return None
            raise BodyTooSlow("The body did not arrive in time. Send it again.") from None
        self._waited_s += self._clock() - began
        if message["type"] == "http.disconnect":
            raise CallerLeft
        piece: bytes = message.get("body", b"")
        self._size += len(piece)
        if self._size > self._limit:
            raise BodyTooLarge(self._limit)
        self.complete = not message.get("more_body", False)
        return piece


class Bodies:
    """Reads bodies whole: `most_bytes` of all requests together; `slow` ones have shares by address."""

    def __init__(self, pace: Pace, *, slow: Shares, most_bytes: int) -> None:
        self._pace = pace
        self._slow = slow
        self._most_bytes = most_bytes
        self._held_bytes = 0

    @asynccontextmanager
    async def whole(
        self, receive: Receive, head: RequestHead, limit: int, address: str
    ) -> AsyncIterator[bytes | None]:
        """Give the body, None when there is none; its memory counts until the request is answered.

        Raises BodyTooLarge (unread, when its length was told), BodyTooSlow, TooManyAtOnce, NoRoomForBody,
        CallerLeft.
        """
        if not head.has_body:
            yield None
            return
        refuse_told_length(head, limit)
        with ExitStack() as held:
            body = await self._read(Incoming(receive, limit, self._pace), address, held)
            yield body

    async def _read(self, incoming: Incoming, address: str, held: ExitStack) -> bytes:
        pieces: list[bytes] = []
        with ExitStack() as slowly:
            piece = await self._quick_pieces(incoming, pieces, held)
            if not incoming.complete and piece is None:
                slowly.enter_context(self._slow.held_by(address))
            while not incoming.complete:
                self._keep(await incoming.piece(), pieces, held)
        return b"".join(pieces)

    async def _quick_pieces(self, incoming: Incoming, pieces: list[bytes], held: ExitStack) -> bytes | None:
        """Read what comes at once; None when the rest lets one wait."""
        clock = asyncio.get_running_loop().time
        quick_until = clock() + QUICK_S
        piece: bytes | None = b""
        while not incoming.complete and piece is not None:
            piece = await incoming.piece_within(quick_until - clock())
            if piece is not None:
                self._keep(piece, pieces, held)
        return piece

    def _keep(self, piece: bytes, pieces: list[bytes], held: ExitStack) -> None:
        if self._held_bytes + len(piece) > self._most_bytes:
            raise NoRoomForBody
        self._held_bytes += len(piece)
        held.callback(self._let_go, len(piece))
        pieces.append(piece)

    def _let_go(self, size: int) -> None:
        self._held_bytes -= size


class BodyStream:
    """A body passed on while it comes. `failure` says why it ended early: errors do not pass the client."""

    def __init__(self, incoming: Incoming) -> None:
        self._incoming = incoming
        self.failure: Exception | None = None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while not self._incoming.complete:
            try:
                piece = await self._incoming.piece()
            except (BodyTooLarge, BodyTooSlow, CallerLeft) as error:
                self.failure = error
                raise
            yield piece


Body = bytes | BodyStream | None


def refuse_told_length(head: RequestHead, limit: int) -> None:
    """Raise BodyTooLarge for a body that is said to be longer than `limit` bytes."""
    if head.content_length is not None and head.content_length > limit:
        raise BodyTooLarge(limit)


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
