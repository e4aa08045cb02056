"""The relay: a background thread that delivers the outbox to subscribers' `/v1/events`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import Engine


class Relay:
    """Delivers at least once, in order per subject and subscriber, safe beside other relays; a background of `create_app`.

    `subscribers` maps an event type prefix (`permit.`) to base URLs; an event goes to each URL once.
    """

    def __init__(
        self, engine: Engine, *, service: str, secret: str, subscribers: Mapping[str, Sequence[str]]
    ) -> None:
        raise NotImplementedError

    def start(self) -> None:
        """Start the thread."""
        raise NotImplementedError

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop after the delivery in hand, at most `timeout_s`."""
        raise NotImplementedError

    def deliver_due(self) -> int:
        """Deliver what is due now, in the calling thread; give how many were delivered (tests, sweeps)."""
        raise NotImplementedError
