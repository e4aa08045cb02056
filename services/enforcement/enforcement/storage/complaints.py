"""Complaints, without who made them."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, insert, select, update

from enforcement.domain.complaint import Complaint
from enforcement.storage.tables import complaints


def add(connection: Connection, complaint: Complaint) -> None:
    """Write a new complaint."""
    connection.execute(insert(complaints).values(row_of(complaints, complaint)))


def save(connection: Connection, complaint: Complaint) -> Complaint:
    """Write a changed complaint over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(complaints)
        .where(
            complaints.c.city == complaint.city,
            complaints.c.id == complaint.id,
            complaints.c.version == complaint.version,
        )
        .values({**row_of(complaints, complaint), "version": complaint.version + 1})
        .returning(complaints)
    ).first()
    if saved is None:
        raise StaleVersion
    return Complaint(**saved._mapping)


def find(connection: Connection, city: str, complaint_id: UUID) -> Complaint | None:
    """One complaint of the city."""
    row = connection.execute(
        select(complaints).where(complaints.c.city == city, complaints.c.id == complaint_id)
    ).first()
    return None if row is None else Complaint(**row._mapping)


def by_reference(connection: Connection, city: str, reference_hash: str) -> Complaint | None:
    """The complaint whose reference has this hash."""
    row = connection.execute(
        select(complaints).where(complaints.c.city == city, complaints.c.reference_hash == reference_hash)
    ).first()
    return None if row is None else Complaint(**row._mapping)


def listed(
    connection: Connection,
    city: str,
    *,
    state: str | None,
    program: str | None,
    pin: str | None,
    after: UUID | None,
    limit: int,
) -> Sequence[Complaint]:
    """Up to `limit`, the oldest first, after the given one."""
    query = select(complaints).where(complaints.c.city == city)
    for column, value in (
        (complaints.c.state, state),
        (complaints.c.program, program),
        (complaints.c.pin, pin),
    ):
        if value is not None:
            query = query.where(column == value)
    if after is not None:
        query = query.where(complaints.c.id > after)
    rows = connection.execute(query.order_by(complaints.c.id).limit(limit))
    return [Complaint(**row._mapping) for row in rows]
