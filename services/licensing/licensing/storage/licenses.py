"""Licenses of the register."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, and_, insert, not_, or_, select, update

from licensing.domain.license import STANDING, License
from licensing.storage.tables import licenses


def add(connection: Connection, license_: License) -> None:
    """Write a new license."""
    connection.execute(insert(licenses).values(_values(license_)))


def save(connection: Connection, license_: License) -> License:
    """Write a changed license over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(licenses)
        .where(
            licenses.c.city == license_.city,
            licenses.c.id == license_.id,
            licenses.c.version == license_.version,
        )
        .values({**_values(license_), "version": license_.version + 1})
        .returning(licenses)
    ).first()
    if saved is None:
        raise StaleVersion
    return _license(saved)


def find(connection: Connection, city: str, license_id: UUID) -> License | None:
    """One license of the city."""
    row = connection.execute(
        select(licenses).where(licenses.c.city == city, licenses.c.id == license_id)
    ).first()
    return None if row is None else _license(row)


def of_program(connection: Connection, city: str, program: str, since: date) -> Sequence[License]:
    """Every license of a program whose term reaches `since`, whatever became of it: what caps count.

    Read in a serializable transaction, two that are issued at once see one another or fail.
    """
    query = (
        select(licenses)
        .where(
            licenses.c.city == city,
            licenses.c.program == program,
            or_(licenses.c.ends_on.is_(None), licenses.c.ends_on >= since),
        )
        .order_by(licenses.c.id)
    )
    return [_license(row) for row in connection.execute(query)]


def on_parcel(connection: Connection, city: str, pin: str) -> Sequence[License]:
    """The licenses of a parcel, oldest first, locked."""
    query = select(licenses).where(licenses.c.city == city, licenses.c.pin == pin).order_by(licenses.c.id)
    return [_license(row) for row in connection.execute(query.with_for_update())]


def take_over(connection: Connection, city: str, today: date, limit: int) -> Sequence[License]:
    """Lock some licenses whose term is over; another sweep skips them."""
    query = (
        select(licenses)
        .where(licenses.c.city == city, licenses.c.state.in_(STANDING), licenses.c.ends_on < today)
        .order_by(licenses.c.ends_on, licenses.c.id)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return [_license(row) for row in connection.execute(query)]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which licenses of the register; None asks for any."""

    state: str | None = None
    in_effect: bool | None = None
    program: str | None = None
    pin: str | None = None
    number: str | None = None
    holders: Sequence[str] | None = None


def listed(
    connection: Connection, city: str, wanted: Wanted, *, today: date, after: UUID | None, limit: int
) -> Sequence[License]:
    """Up to `limit` as they are stored, oldest first, after the given one; states are those of today."""
    query = select(licenses).where(licenses.c.city == city)
    over = and_(licenses.c.state.in_(STANDING), licenses.c.ends_on.is_not(None), licenses.c.ends_on < today)
    if wanted.state == "expired":
        query = query.where(or_(licenses.c.state == "expired", over))
    elif wanted.state is not None:
        query = query.where(licenses.c.state == wanted.state, not_(over))
    if wanted.in_effect is not None:
        standing = and_(licenses.c.state == "issued", not_(over), licenses.c.starts_on <= today)
        query = query.where(standing if wanted.in_effect else not_(standing))
    for column in (licenses.c.program, licenses.c.pin, licenses.c.number):
        value = getattr(wanted, column.name)
        if value is not None:
            query = query.where(column == value)
    if wanted.holders is not None:
        query = query.where(licenses.c.holder.in_(wanted.holders))
    if after is not None:
        query = query.where(licenses.c.id > after)
    return [_license(row) for row in connection.execute(query.order_by(licenses.c.id).limit(limit))]


def _values(license_: License) -> dict[str, Any]:
    return row_of(
        licenses,
        license_,
        conditions=list(license_.conditions),
        ended_rules=list(license_.ended_rules),
    )


def _license(row: Row[Any]) -> License:
    values = {"conditions": tuple(row.conditions), "ended_rules": tuple(row.ended_rules)}
    return License(**dict(row._mapping) | values)
