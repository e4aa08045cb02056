"""The outbox: an event is written in the transaction of its change, and delivered later by the relay."""

from __future__ import annotations

from sqlalchemy import Connection

from servicekit.events import CloudEvent


def emit(connection: Connection, event: CloudEvent) -> None:
    """Write `event` in the running transaction. Events of one subject are delivered in the order of commits."""
    raise NotImplementedError
