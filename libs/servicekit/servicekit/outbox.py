"""The outbox: an event is written in the transaction of its change, and delivered later by the relay."""

from __future__ import annotations

from sqlalchemy import Connection, MetaData, func, insert, select

from servicekit.events import CloudEvent
from servicekit.tables import outbox_table
from servicekit.trace import current_trace
from servicekit.waking import leave_work

_OUTBOX = outbox_table(MetaData())
_LOCK_SPACE = 0x0B0C


def emit(connection: Connection, event: CloudEvent) -> None:
    """Write `event` in the running transaction. Events of one subject are delivered in the order of
    commits.

    Takes a lock on the subject until the transaction ends: that is what makes sequence numbers of one
    subject follow the order of commits, so that no lower number appears after a higher one was delivered.
    """
    connection.execute(select(func.pg_advisory_xact_lock(_LOCK_SPACE, func.hashtext(event.subject))))
    leave_work(connection)
    trace = current_trace()
    connection.execute(
        insert(_OUTBOX).values(
            event_id=event.id,
            type=event.type,
            source=event.source,
            subject=event.subject,
            time=event.time,
            data=event.data,
            traceparent=event.traceparent or (trace.traceparent if trace else None),
        )
    )
