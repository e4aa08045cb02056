"""The inbox: each event takes effect once, however often it is delivered."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection, MetaData
from sqlalchemy.dialects.postgresql import insert

from servicekit.tables import inbox_table

_INBOX = inbox_table(MetaData())


def take_once(connection: Connection, event_id: UUID) -> bool:
    """Record the event as taken in the running transaction. False when it was taken before: do nothing then.

    A second delivery at the same moment waits until the first commits or rolls back.
    """
    taken = connection.execute(
        insert(_INBOX)
        .values(event_id=event_id)
        .on_conflict_do_nothing(index_elements=[_INBOX.c.event_id])
        .returning(_INBOX.c.event_id)
    ).one_or_none()
    return taken is not None
