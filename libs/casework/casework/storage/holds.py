"""Place and release holds; ask what bars an act."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, select, tuple_, update
from sqlalchemy.dialects.postgresql import insert

from casework.holds import Hold, Subject, barring
from casework.storage.hold_tables import holds_table
from casework.storage.rows import row_of

_HOLDS = holds_table(MetaData())
_ONE = (_HOLDS.c.city, _HOLDS.c.source, _HOLDS.c.rule, _HOLDS.c.subject_kind, _HOLDS.c.subject_id)


def place(connection: Connection, hold: Hold) -> Hold:
    """Place it, once per source, rule and subject: told again, the one that stands is given.

    One that was released is not placed again by the same source; name another (the source's own event).
    """
    row = row_of(
        _HOLDS,
        hold,
        subject_kind=hold.subject.kind,
        subject_id=hold.subject.id,
        blocks=list(hold.blocks),
        until=list(hold.until),
    )
    connection.execute(insert(_HOLDS).values(row).on_conflict_do_nothing(index_elements=_ONE))
    stands = connection.execute(
        select(_HOLDS).where(
            tuple_(*_ONE).in_([(hold.city, hold.source, hold.rule, hold.subject.kind, hold.subject.id)])
        )
    ).one()
    return _hold(stands)


def release(
    connection: Connection, city: str, hold_id: UUID, on: date, released_by: str, because: str
) -> bool:
    """End it from a day on; False when it is not there, or was released before."""
    ended = connection.execute(
        update(_HOLDS)
        .where(_HOLDS.c.city == city, _HOLDS.c.id == hold_id, _HOLDS.c.released_on.is_(None))
        .values(released_on=on, released_by=released_by, released_because=because)
    )
    return ended.rowcount == 1


def release_source(
    connection: Connection,
    city: str,
    source: str,
    on: date,
    released_by: str,
    because: str,
    *,
    event: str | None = None,
) -> tuple[Hold, ...]:
    """End every hold a source placed (only those that wait for `event`, if one is named); gives them."""
    query = (
        update(_HOLDS)
        .where(_HOLDS.c.city == city, _HOLDS.c.source == source, _HOLDS.c.released_on.is_(None))
        .values(released_on=on, released_by=released_by, released_because=because)
    )
    if event is not None:
        query = query.where(_HOLDS.c.until.contains([event]))
    return tuple(_hold(row) for row in connection.execute(query.returning(_HOLDS)))


def find(connection: Connection, city: str, hold_id: UUID) -> Hold | None:
    """One hold of the city."""
    row = connection.execute(select(_HOLDS).where(_HOLDS.c.city == city, _HOLDS.c.id == hold_id)).first()
    return None if row is None else _hold(row)


def listed(
    connection: Connection, city: str, *, standing_only: bool, after: UUID | None, limit: int
) -> tuple[Hold, ...]:
    """Up to `limit`, the oldest first, after the given one."""
    query = select(_HOLDS).where(_HOLDS.c.city == city)
    if standing_only:
        query = query.where(_HOLDS.c.released_on.is_(None))
    if after is not None:
        query = query.where(_HOLDS.c.id > after)
    return tuple(_hold(row) for row in connection.execute(query.order_by(_HOLDS.c.id).limit(limit)))


def of_sources(connection: Connection, city: str, beginning: str) -> tuple[Hold, ...]:
    """Every hold whose source begins so, the oldest first, released ones too."""
    rows = connection.execute(
        select(_HOLDS)
        .where(_HOLDS.c.city == city, _HOLDS.c.source.startswith(beginning, autoescape=True))
        .order_by(_HOLDS.c.id)
    )
    return tuple(_hold(row) for row in rows)


def blocked(
    connection: Connection, city: str, subjects: Collection[Subject], act: str, on: date
) -> tuple[Hold, ...]:
    """Every hold that bars `act` to one of the subjects on a day; empty: nothing bars it.

    Give all that the act touches: the record, its parcel, its holder.
    """
    return barring(of(connection, city, subjects), subjects, act, on)


def of(connection: Connection, city: str, subjects: Collection[Subject]) -> tuple[Hold, ...]:
    """Every hold on the subjects, released ones too, oldest first."""
    if not subjects:
        return ()
    rows = connection.execute(
        select(_HOLDS)
        .where(
            _HOLDS.c.city == city,
            tuple_(_HOLDS.c.subject_kind, _HOLDS.c.subject_id).in_(
                [(each.kind, each.id) for each in subjects]
            ),
        )
        .order_by(_HOLDS.c.placed_on, _HOLDS.c.id)
    )
    return tuple(_hold(row) for row in rows)


def _hold(row: Row[Any]) -> Hold:
    values = dict(row._mapping)
    subject = Subject(values.pop("subject_kind"), values.pop("subject_id"))
    return Hold(**values | {"subject": subject, "blocks": tuple(row.blocks), "until": tuple(row.until)})
