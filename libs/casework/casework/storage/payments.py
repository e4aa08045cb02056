"""Receive payments, apply credit, pay back, reverse what did not hold.

Every act runs in the caller's (serializable) transaction, moves money once, and is found again by its
external reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any
from uuid import UUID

from servicekit.identifiers import next_record_number, uuid7
from sqlalchemy import Connection, MetaData, Row, insert, select

from casework.charges import ChargeStanding, oldest_first
from casework.journal import Posting, Transaction, Voucher, credit_applied, paid, refunded, undone
from casework.money import ZERO, positive_cents
from casework.payments import (
    Irreversible,
    MoreThanOwed,
    Payment,
    PaymentMethod,
    ReferenceTaken,
    Refund,
    UnknownCharge,
)
from casework.storage import charges, journal
from casework.storage.ledger_tables import ledger_tables
from casework.storage.rows import row_of

_METADATA = MetaData()
ledger_tables(_METADATA)
_PAYMENTS = _METADATA.tables["payments"]
_REFUNDS = _METADATA.tables["refunds"]

RECEIPTS = "RCPT"
REFUNDS = "RFND"


def receive(
    connection: Connection,
    *,
    city: str,
    record_id: UUID,
    prefix: str,
    method: PaymentMethod,
    amount_usd: Decimal,
    voucher: Voucher,
    shares: Mapping[UUID, Decimal] | None = None,
) -> Payment:
    """Enter money received on `voucher.made_on` and give it a receipt number (`<prefix>-RCPT-<year>-…`).

    `shares` say which charges it pays; None: the one due first, then the next. What is left is credit.
    The same external reference again gives the payment that stands. Raises ReferenceTaken when that one
    differs; UnknownCharge, MoreThanOwed, NotCents.
    """
    amount = positive_cents(amount_usd)
    reference = voucher.external_reference
    if reference is not None:
        known = journal.referred_to(connection, city, reference)
        if known is not None:
            return _same_payment(connection, city, known, reference, record_id, method, amount, voucher)
    standings = charges.standings_of(connection, city, record_id)
    spread = oldest_first(standings, amount) if shares is None else dict(shares)
    charges.require_outstanding(standings, spread)
    if sum(spread.values(), ZERO) > amount:
        raise MoreThanOwed("was paid", sum(spread.values(), ZERO), amount)
    moved = journal.post(connection, city, record_id, "payment", voucher, paid(amount, spread))
    payment = Payment(
        id=uuid7(),
        city=city,
        record_id=record_id,
        receipt_number=next_record_number(connection, prefix, RECEIPTS, voucher.made_on.year),
        method=method,
        paid_on=voucher.made_on,
        amount_usd=amount,
        credited_usd=amount - sum(spread.values(), ZERO),
        transaction_id=moved.id,
        external_reference=reference,
    )
    connection.execute(insert(_PAYMENTS).values(row_of(_PAYMENTS, payment)))
    return payment


def apply_credit(
    connection: Connection,
    city: str,
    record_id: UUID,
    voucher: Voucher,
    shares: Mapping[UUID, Decimal] | None = None,
) -> Transaction | None:
    """Pay charges from credit; None when there is nothing to apply. Raises UnknownCharge, MoreThanOwed."""
    held = journal.balance_of(connection, city, record_id).credit_usd
    standings = charges.standings_of(connection, city, record_id)
    spread = oldest_first(standings, held) if shares is None else dict(shares)
    if not spread:
        return None
    charges.require_outstanding(standings, spread)
    if sum(spread.values(), ZERO) > held:
        raise MoreThanOwed("is held as credit", sum(spread.values(), ZERO), held)
    return journal.post(connection, city, record_id, "application_of_credit", voucher, credit_applied(spread))


def refund(
    connection: Connection,
    *,
    city: str,
    record_id: UUID,
    prefix: str,
    method: PaymentMethod,
    amount_usd: Decimal,
    voucher: Voucher,
    charge_id: UUID | None = None,
) -> Refund:
    """Pay back of a charge, or of credit where none is named; numbered `<prefix>-RFND-<year>-…`.

    The same external reference again gives the refund that stands. Raises ReferenceTaken, UnknownCharge,
    MoreThanOwed, NotCents.
    """
    amount = positive_cents(amount_usd)
    reference = voucher.external_reference
    if reference is not None:
        known = journal.referred_to(connection, city, reference)
        if known is not None:
            return _same_refund(connection, city, known, reference, record_id, charge_id, amount)
    _require_refundable(connection, city, record_id, charge_id, amount)
    moved = journal.post(connection, city, record_id, "refund", voucher, refunded(amount, charge_id))
    made = Refund(
        id=uuid7(),
        city=city,
        record_id=record_id,
        number=next_record_number(connection, prefix, REFUNDS, voucher.made_on.year),
        charge_id=charge_id,
        method=method,
        refunded_on=voucher.made_on,
        amount_usd=amount,
        because=voucher.because,
        rules=voucher.rules,
        transaction_id=moved.id,
        external_reference=reference,
    )
    connection.execute(insert(_REFUNDS).values(row_of(_REFUNDS, made, rules=list(made.rules))))
    return made


def reverse(connection: Connection, city: str, payment_id: UUID, voucher: Voucher) -> Transaction:
    """Undo a payment that did not hold (a returned check): what it paid is owed again.

    Where its credit was used since, that is taken back from the charges it went to, the newest first.
    Raises Irreversible when it was reversed before or its credit was paid back.
    """
    payment = find(connection, city, payment_id)
    if payment is None or payment.reversed_on is not None:
        raise Irreversible("There is no such payment, or it was reversed before.")
    record_id = payment.record_id
    standings = {each.charge.id: each for each in charges.standings_of(connection, city, record_id)}
    made = next(
        each
        for each in journal.transactions_of(connection, city, record_id)
        if each.id == payment.transaction_id
    )
    postings = [_onto_credit(each, standings) for each in undone(made.postings)]
    held = journal.balance_of(connection, city, record_id).credit_usd
    short = sum((each.amount_usd for each in postings if each.account == "credit"), ZERO) - held
    if short > 0:
        postings += _taken_back(short, standings, journal.postings_of(connection, city, record_id))
    return journal.post(connection, city, record_id, "reversal", voucher, postings, reverses=made.id)


def find(connection: Connection, city: str, payment_id: UUID) -> Payment | None:
    """One payment."""
    row = connection.execute(
        select(_PAYMENTS).where(_PAYMENTS.c.city == city, _PAYMENTS.c.id == payment_id)
    ).first()
    return None if row is None else _payment(connection, row)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[Payment, ...]:
    """The payments of a record, oldest first."""
    rows = connection.execute(
        select(_PAYMENTS)
        .where(_PAYMENTS.c.city == city, _PAYMENTS.c.record_id == record_id)
        .order_by(_PAYMENTS.c.id)
    ).all()
    return tuple(_payment(connection, row) for row in rows)


def refunds_of(connection: Connection, city: str, record_id: UUID) -> tuple[Refund, ...]:
    """The refunds of a record, oldest first."""
    rows = connection.execute(
        select(_REFUNDS)
        .where(_REFUNDS.c.city == city, _REFUNDS.c.record_id == record_id)
        .order_by(_REFUNDS.c.id)
    )
    return tuple(_refund(row) for row in rows)


def _require_refundable(
    connection: Connection, city: str, record_id: UUID, charge_id: UUID | None, amount: Decimal
) -> None:
    if charge_id is None:
        held = journal.balance_of(connection, city, record_id).credit_usd
        if amount > held:
            raise MoreThanOwed("is held as credit", amount, held)
        return
    found = charges.standing_of(connection, city, charge_id)
    if found.charge.record_id != record_id:
        raise UnknownCharge(f"The record has no charge {charge_id}.")
    if amount > found.refundable_usd:
        raise MoreThanOwed(f"was paid on {found.charge.title}", amount, found.refundable_usd)


def _onto_credit(posting: Posting, standings: Mapping[UUID, ChargeStanding]) -> Posting:
    """What a canceled charge had been paid is credit by now, and comes out of that."""
    if posting.account != "receivable" or posting.charge_id is None:
        return posting
    canceled = standings[posting.charge_id].canceled_usd > 0
    return Posting("credit", posting.amount_usd, posting.charge_id) if canceled else posting


def _taken_back(
    short: Decimal, standings: Mapping[UUID, ChargeStanding], postings: tuple[Posting, ...]
) -> list[Posting]:
    taken: list[Posting] = []
    for charge_id in reversed(tuple(standings)):
        used = sum(
            (each.amount_usd for each in postings if (each.account, each.charge_id) == ("credit", charge_id)),
            ZERO,
        )
        share = min(short, used)
        if share > 0:
            taken += [Posting("receivable", share, charge_id), Posting("credit", -share, charge_id)]
            short -= share
    if short > 0:
        raise Irreversible(
            f"{short} dollars of this payment were paid back already. Charge them anew instead."
        )
    return taken


def _same_payment(
    connection: Connection,
    city: str,
    transaction_id: UUID,
    reference: str,
    record_id: UUID,
    method: PaymentMethod,
    amount: Decimal,
    voucher: Voucher,
) -> Payment:
    row = connection.execute(
        select(_PAYMENTS).where(_PAYMENTS.c.city == city, _PAYMENTS.c.transaction_id == transaction_id)
    ).first()
    wanted = (record_id, method, amount, voucher.made_on)
    if row is None or (row.record_id, row.method, row.amount_usd, row.paid_on) != wanted:
        raise ReferenceTaken(reference)
    return _payment(connection, row)


def _same_refund(
    connection: Connection,
    city: str,
    transaction_id: UUID,
    reference: str,
    record_id: UUID,
    charge_id: UUID | None,
    amount: Decimal,
) -> Refund:
    row = connection.execute(
        select(_REFUNDS).where(_REFUNDS.c.city == city, _REFUNDS.c.transaction_id == transaction_id)
    ).first()
    if row is None or (row.record_id, row.charge_id, row.amount_usd) != (record_id, charge_id, amount):
        raise ReferenceTaken(reference)
    return _refund(row)


def _payment(connection: Connection, row: Row[Any]) -> Payment:
    reversed_on = journal.reversed_on(connection, row.city, row.transaction_id)
    return Payment(**dict(row._mapping), reversed_on=reversed_on)


def _refund(row: Row[Any]) -> Refund:
    return Refund(**dict(row._mapping) | {"rules": tuple(row.rules)})
