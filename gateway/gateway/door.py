"""The callable every request enters by: counted, checked, then shown a page of ours or passed on."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from servicekit.logs import described_failure, logger
from servicekit.problems import (
    BadRequest,
    InternalError,
    MethodNotAllowed,
    NoSuchAddress,
    Problem,
)
from servicekit.trace import begin_trace

from gateway.addresses import Network, client_address
from gateway.bodies import CallerLeft, Receive, drain
from gateway.callers import Callers
from gateway.headers import read_head
from gateway.pages import UNCOUNTED, Pages
from gateway.passing import AnswerBroke, Passing
from gateway.places import PASSED_METHODS, Place, place_of
from gateway.refusals import BODY_REFUSALS, gateway_full
from gateway.replies import Send, problem_reply, send_reply
from gateway.telemetry import Telemetry
from gateway.visit import Visit

Scope = Mapping[str, Any]

CALLER_LEFT = 499
"""In logs and metrics only, where nobody was left to answer."""


class Door:
    """Answers requests. Whatever is raised inside becomes a problem; nothing of the inside is shown."""

    def __init__(
        self,
        *,
        callers: Callers,
        pages: Pages,
        passing: Passing,
        telemetry: Telemetry,
        addresses: Mapping[str, str],
        trusted: tuple[Network, ...],
        body_limit: int,
        most_in_flight: int,
    ) -> None:
        self._callers = callers
        self._pages = pages
        self._passing = passing
        self._telemetry = telemetry
        self._addresses = addresses
        self._trusted = trusted
        self._body_limit = body_limit
        self._most_in_flight = most_in_flight
        self._in_flight = 0

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, measured and logged."""
        started = time.perf_counter()
        visit = self._visit(scope)
        status = InternalError.status
        self._in_flight += 1
        try:
            status = await self._answer(visit, receive, send)
        except CallerLeft:
            status = CALLER_LEFT
        except AnswerBroke as broke:
            status = broke.status
            logger().warning("answer_broke_off", upstream=visit.service, status=status)
        except Problem as problem:
            status = problem.status
            await _refuse(visit, problem, receive, send)
        except Exception as error:
            logger().error("request_failed", **described_failure(error))
            await _refuse(visit, InternalError(), receive, send)
        finally:
            self._in_flight -= 1
            self._telemetry.answered(visit.service, visit.method, status, time.perf_counter() - started)

    def _visit(self, scope: Scope) -> Visit:
        head = read_head(scope["headers"])
        peer = scope["client"][0] if scope.get("client") else ""
        address = client_address(peer, head.forwarded_for, self._trusted)
        return Visit(
            method=scope["method"],
            path=scope["path"],
            raw_path=scope["raw_path"],
            query=scope["query_string"],
            scheme=scope["scheme"],
            http_version=scope["http_version"],
            head=head,
            trace=begin_trace(head.request_id, head.traceparent),
            address=address,
            direct=head.forwarded_for is None or address != peer,
        )

    async def _answer(self, visit: Visit, receive: Receive, send: Send) -> int:
        _refuse_ambiguous_host(visit)
        if visit.path not in UNCOUNTED:
            await self._admit(visit)
        if visit.method not in PASSED_METHODS:
            raise MethodNotAllowed(PASSED_METHODS)
        page = self._pages.at(visit)
        if page is None:
            place = self._place(visit)
            visit.service = place.service
            return await self._passing.answer(visit, place, receive, send)
        if visit.method not in {"GET", "HEAD"}:
            raise MethodNotAllowed({"GET", "HEAD"})
        reply = (await page()).unless_unchanged(visit.head.if_none_match)
        await send_reply(send, reply, visit.more, head_only=visit.method == "HEAD")
        return reply.status

    async def _admit(self, visit: Visit) -> None:
        if self._in_flight > self._most_in_flight:
            raise gateway_full()
        allowance = await self._callers.admit(visit.head, visit.address)
        if allowance is not None:
            visit.more.extend(allowance.fields(self._callers.window_s))

    def _place(self, visit: Visit) -> Place:
        if not (visit.raw_path.isascii() and visit.query.isascii()):
            raise BadRequest("Percent-encode every character of the address that is not ASCII.")
        place = place_of(visit.path, visit.raw_path.decode(), self._addresses, self._body_limit)
        if place is None:
            raise NoSuchAddress(
                f"Services answer below /<service>/v1/. Services: {', '.join(sorted(self._addresses))}."
            )
        return place


def _refuse_ambiguous_host(visit: Visit) -> None:
    """Refuse what names no host, or more than one (RFC 9112 section 3.2)."""
    if visit.head.hosts > 1 or (visit.head.hosts == 0 and visit.http_version == "1.1"):
        raise BadRequest("Send exactly one Host header.")


async def _refuse(visit: Visit, problem: Problem, receive: Receive, send: Send) -> None:
    more = visit.more
    if isinstance(problem, BODY_REFUSALS):
        more = [*more, (b"connection", b"close")]
        await drain(receive)
    reply = problem_reply(problem, visit.trace.request_id)
    await send_reply(send, reply, more, head_only=visit.method == "HEAD")
