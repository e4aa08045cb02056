"""Requests to transfer licenses."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, insert, select, update

from licensing.domain.transfer import Transfer
from licensing.storage.tables import transfers


def add(connection: Connection, transfer: Transfer) -> None:
    """Write a new request."""
    connection.execute(insert(transfers).values(row_of(transfers, transfer)))


def save(connection: Connection, transfer: Transfer) -> Transfer:
    """Write a changed request over the version it was read at. Raises StaleVersion."""
    saved = connection.execute(
        update(transfers)
        .where(
            transfers.c.city == transfer.city,
            transfers.c.id == transfer.id,
            transfers.c.version == transfer.version,
        )
        .values({**row_of(transfers, transfer), "version": transfer.version + 1})
        .returning(transfers)
    ).first()
    if saved is None:
        raise StaleVersion
    return Transfer(**saved._mapping)


def find(connection: Connection, city: str, transfer_id: UUID) -> Transfer | None:
    """One request of the city."""
    row = connection.execute(
        select(transfers).where(transfers.c.city == city, transfers.c.id == transfer_id)
    ).first()
    return None if row is None else Transfer(**row._mapping)


def of_license(connection: Connection, city: str, license_id: UUID) -> Sequence[Transfer]:
    """The requests about a license, oldest first."""
    query = (
        select(transfers)
        .where(transfers.c.city == city, transfers.c.license_id == license_id)
        .order_by(transfers.c.id)
    )
    return [Transfer(**row._mapping) for row in connection.execute(query)]
