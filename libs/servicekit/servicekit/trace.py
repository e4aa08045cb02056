"""Request ids and W3C trace context (https://www.w3.org/TR/trace-context/), carried through threads and
asks.
"""

from __future__ import annotations

import re
import secrets
from contextvars import ContextVar
from dataclasses import dataclass

from servicekit.identifiers import uuid7

REQUEST_ID_HEADER = "X-Request-Id"
TRACEPARENT_HEADER = "traceparent"

_TRACEPARENT = re.compile(r"([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?", re.ASCII)
_REQUEST_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{7,63}", re.ASCII)
_NO_TRACE = "0" * 32
_NO_SPAN = "0" * 16


@dataclass(frozen=True)
class Trace:
    """Where one piece of work stands: its request id, its trace, and its own span."""

    request_id: str
    trace_id: str
    span_id: str
    flags: str = "00"

    @property
    def traceparent(self) -> str:
        """The header that makes the receiver's work a child of this span."""
        return f"00-{self.trace_id}-{self.span_id}-{self.flags}"


_CURRENT: ContextVar[Trace | None] = ContextVar("citycode_trace", default=None)


def begin_trace(request_id: str | None = None, traceparent: str | None = None) -> Trace:
    """Begin a piece of work: keep a well-formed request id and trace, make new ones otherwise; it becomes
    current.
    """
    trace_id, flags = _parent_of(traceparent) or (secrets.token_hex(16), "00")
    kept = request_id if request_id and _REQUEST_ID.fullmatch(request_id) else str(uuid7())
    trace = Trace(request_id=kept, trace_id=trace_id, span_id=secrets.token_hex(8), flags=flags)
    _CURRENT.set(trace)
    return trace


def current_trace() -> Trace | None:
    """Give the trace of the running request or event; None outside of any."""
    return _CURRENT.get()


def _parent_of(traceparent: str | None) -> tuple[str, str] | None:
    form = _TRACEPARENT.fullmatch((traceparent or "").strip())
    if form is None or form[1] == "ff" or form[2] == _NO_TRACE or form[3] == _NO_SPAN:
        return None
    if form[1] == "00" and len(form[0]) != 55:
        return None
    return form[2], form[4]
