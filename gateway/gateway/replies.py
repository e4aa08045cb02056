"""Answers of the gateway's own, and sending them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

import orjson
from servicekit.problems import PROBLEM_MEDIA_TYPE, Problem

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
    etag: str | None = None

    def unless_unchanged(self, if_none_match: str | None) -> Reply:
        """Give 304 instead when the caller has this very answer already."""
        if self.etag is None or if_none_match is None:
            return self
        known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
        return replace(self, status=304, body=b"") if self.etag in known else self


def json_reply(body: Any, status: int = 200) -> Reply:
    """Give `body` as JSON, not to be stored."""
    return Reply(status, orjson.dumps(body), "application/json", [(b"cache-control", b"no-store")])


def problem_reply(problem: Problem, request_id: str) -> Reply:
    """Give a problem as RFC 9457 JSON."""
    headers = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    return Reply(problem.status, orjson.dumps(problem.to_json(request_id)), PROBLEM_MEDIA_TYPE, headers)


async def send_reply(send: Send, reply: Reply, more: RawHeaders, *, head_only: bool = False) -> None:
    """Send an answer with `more` headers; of a HEAD request the body stays home."""
    tagged = [(b"etag", reply.etag.encode())] if reply.etag else []
    headers = [
        (b"content-type", reply.content_type.encode()),
        (b"content-length", str(len(reply.body)).encode()),
        (b"x-content-type-options", b"nosniff"),
        *tagged,
        *reply.headers,
        *more,
    ]
    await send({"type": "http.response.start", "status": reply.status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if head_only else reply.body})
