"""What beside the history contradicts itself: books that do not balance, receipts of another hash."""

from __future__ import annotations

from sqlalchemy import Connection, MetaData, exists, func, inspect, select

from casework.storage.anchor_tables import anchor_tables
from casework.storage.journal import Unbalanced, unbalanced
from casework.storage.tables import decisions_table

_METADATA = MetaData()
_DECISIONS = decisions_table(_METADATA)
_HEADS, _, _ANCHORED = anchor_tables(_METADATA)


def has_table(connection: Connection, name: str) -> bool:
    """Whether the database has this table."""
    return inspect(connection).has_table(name)


def unbalanced_transactions(connection: Connection) -> tuple[Unbalanced, ...]:
    """Journal transactions that do not sum to zero; none where the service keeps no ledger."""
    return unbalanced(connection) if has_table(connection, "journal_transactions") else ()


def heads_said_to_be_anchored(connection: Connection) -> tuple[str, ...]:
    """Heads (`<city> <record>`) marked as anchored that no anchor vouches for; the next would skip them."""
    vouched = exists().where(
        _ANCHORED.c.city == _HEADS.c.city,
        _ANCHORED.c.record_id == _HEADS.c.record_id,
        _ANCHORED.c.seq == _HEADS.c.seq,
    )
    rows = connection.execute(
        select(_HEADS.c.city, _HEADS.c.record_id)
        .where(_HEADS.c.anchored, ~vouched)
        .order_by(_HEADS.c.city, _HEADS.c.record_id)
    )
    return tuple(f"{row.city} {row.record_id}" for row in rows)


def changed_receipts(connection: Connection) -> tuple[str, ...]:
    """Decisions (`<city> <id>`) whose receipt is not the one that was hashed."""
    if not has_table(connection, "decisions"):
        return ()
    hashed = func.encode(func.sha256(_DECISIONS.c.receipt), "hex")
    rows = connection.execute(
        select(_DECISIONS.c.city, _DECISIONS.c.id)
        .where(hashed != _DECISIONS.c.receipt_sha256)
        .order_by(_DECISIONS.c.city, _DECISIONS.c.id)
    )
    return tuple(f"{row.city} {row.id}" for row in rows)
