"""Append to and add up the journal."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from servicekit.identifiers import uuid7
from sqlalchemy import ColumnElement, Connection, MetaData, Row, func, select
from sqlalchemy.dialects.postgresql import insert

from casework.journal import Balance, Kind, Posting, Transaction, Voucher
from casework.payments import ReferenceTaken
from casework.storage.ledger_tables import charges_table, journal_tables

_METADATA = MetaData()
charges_table(_METADATA)
_TRANSACTIONS, _ENTRIES = journal_tables(_METADATA)


@dataclass(frozen=True, slots=True)
class Unbalanced:
    """A transaction of the journal that does not sum to zero; only tampering makes one."""

    city: str
    transaction_id: UUID
    total: str


def post(
    connection: Connection,
    city: str,
    record_id: UUID,
    kind: Kind,
    voucher: Voucher,
    postings: Iterable[Posting],
    reverses: UUID | None = None,
) -> Transaction:
    """Write one balanced movement. Raises ReferenceTaken; the caller asks `referred_to` first to replay."""
    made = Transaction(uuid7(), city, record_id, kind, voucher, tuple(postings), reverses)
    row = insert(_TRANSACTIONS).values(
        city=city,
        id=made.id,
        record_id=record_id,
        kind=kind,
        made_on=voucher.made_on,
        at=voucher.at,
        actor=voucher.actor,
        office=voucher.office,
        because=voucher.because,
        rules=list(voucher.rules),
        external_reference=voucher.external_reference,
        reverses=reverses,
    )
    # Of two at once the later is refused by PostgreSQL as not serializable, and its retry sees the first.
    once = row.on_conflict_do_nothing(
        index_elements=[_TRANSACTIONS.c.city, _TRANSACTIONS.c.external_reference]
    ).returning(_TRANSACTIONS.c.id)
    if connection.execute(once).first() is None:
        raise ReferenceTaken(str(voucher.external_reference))
    connection.execute(
        insert(_ENTRIES),
        [
            {
                "city": city,
                "transaction_id": made.id,
                "line": line,
                "record_id": record_id,
                "account": each.account,
                "amount_usd": each.amount_usd,
                "charge_id": each.charge_id,
            }
            for line, each in enumerate(made.postings, start=1)
        ],
    )
    return made


def referred_to(connection: Connection, city: str, external_reference: str) -> UUID | None:
    """The transaction that bears this reference."""
    return connection.scalar(
        select(_TRANSACTIONS.c.id).where(
            _TRANSACTIONS.c.city == city, _TRANSACTIONS.c.external_reference == external_reference
        )
    )


def reversed_on(connection: Connection, city: str, transaction_id: UUID) -> date | None:
    """The day from which a transaction was undone."""
    return connection.scalar(
        select(_TRANSACTIONS.c.made_on).where(
            _TRANSACTIONS.c.city == city, _TRANSACTIONS.c.reverses == transaction_id
        )
    )


def postings_of(connection: Connection, city: str, record_id: UUID) -> tuple[Posting, ...]:
    """Every posting on a record, in no promised order."""
    rows = connection.execute(
        select(_ENTRIES.c.account, _ENTRIES.c.amount_usd, _ENTRIES.c.charge_id).where(
            _ENTRIES.c.city == city, _ENTRIES.c.record_id == record_id
        )
    )
    return tuple(Posting(row.account, row.amount_usd, row.charge_id) for row in rows)


def owed(charge_id: ColumnElement[UUID], city: str) -> ColumnElement[bool]:
    """The condition that something is outstanding on a charge."""
    total = select(func.sum(_ENTRIES.c.amount_usd)).where(
        _ENTRIES.c.city == city, _ENTRIES.c.charge_id == charge_id, _ENTRIES.c.account == "receivable"
    )
    return total.scalar_subquery() > 0


def transactions_of(connection: Connection, city: str, record_id: UUID) -> tuple[Transaction, ...]:
    """The statement of account of a record, oldest first."""
    rows = connection.execute(
        select(_TRANSACTIONS)
        .where(_TRANSACTIONS.c.city == city, _TRANSACTIONS.c.record_id == record_id)
        .order_by(_TRANSACTIONS.c.id)
    ).all()
    lines = connection.execute(
        select(_ENTRIES)
        .where(_ENTRIES.c.city == city, _ENTRIES.c.record_id == record_id)
        .order_by(_ENTRIES.c.transaction_id, _ENTRIES.c.line)
    )
    postings: dict[UUID, list[Posting]] = {}
    for line in lines:
        posting = Posting(line.account, line.amount_usd, line.charge_id)
        postings.setdefault(line.transaction_id, []).append(posting)
    return tuple(_transaction(row, tuple(postings[row.id])) for row in rows)


def balance_of(connection: Connection, city: str, record_id: UUID) -> Balance:
    """What stands on the accounts of a record."""
    return _balance(connection, city, _ENTRIES.c.record_id == record_id)


def trial_balance(connection: Connection, city: str) -> Balance:
    """What stands on the accounts of the whole city; its total is zero."""
    return _balance(connection, city)


def unbalanced(connection: Connection) -> tuple[Unbalanced, ...]:
    """Transactions of any city whose entries do not sum to zero, or that have none."""
    total = func.coalesce(func.sum(_ENTRIES.c.amount_usd), 0)
    rows = connection.execute(
        select(_TRANSACTIONS.c.city, _TRANSACTIONS.c.id, total.label("total"))
        .outerjoin(
            _ENTRIES,
            (_ENTRIES.c.city == _TRANSACTIONS.c.city) & (_ENTRIES.c.transaction_id == _TRANSACTIONS.c.id),
        )
        .group_by(_TRANSACTIONS.c.city, _TRANSACTIONS.c.id)
        .having((total != 0) | (func.count(_ENTRIES.c.line) < 2))
        .order_by(_TRANSACTIONS.c.city, _TRANSACTIONS.c.id)
    )
    return tuple(Unbalanced(row.city, row.id, str(row.total)) for row in rows)


def _balance(connection: Connection, city: str, *only: Any) -> Balance:
    rows = connection.execute(
        select(_ENTRIES.c.account, func.sum(_ENTRIES.c.amount_usd).label("usd"))
        .where(_ENTRIES.c.city == city, *only)
        .group_by(_ENTRIES.c.account)
    )
    return Balance({row.account: row.usd for row in rows})


def _transaction(row: Row[Any], postings: tuple[Posting, ...]) -> Transaction:
    voucher = Voucher(
        row.made_on, row.at, row.actor, row.office, row.because, tuple(row.rules), row.external_reference
    )
    return Transaction(row.id, row.city, row.record_id, row.kind, voucher, postings, row.reverses)
