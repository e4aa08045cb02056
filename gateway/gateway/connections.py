"""The server's end of each connection: how long it waits for a request's head, and for a caller to read.

uvicorn by itself waits forever for both. Start it with `--http gateway.connections:TimedProtocol`.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

from servicekit.identifiers import uuid7
from servicekit.logs import logger
from servicekit.problems import BadRequest, Problem, Unavailable
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from gateway.addresses import Network, counted_as, within
from gateway.refusals import HeadTooSlow
from gateway.replies import problem_reply


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """What the connections of one worker may take, and how many each address has open."""

    head_timeout_s: float = 10.0
    stalled_after_s: float = 30.0
    per_address: int = 500
    trusted: tuple[Network, ...] = ()
    open: Counter[str] = field(default_factory=Counter)

    def opened(self, address: str) -> bool:
        """Count one more of `address`; False when it has too many. Trusted proxies may have any number."""
        holder = counted_as(address)
        self.open[holder] += 1
        return self.open[holder] <= self.per_address or within(address, self.trusted)

    def closed(self, address: str) -> None:
        """Count one less."""
        holder = counted_as(address)
        self.open[holder] -= 1
        if self.open[holder] <= 0:
            del self.open[holder]


class Timer:
    """One call that is due after a while, unless it is called off."""

    __slots__ = ("_due",)

    def __init__(self) -> None:
        self._due: asyncio.TimerHandle | None = None

    def start(self, loop: asyncio.AbstractEventLoop, seconds: float, call: Callable[[], None]) -> None:
        """Let `call` be due in so many seconds, and not at the moment set before."""
        self.call_off()
        self._due = loop.call_later(seconds, call)

    def call_off(self) -> None:
        """Let nothing be due."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


class TimedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, with limits that the application gives as `connection_limits`."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._limits: ConnectionLimits = getattr(self.app, "connection_limits", None) or ConnectionLimits()
        self._head_timer = Timer()
        self._stall_timer = Timer()
        self._head_begun = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request's head."""
        super().connection_made(cast(asyncio.Transport, transport))
        if self._limits.opened(self._address):
            self._await_head()
        else:
            self._refuse(Unavailable("Your address has too many connections open.", retry_after_s=2))

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._limits.closed(self._address)
        self._head_timer.call_off()
        self._stall_timer.call_off()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; after a refusal nothing is taken any more."""
        if not self.transport.is_closing():
            super().data_received(data)

    def _should_upgrade(self) -> bool:
        return False

    def on_message_begin(self) -> None:
        """A request begins."""
        self._head_begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """Its head is here in time."""
        self._head_begun = False
        self._head_timer.call_off()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Its answer is given: wait for the next head, unless one came already."""
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._await_head()

    def pause_writing(self) -> None:
        """The caller does not read as fast as it is answered."""
        super().pause_writing()
        self._stall_timer.start(self.loop, self._limits.stalled_after_s, self._cut)

    def resume_writing(self) -> None:
        """The caller reads on."""
        self._stall_timer.call_off()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP as everything else is refused."""
        self._refuse(BadRequest(msg))

    @property
    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def _await_head(self) -> None:
        self._head_timer.start(self.loop, self._limits.head_timeout_s, self._head_is_late)

    def _head_is_late(self) -> None:
        if self._head_begun:
            self._refuse(HeadTooSlow("Send the whole request at once."))
        else:
            self.transport.close()

    def _refuse(self, problem: Problem) -> None:
        if self.transport.is_closing():
            return
        logger().info("connection_refused", status=problem.status)
        reply = problem_reply(problem, str(uuid7()))
        fields = [
            (b"content-type", reply.content_type.encode()),
            (b"content-length", str(len(reply.body)).encode()),
            (b"connection", b"close"),
            *reply.headers,
        ]
        head = b"".join(name + b": " + value + b"\r\n" for name, value in fields)
        self.transport.write(STATUS_LINE[problem.status] + head + b"\r\n" + reply.body)
        self.transport.close()

    def _cut(self) -> None:
        logger().info("connection_cut", reason="the caller does not read")
        self.transport.abort()
