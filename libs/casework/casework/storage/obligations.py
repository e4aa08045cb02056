"""Open, fulfill, cancel, list and sweep obligations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, Select, and_, insert, or_, select, update

from casework.obligations import Obligation
from casework.storage.tables import obligations_table

_OBLIGATIONS = obligations_table(MetaData())
_UNDONE = and_(_OBLIGATIONS.c.fulfilled_on.is_(None), _OBLIGATIONS.c.canceled_on.is_(None))


def open_obligation(connection: Connection, obligation: Obligation) -> None:
    """Write one row."""
    row = {each.name: getattr(obligation, each.name) for each in fields(obligation)}
    row["options"] = list(obligation.options)
    row["steps"] = list(obligation.steps)
    row["lapse"] = None if obligation.lapse is None else dict(obligation.lapse)
    connection.execute(insert(_OBLIGATIONS).values(row))


def fulfill(
    connection: Connection, city: str, record_id: UUID, must: str, on: date
) -> tuple[Obligation, ...]:
    """Mark every undone obligation of this kind as fulfilled that day; gives those it marked."""
    rows = connection.execute(
        update(_OBLIGATIONS)
        .where(_of(city, record_id), _OBLIGATIONS.c.must == must, _UNDONE)
        .values(fulfilled_on=on)
        .returning(_OBLIGATIONS)
    )
    return tuple(_obligation(row) for row in rows)


def fulfill_one(connection: Connection, obligation: Obligation, on: date) -> None:
    """Mark one as fulfilled that day."""
    _change(connection, obligation, fulfilled_on=on)


def cancel_one(connection: Connection, obligation: Obligation, on: date, because: str) -> None:
    """Cancel one because of something."""
    _change(connection, obligation, canceled_on=on, canceled_because=because)


def reopen_fulfilled(
    connection: Connection, city: str, record_id: UUID, must: str, fulfilled_on: date
) -> int:
    """Open again what was fulfilled on a day by an act that no longer counts; gives how many."""
    return connection.execute(
        update(_OBLIGATIONS)
        .where(_of(city, record_id), _OBLIGATIONS.c.must == must, _OBLIGATIONS.c.fulfilled_on == fulfilled_on)
        .values(fulfilled_on=None)
    ).rowcount


def set_day(connection: Connection, obligation: Obligation, due_on: date, step: str) -> None:
    """Let another day be the last one; `step` says in words why. A day that was missed counts no more."""
    _change(connection, obligation, due_on=due_on, steps=[*obligation.steps, step], lapse_fired_on=None)


def cancel_undone(
    connection: Connection,
    city: str,
    record_id: UUID,
    on: date,
    because: str,
    *,
    must: str | None = None,
    started_by: str | None = None,
) -> int:
    """Cancel what is undone because of something; gives how many.

    Only what `must` be done, or what was `started_by` an event, where one is named.
    """
    undone = _UNDONE if must is None else and_(_UNDONE, _OBLIGATIONS.c.must == must)
    if started_by is not None:
        undone = and_(undone, _OBLIGATIONS.c.started_by == started_by)
    return connection.execute(
        update(_OBLIGATIONS)
        .where(_of(city, record_id), undone)
        .values(canceled_on=on, canceled_because=because)
    ).rowcount


def reopen_canceled(connection: Connection, city: str, record_id: UUID, because: str) -> int:
    """Open again what was canceled because of something that was a mistake; gives how many."""
    return connection.execute(
        update(_OBLIGATIONS)
        .where(_of(city, record_id), _OBLIGATIONS.c.canceled_because == because)
        .values(canceled_on=None, canceled_because=None)
    ).rowcount


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Obligation, ...]:
    """All obligations of a record, oldest first."""
    rows = connection.execute(
        select(_OBLIGATIONS)
        .where(_of(city, record_id))
        .order_by(_OBLIGATIONS.c.started_on, _OBLIGATIONS.c.id)
    )
    return tuple(_obligation(row) for row in rows)


def listed(
    connection: Connection,
    city: str,
    *,
    undone_only: bool,
    record_id: UUID | None = None,
    after: tuple[date, UUID] | None,
    limit: int,
) -> Sequence[Obligation]:
    """A page by due day, those without a day last; `after` is the (due day, id) of the last one seen."""
    query: Select[Any] = select(_OBLIGATIONS).where(_OBLIGATIONS.c.city == city)
    if undone_only:
        query = query.where(_UNDONE)
    if record_id is not None:
        query = query.where(_OBLIGATIONS.c.record_id == record_id)
    if after is not None:
        due_on, seen = after
        later = or_(_OBLIGATIONS.c.due_on > due_on, _OBLIGATIONS.c.due_on.is_(None))
        same_day = and_(_OBLIGATIONS.c.due_on == due_on, _OBLIGATIONS.c.id > seen)
        undated = and_(_OBLIGATIONS.c.due_on.is_(None), _OBLIGATIONS.c.id > seen)
        query = query.where(undated if due_on == date.max else or_(later, same_day))
    rows = connection.execute(
        query.order_by(_OBLIGATIONS.c.due_on.asc().nulls_last(), _OBLIGATIONS.c.id).limit(limit)
    )
    return tuple(_obligation(row) for row in rows)


def take_lapsed(connection: Connection, city: str, on: date, limit: int) -> tuple[Obligation, ...]:
    """Lock some obligations whose day has passed and mark them as missed; another sweep skips them.

    Run it in the transaction of what the lapses do: a crash fires neither, a second run finds none.
    """
    found = (
        select(_OBLIGATIONS.c.id)
        .where(
            _OBLIGATIONS.c.city == city,
            _UNDONE,
            _OBLIGATIONS.c.lapse_fired_on.is_(None),
            _OBLIGATIONS.c.due_on < on,
        )
        .order_by(_OBLIGATIONS.c.due_on, _OBLIGATIONS.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    ids = connection.execute(found).scalars().all()
    if not ids:
        return ()
    rows = connection.execute(
        update(_OBLIGATIONS)
        .where(_OBLIGATIONS.c.city == city, _OBLIGATIONS.c.id.in_(ids))
        .values(lapse_fired_on=on)
        .returning(_OBLIGATIONS)
    )
    return tuple(
        sorted((_obligation(row) for row in rows), key=lambda each: (each.due_on or date.max, each.id))
    )


def _change(connection: Connection, obligation: Obligation, **values: Any) -> None:
    connection.execute(
        update(_OBLIGATIONS)
        .where(_OBLIGATIONS.c.city == obligation.city, _OBLIGATIONS.c.id == obligation.id)
        .values(**values)
    )


def _of(city: str, record_id: UUID) -> Any:
    return and_(_OBLIGATIONS.c.city == city, _OBLIGATIONS.c.record_id == record_id)


def _obligation(row: Row[Any]) -> Obligation:
    values = dict(row._mapping)
    return Obligation(**values | {"options": tuple(row.options), "steps": tuple(row.steps)})
