"""The inbox: each event takes effect once, however often it is delivered."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection


def take_once(connection: Connection, event_id: UUID) -> bool:
    """Record the event as taken in the running transaction. False when it was taken before: do nothing then."""
    raise NotImplementedError
