"""Answers of the gateway's own, and sending them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
from servicekit.problems import Problem

from gateway.bodies import Message
from gateway.headers import RawHeaders

Send = Callable[[Message], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole answer."""

    status: int
    body: bytes
    content_type: str
    headers: RawHeaders = field(default_factory=list)


def json_reply(body: Any, status: int = 200) -> Reply:
    """Give `body` as JSON, not to be stored."""
    return Reply(status, orjson.dumps(body), "application/json", [(b"cache-control", b"no-store")])


def problem_reply(problem: Problem, request_id: str) -> Reply:
    """Give a problem as RFC 9457 JSON."""
    body: dict[str, Any] = {
        "type": f"urn:citycode:problem:{problem.slug}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": request_id,
        **problem.extra,
    }
    headers = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    return Reply(problem.status, orjson.dumps(body), "application/problem+json", headers)


async def send_reply(send: Send, reply: Reply, more: RawHeaders, *, head_only: bool = False) -> None:
    """Send an answer with `more` headers; of a HEAD request the body stays home."""
    headers = [
        (b"content-type", reply.content_type.encode()),
        (b"content-length", str(len(reply.body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        *reply.headers,
        *more,
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head_only else reply.body})
