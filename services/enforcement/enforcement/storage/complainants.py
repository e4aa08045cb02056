"""Who complained: written once, read by its own permission, erasable. No other module reads this table."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from casework.storage.rows import row_of
from sqlalchemy import Connection, insert, select, update

from enforcement.domain.complaint import Complainant
from enforcement.storage.tables import complainants


def add(connection: Connection, complainant: Complainant) -> None:
    """Write who complained."""
    connection.execute(insert(complainants).values(row_of(complainants, complainant)))


def find(connection: Connection, city: str, complaint_id: UUID) -> Complainant | None:
    """Who made a complaint, as far as they said and it is not erased; None for one without a name."""
    row = connection.execute(
        select(complainants).where(complainants.c.city == city, complainants.c.complaint_id == complaint_id)
    ).first()
    return None if row is None else Complainant(**row._mapping)


def erase(connection: Connection, city: str, complaint_id: UUID, at: datetime) -> bool:
    """Drop what is known of them; False when nothing was."""
    erased = connection.execute(
        update(complainants)
        .where(
            complainants.c.city == city,
            complainants.c.complaint_id == complaint_id,
            complainants.c.erased_at.is_(None),
        )
        .values(name=None, email=None, phone=None, mailing_address=None, erased_at=at)
    )
    return erased.rowcount == 1
