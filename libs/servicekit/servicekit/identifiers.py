"""Identifiers: UUIDv7, and readable record numbers such as `FR-SIGN-2026-000042`."""

from __future__ import annotations

from uuid import UUID

import uuid_utils.compat
from sqlalchemy import Connection, MetaData
from sqlalchemy.dialects.postgresql import insert

from servicekit.tables import counter_table

_COUNTERS = counter_table(MetaData())


def uuid7() -> UUID:
    """Give a new UUID version 7: sorts by creation time."""
    return uuid_utils.compat.uuid7()


def next_record_number(connection: Connection, prefix: str, code: str, year: int) -> str:
    """Take the next number of the series in the running transaction: `LE-WIND-2026-000001`. No gaps after
    rollback.

    Holds the series until the transaction ends, so take it late.
    """
    first = insert(_COUNTERS).values(prefix=prefix, code=code, year=year, last=1)
    taken = connection.execute(
        first.on_conflict_do_update(
            index_elements=[_COUNTERS.c.prefix, _COUNTERS.c.code, _COUNTERS.c.year],
            set_={"last": _COUNTERS.c.last + 1},
        ).returning(_COUNTERS.c.last)
    ).scalar_one()
    return f"{prefix}-{code}-{year:04d}-{taken:06d}"
