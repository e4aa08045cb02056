"""Inspections as they were made."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from casework.storage.rows import row_of
from sqlalchemy import Connection, Row, insert, select

from enforcement.domain.inspection import Inspection
from enforcement.storage.tables import inspections


def record(connection: Connection, inspection: Inspection) -> None:
    """Write an inspection; it is never changed."""
    row = row_of(
        inspections,
        inspection,
        facts=dict(inspection.facts),
        judgments=dict(inspection.judgments),
        fails=list(inspection.fails),
        missing=list(inspection.missing),
    )
    connection.execute(insert(inspections).values(row))


def of_case(connection: Connection, city: str, case_id: UUID) -> tuple[Inspection, ...]:
    """The inspections of a case, oldest first."""
    rows = connection.execute(
        select(inspections)
        .where(inspections.c.city == city, inspections.c.case_id == case_id)
        .order_by(inspections.c.id)
    )
    return tuple(_inspection(row) for row in rows)


def _inspection(row: Row[Any]) -> Inspection:
    values = {"fails": tuple(row.fails), "missing": tuple(row.missing), "receipt": bytes(row.receipt)}
    return Inspection(**dict(row._mapping) | values)
