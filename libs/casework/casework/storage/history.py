"""Append to and read the history of a record."""

from __future__ import annotations

from datetime import UTC
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, insert, select

from casework.history import FIRST, Entry, Happening, linked
from casework.storage.tables import history_table

_HISTORY = history_table(MetaData())


def append(connection: Connection, city: str, record_id: UUID, happening: Happening) -> Entry:
    """Add the next entry in the running transaction; of two writers at once, one fails and is retried."""
    last = connection.execute(
        select(_HISTORY.c.seq, _HISTORY.c.hash)
        .where(_HISTORY.c.city == city, _HISTORY.c.record_id == record_id)
        .order_by(_HISTORY.c.seq.desc())
        .limit(1)
    ).first()
    seq, previous = (last.seq + 1, bytes(last.hash)) if last else (1, FIRST)
    return _add(connection, city, record_id, happening, seq, previous)


def begin(connection: Connection, city: str, record_id: UUID, happening: Happening) -> Entry:
    """Add the first entry of a record that was made in the running transaction."""
    return _add(connection, city, record_id, happening, 1, FIRST)


def _add(
    connection: Connection, city: str, record_id: UUID, happening: Happening, seq: int, previous: bytes
) -> Entry:
    entry = linked(city, record_id, seq, happening, previous)
    connection.execute(
        insert(_HISTORY).values(
            city=city,
            record_id=record_id,
            seq=seq,
            event=happening.event,
            at=happening.at,
            actor=happening.actor,
            office=happening.office,
            rules=list(happening.rules),
            details=dict(happening.details),
            previous=previous,
            hash=entry.hash,
        )
    )
    return entry


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Entry, ...]:
    """All entries, oldest first."""
    rows = connection.execute(
        select(_HISTORY)
        .where(_HISTORY.c.city == city, _HISTORY.c.record_id == record_id)
        .order_by(_HISTORY.c.seq)
    )
    return tuple(entry_of(row) for row in rows)


def entry_of(row: Row[Any]) -> Entry:
    """The entry of a row of the table."""
    happening = Happening(
        row.event, row.at.astimezone(UTC), row.actor, row.office, tuple(row.rules), row.details
    )
    return Entry(row.city, row.record_id, row.seq, happening, bytes(row.previous), bytes(row.hash))
