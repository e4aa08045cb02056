"""Passing one request to its service and the answer back, in pieces as they come."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import suppress

import aiohttp

from gateway.bodies import BodyStream, Receive, read_body
from gateway.headers import passed_back
from gateway.places import Place
from gateway.replies import Send
from gateway.upstream import BROKEN, Call, Upstream
from gateway.visit import Visit

SENT_WHOLE_BYTES = 262_144
"""An answer known to be no longer is fetched before any of it is passed on: it arrives whole, or as 503."""


class AnswerBroke(Exception):  # noqa: N818
    """The service broke off after part of its answer was passed on: the caller's connection must be cut."""

    def __init__(self, status: int) -> None:
        super().__init__(f"broken off in an answer of {status}")
        self.status = status


class Passing:
    """Passes requests on."""

    def __init__(self, upstream: Upstream, body_timeout_s: float) -> None:
        self._upstream = upstream
        self._body_timeout_s = body_timeout_s

    async def answer(self, visit: Visit, place: Place, receive: Receive, send: Send) -> int:
        """Pass the request to its place and the answer back; give the answer's status.

        Raises BodyTooLarge, BodyTooSlow, CallerLeft, Unavailable before anything was passed back, AnswerBroke
        after.
        """
        call = await self._call(visit, place, receive)
        response, body = await self._upstream.send(call, SENT_WHOLE_BYTES)
        headers = passed_back(response.raw_headers, place.service)
        start = {"type": "http.response.start", "status": response.status, "headers": headers + visit.more}
        if body is not None:
            await send(start)
            await send({"type": "http.response.body", "body": body})
            return response.status
        try:
            await send(start)
            await _unless_caller_leaves(receive, _pass_pieces(response, send))
        finally:
            response.close()
        return response.status

    async def _call(self, visit: Visit, place: Place, receive: Receive) -> Call:
        head = visit.head
        body = await read_body(receive, head, place.body_limit, self._body_timeout_s)
        headers = visit.passed_headers(place.service)
        if isinstance(body, BodyStream) and head.content_length is not None:
            headers.append(("Content-Length", str(head.content_length)))
        return Call(visit.method, place, visit.query.decode(), headers, body, head.keyed)


async def _pass_pieces(response: aiohttp.ClientResponse, send: Send) -> None:
    try:
        async for piece in response.content.iter_any():
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    except (BROKEN, TimeoutError) as error:
        raise AnswerBroke(response.status) from error
    await send({"type": "http.response.body", "body": b""})


async def _unless_caller_leaves(receive: Receive, passing: Awaitable[None]) -> None:
    """Pass pieces on until done, or until the caller has gone: then the service need not go on either."""
    work = asyncio.ensure_future(passing)
    watch = asyncio.ensure_future(_left(receive))
    try:
        await asyncio.wait({work, watch}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (work, watch):
            if not task.done():
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
    if not work.cancelled():
        work.result()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
