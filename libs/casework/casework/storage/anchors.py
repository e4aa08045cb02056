"""Take anchors, and read heads, anchors and whole histories for the verifier."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, func, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from casework.anchors import FIRST_ANCHOR, Anchor, Head, anchored
from casework.history import Entry
from casework.storage.anchor_tables import anchor_tables
from casework.storage.history import entry_of
from casework.storage.tables import history_table

_METADATA = MetaData()
_HISTORY = history_table(_METADATA)
_HEADS, _ANCHORS, _ANCHORED = anchor_tables(_METADATA)
_ROWS_AT_ONCE = 2_000


def take(connection: Connection, city: str) -> Anchor | None:
    """Freeze the heads that moved since the last anchor; None when none did. Dated by the database's clock.

    Run it in a transaction of its own, now and then: what was written since the last anchor is vouched for
    by its heads alone. Of two at once one is refused as not serializable and retried.
    """
    rows = connection.execute(
        select(_HEADS.c.record_id, _HEADS.c.seq, _HEADS.c.hash).where(
            _HEADS.c.city == city, _HEADS.c.anchored.is_(False)
        )
    )
    heads = [Head(row.record_id, row.seq, bytes(row.hash)) for row in rows]
    if not heads:
        return None
    last = newest(connection, city)
    number, previous = (last.number + 1, last.hash) if last else (1, FIRST_ANCHOR)
    made = anchored(city, number, heads, previous)
    connection.execute(
        upsert(_ANCHORS)
        .values(
            city=city,
            number=number,
            taken_at=func.now(),
            heads=made.heads,
            previous=previous,
            hash=made.hash,
        )
        .on_conflict_do_nothing(index_elements=[_ANCHORS.c.city, _ANCHORS.c.number])
    )
    connection.execute(
        insert(_ANCHORED),
        [
            {
                "city": city,
                "number": number,
                "record_id": each.record_id,
                "seq": each.seq,
                "hash": each.hash,
            }
            for each in heads
        ],
    )
    connection.execute(
        update(_HEADS)
        .where(
            _HEADS.c.city == city,
            _ANCHORED.c.city == city,
            _ANCHORED.c.number == number,
            _HEADS.c.record_id == _ANCHORED.c.record_id,
            _HEADS.c.seq == _ANCHORED.c.seq,
        )
        .values(anchored=True)
    )
    return made


def newest(connection: Connection, city: str) -> Anchor | None:
    """The last anchor of a city."""
    row = connection.execute(
        select(_ANCHORS).where(_ANCHORS.c.city == city).order_by(_ANCHORS.c.number.desc()).limit(1)
    ).first()
    return None if row is None else _anchor(row)


def head_of(connection: Connection, city: str, record_id: UUID) -> Head | None:
    """The head of a record."""
    row = connection.execute(
        select(_HEADS).where(_HEADS.c.city == city, _HEADS.c.record_id == record_id)
    ).first()
    return None if row is None else Head(row.record_id, row.seq, bytes(row.hash))


def cities(connection: Connection) -> tuple[str, ...]:
    """The cities that have a history, a head or an anchor."""
    found = {
        city
        for table in (_HISTORY, _HEADS, _ANCHORS)
        for city in connection.scalars(select(table.c.city).distinct())
    }
    return tuple(sorted(found))


def links(connection: Connection, city: str) -> Iterator[tuple[Anchor, Sequence[Head]]]:
    """The anchors of a city with the heads they vouch for, oldest first."""
    anchors = connection.execute(
        select(_ANCHORS).where(_ANCHORS.c.city == city).order_by(_ANCHORS.c.number)
    ).all()
    for row in anchors:
        heads = connection.execute(
            select(_ANCHORED).where(_ANCHORED.c.city == city, _ANCHORED.c.number == row.number)
        )
        yield _anchor(row), [Head(each.record_id, each.seq, bytes(each.hash)) for each in heads]


def records(
    connection: Connection, city: str
) -> Iterator[tuple[UUID, Sequence[Entry], Head | None, Sequence[Head]]]:
    """Every record of a city with its entries, its head and what anchors vouch for.

    Read as three streams side by side: memory holds one record at a time.
    """
    entries = _grouped(_stream(connection, _HISTORY, city, _HISTORY.c.seq))
    heads = _grouped(_stream(connection, _HEADS, city))
    vouched = _grouped(_stream(connection, _ANCHORED, city, _ANCHORED.c.number))
    written, head, kept = next(entries, None), next(heads, None), next(vouched, None)
    while present := [each[0] for each in (written, head, kept) if each is not None]:
        record_id = min(present)
        own: list[Entry] = []
        own_head: Head | None = None
        own_anchored: list[Head] = []
        if written is not None and written[0] == record_id:
            own = [entry_of(row) for row in written[1]]
            written = next(entries, None)
        if head is not None and head[0] == record_id:
            own_head = _head(head[1][0])
            head = next(heads, None)
        if kept is not None and kept[0] == record_id:
            own_anchored = [_head(row) for row in kept[1]]
            kept = next(vouched, None)
        yield record_id, own, own_head, own_anchored


def _stream(connection: Connection, table: Any, city: str, *then: Any) -> Iterator[Row[Any]]:
    query = select(table).where(table.c.city == city).order_by(table.c.record_id, *then)
    return iter(connection.execute(query, execution_options={"yield_per": _ROWS_AT_ONCE}))


def _grouped(rows: Iterator[Row[Any]]) -> Iterator[tuple[UUID, list[Row[Any]]]]:
    return ((record_id, list(group)) for record_id, group in groupby(rows, key=attrgetter("record_id")))


def _anchor(row: Row[Any]) -> Anchor:
    return Anchor(row.city, row.number, row.heads, bytes(row.previous), bytes(row.hash))


def _head(row: Row[Any]) -> Head:
    return Head(row.record_id, row.seq, bytes(row.hash))
