"""Make charges, read how they stand, waive, write off, cancel, and move them to and from the tax roll.

Every act runs in the caller's transaction and writes one movement to the journal.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from datetime import date
from decimal import Decimal
from typing import Any, Literal
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, select
from sqlalchemy.dialects.postgresql import insert

from casework.charges import (
    AlreadyCharged,
    Charge,
    ChargeStanding,
    Lane,
    NotChargeable,
    standing,
    unpaid_before,
)
from casework.journal import (
    Posting,
    Transaction,
    Voucher,
    canceled,
    charged,
    collected,
    lessened,
    returned_from_roll,
)
from casework.money import ZERO, positive_cents
from casework.payments import MoreThanOwed, UnknownCharge
from casework.storage import journal
from casework.storage.ledger_tables import charges_table

_CHARGES = charges_table(MetaData())


def charge(connection: Connection, made: Charge, voucher: Voucher) -> Charge:
    """Enter a charge, once per record, fee and occasion: the same again gives the one that stands.

    Raises AlreadyCharged when that one has another amount.
    """
    before = connection.execute(
        select(_CHARGES).where(
            _CHARGES.c.city == made.city,
            _CHARGES.c.record_id == made.record_id,
            _CHARGES.c.fee == made.fee,
            _CHARGES.c.occasion == made.occasion,
        )
    ).first()
    if before is not None:
        if before.amount_usd != made.amount_usd:
            raise AlreadyCharged(f"{made.title} was charged before, with {before.amount_usd} dollars.")
        return _charge(before)
    row = asdict(made) | {
        "steps": list(made.steps),
        "amounts": [dict(each) for each in made.amounts],
        "rests_on": list(made.rests_on),
        "lane": None if made.lane is None else asdict(made.lane),
    }
    once = (
        insert(_CHARGES)
        .values(row)
        .on_conflict_do_nothing(
            index_elements=[_CHARGES.c.city, _CHARGES.c.record_id, _CHARGES.c.fee, _CHARGES.c.occasion]
        )
    )
    connection.execute(once)
    journal.post(connection, made.city, made.record_id, "charge", voucher, charged(made.id, made.amount_usd))
    return made


def find(connection: Connection, city: str, charge_id: UUID) -> Charge | None:
    """One charge."""
    row = connection.execute(
        select(_CHARGES).where(_CHARGES.c.city == city, _CHARGES.c.id == charge_id)
    ).first()
    return None if row is None else _charge(row)


def standings_of(connection: Connection, city: str, record_id: UUID) -> tuple[ChargeStanding, ...]:
    """Every charge of a record and what became of it, oldest first."""
    return _standings(connection, city, record_id, journal.postings_of(connection, city, record_id))


def standing_of(connection: Connection, city: str, charge_id: UUID) -> ChargeStanding:
    """What became of one charge. Raises UnknownCharge."""
    found = find(connection, city, charge_id)
    if found is None:
        raise UnknownCharge(f"There is no charge {charge_id}.")
    return standing(found, journal.postings_of(connection, city, found.record_id))


def unpaid_before_act(
    connection: Connection, city: str, record_id: UUID, act: str
) -> tuple[ChargeStanding, ...]:
    """What must be paid before `act` and is not; empty: the gate is open."""
    return unpaid_before(standings_of(connection, city, record_id), act)


def overdue(connection: Connection, city: str, on: date, limit: int) -> tuple[ChargeStanding, ...]:
    """Charges whose day has passed unpaid, the oldest day first."""
    rows = connection.execute(
        select(_CHARGES)
        .where(_CHARGES.c.city == city, _CHARGES.c.due_on < on, journal.owed(_CHARGES.c.id, city))
        .order_by(_CHARGES.c.due_on, _CHARGES.c.id)
        .limit(limit)
    ).all()
    made = [_charge(row) for row in rows]
    postings = {each.record_id: journal.postings_of(connection, city, each.record_id) for each in made}
    return tuple(standing(each, postings[each.record_id]) for each in made)


def waive(
    connection: Connection, city: str, charge_id: UUID, amount_usd: Decimal, voucher: Voucher
) -> Transaction:
    """Forgive what is owed, or a part, as the law or an office allows. Raises UnknownCharge, MoreThanOwed."""
    return _lessen(connection, city, charge_id, amount_usd, voucher, "waived", "waiver")


def write_off(
    connection: Connection, city: str, charge_id: UUID, amount_usd: Decimal, voucher: Voucher
) -> Transaction:
    """Give up what cannot be collected. Raises UnknownCharge, MoreThanOwed."""
    return _lessen(connection, city, charge_id, amount_usd, voucher, "written_off", "write_off")


def cancel(connection: Connection, city: str, charge_id: UUID, voucher: Voucher) -> Transaction:
    """Take back a charge made in error; what was paid on it becomes credit.

    Raises UnknownCharge; NotChargeable when it was canceled, waived, written off, refunded or rolled.
    """
    found = standing_of(connection, city, charge_id)
    touched = found.waived_usd or found.written_off_usd or found.on_tax_roll_usd or found.refunded_usd
    if found.canceled_usd or touched:
        raise NotChargeable(f"{found.charge.title} cannot be canceled any more.")
    postings = canceled(charge_id, found.outstanding_usd, found.paid_usd)
    return journal.post(connection, city, found.charge.record_id, "cancellation", voucher, postings)


def to_tax_roll(
    connection: Connection, city: str, record_id: UUID, shares: Mapping[UUID, Decimal], voucher: Voucher
) -> Transaction:
    """What is owed goes to the county's roll. Raises UnknownCharge, MoreThanOwed."""
    _require(standings_of(connection, city, record_id), shares, "outstanding_usd", "is outstanding")
    postings = lessened("tax_roll", shares)
    return journal.post(connection, city, record_id, "transfer_to_tax_roll", voucher, postings)


