"""Permits, their inspections and reviews."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from typing import Any
from uuid import UUID

from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, insert, select, update

from permits.domain.permit import Inspection, Permit, Review
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


def on_parcel(connection: Connection, city: str, pin: str, *, lock: bool) -> Sequence[Permit]:
    """The permits of a parcel, oldest first."""
    query = select(permits).where(permits.c.city == city, permits.c.pin == pin).order_by(permits.c.id)
    return [_permit(row) for row in connection.execute(query.with_for_update() if lock else query)]


def listed(
    connection: Connection,
    city: str,
    *,
    state: str | None,
    program: str | None,
    pin: str | None,
    after: UUID | None,
    limit: int,
) -> Sequence[Permit]:
    """Up to `limit`, oldest first, after the given one."""
    query = select(permits).where(permits.c.city == city)
    for column, wanted in ((permits.c.state, state), (permits.c.program, program), (permits.c.pin, pin)):
        if wanted is not None:
            query = query.where(column == wanted)
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
    return {**values, "conditions": list(permit.conditions), "ended_rules": list(permit.ended_rules)}


def _permit(row: Row[Any]) -> Permit:
    values = {name: getattr(row, name) for name in _COLUMNS}
    return Permit(**{**values, "conditions": tuple(row.conditions), "ended_rules": tuple(row.ended_rules)})
