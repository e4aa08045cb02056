"""Enter, correct, withdraw and read violations."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from sqlalchemy import Connection, MetaData, insert, select, update

from casework.storage.order_tables import violations_table
from casework.storage.rows import row_of
from casework.violations import Violation

_VIOLATIONS = violations_table(MetaData())


def record(connection: Connection, violation: Violation) -> None:
    """Write what was found."""
    connection.execute(insert(_VIOLATIONS).values(row_of(_VIOLATIONS, violation)))


def correct(
    connection: Connection, city: str, violation_id: UUID, corrected_on: date, corrected_by: str
) -> bool:
    """It is gone since that day; False when it is not open, or was observed later."""
    return _end(connection, city, violation_id, corrected_on=corrected_on, corrected_by=corrected_by)


def withdraw(connection: Connection, city: str, violation_id: UUID, on: date, because: str) -> bool:
    """It should not have been found; False when it is not open."""
    return _end(connection, city, violation_id, withdrawn_on=on, withdrawn_because=because)


def find(connection: Connection, city: str, violation_id: UUID) -> Violation | None:
    """One violation."""
    row = connection.execute(
        select(_VIOLATIONS).where(_VIOLATIONS.c.city == city, _VIOLATIONS.c.id == violation_id)
    ).first()
    return None if row is None else Violation(**row._mapping)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Violation, ...]:
    """The violations of a record, oldest first."""
    rows = connection.execute(
        select(_VIOLATIONS)
        .where(_VIOLATIONS.c.city == city, _VIOLATIONS.c.record_id == record_id)
        .order_by(_VIOLATIONS.c.observed_on, _VIOLATIONS.c.id)
    )
    return tuple(Violation(**row._mapping) for row in rows)


def _end(connection: Connection, city: str, violation_id: UUID, **values: object) -> bool:
    ended = connection.execute(
        update(_VIOLATIONS)
        .where(
            _VIOLATIONS.c.city == city,
            _VIOLATIONS.c.id == violation_id,
            _VIOLATIONS.c.corrected_on.is_(None),
            _VIOLATIONS.c.withdrawn_on.is_(None),
            _VIOLATIONS.c.observed_on <= (values.get("corrected_on") or date.max),
        )
        .values(values)
    )
    return ended.rowcount == 1
