"""Asking a neighbor: one typed call over HTTP, timed out, bounded, proven, traced."""

from __future__ import annotations

import secrets
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

import orjson

from servicekit.answers import JSON_MEDIA_TYPE, encode_json
from servicekit.connections import ConnectionPool, ExchangeFailed, RawAnswer
from servicekit.proof import PROOF_HEADER, sign
from servicekit.trace import REQUEST_ID_HEADER, TRACEPARENT_HEADER, current_trace

WAIT_FOR_A_TURN_S = 0.1
FAILURES_UNTIL_OPEN = 5
OPEN_FOR_S = 2.0


class NeighborUnavailable(Exception):
    """The neighbor is down, slow, busy, or answered 5xx or garbage. `neighbor` names it; `reason` is safe
    to show.
    """

    def __init__(self, neighbor: str, reason: str) -> None:
        super().__init__(f"{neighbor} {reason}")
        self.neighbor = neighbor
        self.reason = reason


@dataclass(frozen=True)
class NeighborAnswer:
    """A neighbor's answer below 500: status, parsed JSON body (None when empty) and headers (lower case)."""

    status: int
    body: Any
    headers: Mapping[str, str]


class ServiceClient:
    """A pooled, thread-safe client for one neighbor.

    One ask takes at most `timeout_s` in all. At most `at_once` run at a time, the next fail at once, so
    that a slow neighbor cannot take all threads: keep `at_once` well below the settings' `threads`. After
    five failures in a row asks fail at once for two seconds, then one is tried.
    """

    def __init__(
        self,
        neighbor: str,
        base_url: str,
        *,
        caller: str,
        secret: str,
        timeout_s: float = 2.0,
        at_once: int = 8,
    ) -> None:
        self._neighbor = neighbor
        self._pool = ConnectionPool(base_url, keep=at_once)
        self._caller = caller
        self._secret = secret
        self._timeout_s = timeout_s
        self._turns = threading.BoundedSemaphore(at_once)
        self._breaker = _Breaker()

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> NeighborAnswer:
        """GET `path` (already percent-encoded). Raises NeighborUnavailable."""
        return self._ask("GET", path, params or {}, None, {}, repeatable=True)

    def post(self, path: str, body: Any, *, idempotency_key: str | None = None) -> NeighborAnswer:
        """POST `body` as JSON. Raises NeighborUnavailable."""
        headers = {"Content-Type": JSON_MEDIA_TYPE}
        if idempotency_key is not None:
            headers["Idempotency-Key"] = idempotency_key
        return self._ask("POST", path, {}, encode_json(body), headers, repeatable=idempotency_key is not None)

    def close(self) -> None:
        """Close pooled connections; asks under way fail."""
        self._pool.close()

    def _ask(
        self,
        method: str,
        path: str,
        params: Mapping[str, str | int],
        content: bytes | None,
        headers: dict[str, str],
        *,
        repeatable: bool,
    ) -> NeighborAnswer:
        deadline = time.monotonic() + self._timeout_s
        if not self._breaker.lets_through():
            raise NeighborUnavailable(self._neighbor, "has not been answering")
        if not self._turns.acquire(timeout=min(WAIT_FOR_A_TURN_S, self._timeout_s)):
            raise NeighborUnavailable(self._neighbor, "is asked too much at once")
        try:
            answer = self._exchange(method, path, params, content, headers, deadline, repeatable)
            self._breaker.note(failed=answer.status >= 500)
            return self._read(answer)
        except ExchangeFailed as error:
            self._breaker.note(failed=True)
            raise NeighborUnavailable(self._neighbor, error.reason) from error
        finally:
            self._turns.release()

    def _exchange(
        self,
        method: str,
        path: str,
        params: Mapping[str, str | int],
        content: bytes | None,
        headers: dict[str, str],
        deadline: float,
        repeatable: bool,
    ) -> RawAnswer:
        full_path = self._pool.base_path + path
        target = f"{full_path}?{urlencode(params)}" if params else full_path
        sent = {
            **headers,
            **_trace_headers(),
            "Accept": JSON_MEDIA_TYPE,
            PROOF_HEADER: sign(self._secret, self._caller, method, full_path),
        }
        try:
            return self._pool.exchange(method, target, content, sent, deadline=deadline)
        except ExchangeFailed as error:
            # A kept connection that the neighbor had just closed: nothing reached it.
            if not (repeatable and error.nothing_sent):
                raise
            return self._pool.exchange(method, target, content, sent, deadline=deadline)

    def _read(self, answer: RawAnswer) -> NeighborAnswer:
        if answer.status >= 500 or answer.status == 429 or 300 <= answer.status < 400:
            raise NeighborUnavailable(self._neighbor, f"answered {answer.status}")
        body = None
        if answer.content:
            try:
                body = orjson.loads(answer.content)
            except orjson.JSONDecodeError as error:
                raise NeighborUnavailable(
                    self._neighbor, "answered with something that is not JSON"
                ) from error
        return NeighborAnswer(answer.status, body, answer.headers)


class _Breaker:
    """Stops asking a neighbor that keeps failing, and tries again one ask at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failures = 0
        self._closed_again_at = 0.0

    def lets_through(self) -> bool:
        with self._lock:
            if self._failures < FAILURES_UNTIL_OPEN:
                return True
            now = time.monotonic()
            if now < self._closed_again_at:
                return False
            self._closed_again_at = now + OPEN_FOR_S
            return True

    def note(self, *, failed: bool) -> None:
        with self._lock:
            self._failures = self._failures + 1 if failed else 0
            if self._failures == FAILURES_UNTIL_OPEN:
                self._closed_again_at = time.monotonic() + OPEN_FOR_S


def _trace_headers() -> dict[str, str]:
    trace = current_trace()
    if trace is None:
        return {}
    child = trace.traceparent.replace(trace.span_id, secrets.token_hex(8))
    return {REQUEST_ID_HEADER: trace.request_id, TRACEPARENT_HEADER: child}