def from_tax_roll(
    connection: Connection, city: str, record_id: UUID, shares: Mapping[UUID, Decimal], voucher: Voucher
) -> Transaction:
    """It comes back (rejected, corrected, prepaid) and is owed to the city again."""
    _require(standings_of(connection, city, record_id), shares, "on_tax_roll_usd", "is on the tax roll")
    return journal.post(
        connection, city, record_id, "return_from_tax_roll", voucher, returned_from_roll(shares)
    )


def collect_from_county(
    connection: Connection, city: str, record_id: UUID, shares: Mapping[UUID, Decimal], voucher: Voucher
) -> Transaction:
    """The county pays over what it collected. Raises UnknownCharge, MoreThanOwed, ReferenceTaken."""
    _require(standings_of(connection, city, record_id), shares, "on_tax_roll_usd", "is on the tax roll")
    return journal.post(connection, city, record_id, "collection_by_county", voucher, collected(shares))


def require_outstanding(standings: tuple[ChargeStanding, ...], shares: Mapping[UUID, Decimal]) -> None:
    """Raises UnknownCharge, MoreThanOwed."""
    _require(standings, shares, "outstanding_usd", "is outstanding")


def _lessen(
    connection: Connection,
    city: str,
    charge_id: UUID,
    amount_usd: Decimal,
    voucher: Voucher,
    account: Literal["waived", "written_off"],
    kind: Literal["waiver", "write_off"],
) -> Transaction:
    found = standing_of(connection, city, charge_id)
    shares = {charge_id: positive_cents(amount_usd)}
    require_outstanding((found,), shares)
    return journal.post(connection, city, found.charge.record_id, kind, voucher, lessened(account, shares))


def _require(
    standings: tuple[ChargeStanding, ...], shares: Mapping[UUID, Decimal], of: str, words: str
) -> None:
    most = {each.charge.id: (each, getattr(each, of)) for each in standings}
    for charge_id, amount in shares.items():
        if charge_id not in most:
            raise UnknownCharge(f"The record has no charge {charge_id}.")
        found, usd = most[charge_id]
        if positive_cents(amount) > usd:
            raise MoreThanOwed(f"{words} on {found.charge.title}", amount, max(usd, ZERO))


def _standings(
    connection: Connection, city: str, record_id: UUID, postings: tuple[Posting, ...]
) -> tuple[ChargeStanding, ...]:
    rows = connection.execute(
        select(_CHARGES)
        .where(_CHARGES.c.city == city, _CHARGES.c.record_id == record_id)
        .order_by(_CHARGES.c.assessed_on, _CHARGES.c.id)
    )
    return tuple(standing(_charge(row), postings) for row in rows)


def _charge(row: Row[Any]) -> Charge:
    values = dict(row._mapping) | {
        "steps": tuple(row.steps),
        "amounts": tuple(row.amounts),
        "rests_on": tuple(row.rests_on),
        "lane": None if row.lane is None else Lane(**row.lane),
    }
    return Charge(**values)
