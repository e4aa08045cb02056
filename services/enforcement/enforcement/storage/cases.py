"""Cases, and who owns the parcels they are about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, delete, insert, select, update

from enforcement.domain.case import Case, CaseParty
from enforcement.storage.tables import cases, parties


def add(connection: Connection, case: Case) -> None:
    """Write a new case."""
    connection.execute(insert(cases).values(_values(case)))


def save(connection: Connection, case: Case) -> Case:
    """Write a changed case over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(cases)
        .where(cases.c.city == case.city, cases.c.id == case.id, cases.c.version == case.version)
        .values({**_values(case), "version": case.version + 1})
        .returning(cases)
    ).first()
    if saved is None:
        raise StaleVersion
    return _case(saved)


def find(connection: Connection, city: str, case_id: UUID) -> Case | None:
    """One case of the city."""
    row = connection.execute(select(cases).where(cases.c.city == city, cases.c.id == case_id)).first()
    return None if row is None else _case(row)


def by_source(connection: Connection, city: str, opened_by: str, source: str) -> Case | None:
    """The case that something opened, if any."""
    row = connection.execute(
        select(cases).where(cases.c.city == city, cases.c.opened_by == opened_by, cases.c.source == source)
    ).first()
    return None if row is None else _case(row)


def standing_on(connection: Connection, city: str, pin: str) -> Sequence[Case]:
    """The cases of a parcel that are not closed, oldest first, locked."""
    query = (
        select(cases)
        .where(cases.c.city == city, cases.c.pin == pin, cases.c.state != "closed")
        .order_by(cases.c.id)
    )
    return [_case(row) for row in connection.execute(query.with_for_update())]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which cases; None asks for any. `due_by`: whose day for correction is that day or earlier."""

    state: str | None = None
    program: str | None = None
    pin: str | None = None
    number: str | None = None
    due_by: date | None = None


def listed(
    connection: Connection, city: str, wanted: Wanted, *, after: UUID | None, limit: int
) -> Sequence[Case]:
    """Up to `limit`, the oldest first, after the given one."""
    query = select(cases).where(cases.c.city == city)
    for column in (cases.c.state, cases.c.program, cases.c.pin, cases.c.number):
        value = getattr(wanted, column.name)
        if value is not None:
            query = query.where(column == value)
    if wanted.due_by is not None:
        query = query.where(cases.c.comply_by <= wanted.due_by)
    if after is not None:
        query = query.where(cases.c.id > after)
    return [_case(row) for row in connection.execute(query.order_by(cases.c.id).limit(limit))]


def set_parties(connection: Connection, city: str, case_id: UUID, found: Iterable[CaseParty]) -> None:
    """Write who owns the parcel, in the place of whoever stood there."""
    connection.execute(delete(parties).where(parties.c.city == city, parties.c.case_id == case_id))
    rows = [row_of(parties, each) for each in found]
    if rows:
        connection.execute(insert(parties), rows)


def parties_of(connection: Connection, city: str, case_id: UUID) -> tuple[CaseParty, ...]:
    """Owners, then taxpayers."""
    rows = connection.execute(
        select(parties).where(parties.c.city == city, parties.c.case_id == case_id).order_by(parties.c.place)
    )
    return tuple(CaseParty(**row._mapping) for row in rows)


def _values(case: Case) -> dict[str, Any]:
    return row_of(
        cases, case, grounds=list(case.grounds), facts=dict(case.facts), judgments=dict(case.judgments)
    )


def _case(row: Row[Any]) -> Case:
    return Case(**dict(row._mapping) | {"grounds": tuple(row.grounds)})
