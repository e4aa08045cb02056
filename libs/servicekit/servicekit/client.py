"""Asking a neighbor: one typed call over HTTP, timed out, bounded, proven, traced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


class NeighborUnavailable(Exception):
    """The neighbor is down, slow, busy, or answered 5xx or garbage. `neighbor` names it; `reason` is safe to show."""

    def __init__(self, neighbor: str, reason: str) -> None:
        super().__init__(f"{neighbor}: {reason}")
        self.neighbor = neighbor
        self.reason = reason


@dataclass(frozen=True)
class NeighborAnswer:
    """A neighbor's answer below 500: status, parsed JSON body (None when empty) and headers (lower case)."""

    status: int
    body: Any
    headers: Mapping[str, str]


class ServiceClient:
    """A pooled, thread-safe client for one neighbor. Total time per ask is bounded; too many at once fail at once."""

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
        raise NotImplementedError

    def get(self, path: str, params: Mapping[str, str | int] | None = None) -> NeighborAnswer:
        """GET `path` (already percent-encoded). Raises NeighborUnavailable."""
        raise NotImplementedError

    def post(self, path: str, body: Any, *, idempotency_key: str | None = None) -> NeighborAnswer:
        """POST `body` as JSON. Raises NeighborUnavailable."""
        raise NotImplementedError

    def close(self) -> None:
        """Close pooled connections."""
        raise NotImplementedError
