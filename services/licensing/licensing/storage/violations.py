"""Violations held against licenses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, insert, select, update

from licensing.domain.violation import Violation
from licensing.storage.tables import violations


def add(connection: Connection, violation: Violation) -> None:
    """Write a new violation."""
    connection.execute(insert(violations).values(_values(violation)))


def save(connection: Connection, violation: Violation) -> Violation:
    """Write a changed violation over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(violations)
        .where(
            violations.c.city == violation.city,
            violations.c.id == violation.id,
            violations.c.version == violation.version,
        )
        .values({**_values(violation), "version": violation.version + 1})
        .returning(violations)
    ).first()
    if saved is None:
        raise StaleVersion
    return _violation(saved)


def find(connection: Connection, city: str, violation_id: UUID) -> Violation | None:
    """One violation of the city."""
    row = connection.execute(
        select(violations).where(violations.c.city == city, violations.c.id == violation_id)
    ).first()
    return None if row is None else _violation(row)


def of_license(connection: Connection, city: str, license_id: UUID) -> Sequence[Violation]:
    """The violations of a license, oldest first."""
    query = (
        select(violations)
        .where(violations.c.city == city, violations.c.license_id == license_id)
        .order_by(violations.c.id)
    )
    return [_violation(row) for row in connection.execute(query)]


def _values(violation: Violation) -> dict[str, Any]:
    requests = [dict(each) for each in violation.hearing_requests]
    return row_of(violations, violation, rules=list(violation.rules), hearing_requests=requests)


def _violation(row: Row[Any]) -> Violation:
    values = {"rules": tuple(row.rules), "hearing_requests": tuple(row.hearing_requests)}
    return Violation(**dict(row._mapping) | values)
