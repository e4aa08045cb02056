"""Permits, their inspections and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any
from uuid import UUID

from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, and_, insert, not_, or_, select, update

from permits.domain.conditions import Condition, imposed
from permits.domain.permit import IN_EFFECT, Inspection, Permit, Review
from permits.storage.tables import inspections, permits, reviews

_COLUMNS = tuple(each.name for each in fields(Permit))


def add(connection: Connection, permit: Permit) -> None:
    """Write a new permit."""
    connection.execute(insert(permits).values(_values(permit)))


def save(connection: Connection, permit: Permit) -> Permit:
    """Write a changed permit over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(permits)
        .where(permits.c.city == permit.city, permits.c.id == permit.id, permits.c.version == permit.version)
        .values({**_values(permit), "version": permit.version + 1})
        .returning(permits)
    ).first()
    if saved is None:
        raise StaleVersion
    return _permit(saved)


def find(connection: Connection, city: str, permit_id: UUID) -> Permit | None:
    """One permit of the city."""
    row = connection.execute(select(permits).where(permits.c.city == city, permits.c.id == permit_id)).first()
    return None if row is None else _permit(row)


def numbered(connection: Connection, city: str, number: str) -> Permit | None:
    """The permit of a number."""
    row = connection.execute(
        select(permits).where(permits.c.city == city, permits.c.number == number)
    ).first()
    return None if row is None else _permit(row)


def on_parcel(connection: Connection, city: str, pin: str, *, lock: bool) -> Sequence[Permit]:
    """The permits of a parcel, oldest first."""
    query = select(permits).where(permits.c.city == city, permits.c.pin == pin).order_by(permits.c.id)
    return [_permit(row) for row in connection.execute(query.with_for_update() if lock else query)]


def take_over(connection: Connection, city: str, today: date, limit: int) -> Sequence[Permit]:
    """Lock some permits in effect whose term is over; another sweep skips them."""
    query = (
        select(permits)
        .where(permits.c.city == city, permits.c.state.in_(IN_EFFECT), permits.c.term_ends_on < today)
        .order_by(permits.c.term_ends_on, permits.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return [_permit(row) for row in connection.execute(query)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which permits of the register; None asks for any. Both ends of a span of days belong to it."""

    state: str | None = None
    in_effect: bool | None = None
    program: str | None = None
    pin: str | None = None
    number: str | None = None
    issued_from: date | None = None
    issued_until: date | None = None


def listed(
    connection: Connection, city: str, wanted: Wanted, *, today: date, after: UUID | None, limit: int
) -> Sequence[Permit]:
    """Up to `limit` as they are stored, oldest first, after the given one; states are those of today."""
    query = select(permits).where(permits.c.city == city)
    over = and_(permits.c.state.in_(IN_EFFECT), permits.c.term_ends_on.is_not(None))
    over = and_(over, permits.c.term_ends_on < today)
    if wanted.state == "expired":
        query = query.where(or_(permits.c.state == "expired", over))
    elif wanted.state is not None:
        query = query.where(permits.c.state == wanted.state, not_(over))
    if wanted.in_effect is not None:
        standing = and_(permits.c.state.in_(IN_EFFECT), not_(over))
        query = query.where(standing if wanted.in_effect else not_(standing))
    for column in (permits.c.program, permits.c.pin, permits.c.number):
        value = getattr(wanted, column.name)
        if value is not None:
            query = query.where(column == value)
    if wanted.issued_from is not None:
        query = query.where(permits.c.issued_on >= wanted.issued_from)
    if wanted.issued_until is not None:
        query = query.where(permits.c.issued_on <= wanted.issued_until)
    if after is not None:
        query = query.where(permits.c.id > after)
    return [_permit(row) for row in connection.execute(query.order_by(permits.c.id).limit(limit))]


def add_inspection(connection: Connection, inspection: Inspection) -> None:
    """Write a scheduled inspection."""
    connection.execute(insert(inspections).values(_all(inspection)))


def record_result(connection: Connection, inspection: Inspection) -> None:
    """Write the result of an inspection."""
    connection.execute(
        update(inspections)
        .where(inspections.c.city == inspection.city, inspections.c.id == inspection.id)
        .values(_all(inspection))
    )


def inspections_of(connection: Connection, city: str, permit_id: UUID) -> list[Inspection]:
    """The inspections of a permit, by day."""
    rows = connection.execute(
        select(inspections)
        .where(inspections.c.city == city, inspections.c.permit_id == permit_id)
        .order_by(inspections.c.scheduled_on, inspections.c.id)
    )
    return [Inspection(**row._mapping) for row in rows]


def add_review(connection: Connection, review: Review) -> None:
    """Write a review."""
    connection.execute(insert(reviews).values(_all(review)))


def reviews_of(connection: Connection, city: str, permit_id: UUID) -> list[Review]:
    """The reviews of a permit, by day."""
    rows = connection.execute(
        select(reviews)
        .where(reviews.c.city == city, reviews.c.permit_id == permit_id)
        .order_by(reviews.c.reviewed_on, reviews.c.id)
    )
    return [Review(**row._mapping) for row in rows]


def _all(record: Inspection | Review) -> dict[str, Any]:
    return {each.name: getattr(record, each.name) for each in fields(record)}


def _values(permit: Permit) -> dict[str, Any]:
    values = {name: getattr(permit, name) for name in _COLUMNS}
    return values | {
        "conditions": [each.text for each in permit.conditions if each.rule is None],
        "law_conditions": [asdict(each) for each in permit.conditions if each.rule is not None],
        "ended_rules": list(permit.ended_rules),
    }


def _permit(row: Row[Any]) -> Permit:
    values = {name: getattr(row, name) for name in _COLUMNS}
    of_law = tuple(Condition(**each) for each in row.law_conditions)
    return Permit(
        **values | {"conditions": (*of_law, *imposed(row.conditions)), "ended_rules": tuple(row.ended_rules)}
    )
