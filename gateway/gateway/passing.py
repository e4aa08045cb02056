"""Passing one request to its service and the answer back, in pieces as they come."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager, suppress

import aiohttp

from gateway.bodies import Bodies, Body, BodyStream, Incoming, Pace, Receive, refuse_told_length
from gateway.headers import passed_back
from gateway.places import Place
from gateway.replies import Send
from gateway.settings import GatewaySettings
from gateway.shares import Shares
from gateway.upstream import BROKEN, Call, Upstream
from gateway.visit import Visit

SENT_WHOLE_BYTES = 262_144
"""An answer known to be no longer is fetched before any of it is passed on: it arrives whole, or as 503."""


class AnswerBroke(Exception):
    """The service broke off after part of its answer was passed on: the caller's connection must be cut."""

    def __init__(self, status: int) -> None:
        super().__init__(f"broken off in an answer of {status}")
        self.status = status


class Passing:
    """Passes requests on."""

    def __init__(self, upstream: Upstream, settings: GatewaySettings) -> None:
        self._upstream = upstream
        self._bodies = Bodies(
            Pace(settings.body_timeout_s, settings.body_grace_s, settings.body_least_bytes_per_s),
            slow=Shares(
                "slow requests", of_address=settings.slow_bodies_per_address, of_all=settings.slow_bodies
            ),
            most_bytes=settings.held_bodies_bytes,
        )
        self._document_limit = settings.document_limit_bytes
        self._document_pace = Pace(
            settings.document_timeout_s, settings.body_grace_s, settings.document_least_bytes_per_s
        )
        self._documents: defaultdict[str, Shares] = defaultdict(
            lambda: Shares(
                "documents", of_address=settings.documents_per_address, of_all=settings.documents_per_service
            )
        )

    async def answer(self, visit: Visit, place: Place, receive: Receive, send: Send) -> int:
        """Pass the request to its place and the answer back; give the answer's status.

        Raises BodyTooLarge, BodyTooSlow, TooManyAtOnce, CallerLeft, Unavailable before anything was passed
        back, AnswerBroke after.
        """
        async with self._body(visit, place, receive) as body:
            call = self._call(visit, place, body)
            response, answered = await self._upstream.send(call, SENT_WHOLE_BYTES)
        headers = passed_back(response.raw_headers, place.service)
        start = {"type": "http.response.start", "status": response.status, "headers": headers + visit.more}
        if answered is not None:
            await send(start)
            await send({"type": "http.response.body", "body": answered})
            return response.status
        try:
            await send(start)
            await _unless_caller_leaves(receive, _pass_pieces(response, send))
        finally:
            response.close()
        return response.status

    @asynccontextmanager
    async def _body(self, visit: Visit, place: Place, receive: Receive) -> AsyncIterator[Body]:
        """The body: whole, or for a document as a stream within its address's share of connections."""
        head = visit.head
        if not (place.takes_documents and head.has_body and not head.declares_json):
            async with self._bodies.whole(receive, head, place.body_limit, visit.address) as body:
                yield body
            return
        refuse_told_length(head, self._document_limit)
        with self._documents[place.service].held_by(visit.address):
            yield BodyStream(Incoming(receive, self._document_limit, self._document_pace))

    def _call(self, visit: Visit, place: Place, body: Body) -> Call:
        head = visit.head
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
