"""Charges: what somebody owes on a record, by which rule, how it was reckoned, before which act it is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any
from uuid import UUID

from citycode.results.fees import FeeLine

from casework.journal import Posting, balance_of
from casework.money import ZERO, positive_cents

CHARGEABLE = ("due", "may_be_charged")


class NotChargeable(ValueError):
    """A fee that is not due, or whose amount is not known, cannot be charged."""


class AlreadyCharged(ValueError):
    """The same fee was charged for the same occasion, in another amount."""


@dataclass(frozen=True, slots=True)
class Lane:
    """The way an unpaid charge goes: `lane` is the law's word (`assessment`, `certification`,
    `personal_obligation`, `civil_action`), `statute` and `clause` name the power, `rule` what opens it.
    """

    lane: str
    rule: str
    statute: str | None = None
    clause: str | None = None


@dataclass(frozen=True, slots=True)
class Charge:
    """One charge, as the law reckoned it.

    `fee` is the element id, `occasion` tells repeated charges of one fee apart (an inspection's id, a
    season). `steps` are the arithmetic in words, `amounts` the scheduled amounts it rests on. `before` is
    the event it must be paid before. `payer` is a word of the law (`applicant`, `owner`), never a name.
    `lane` is how it goes to the tax roll or to court if unpaid; None where the law names no way.
    """

    id: UUID
    city: str
    record_id: UUID
    program: str
    fee: str
    rule: str
    title: str
    cite: str
    amount_usd: Decimal
    assessed_on: date
    law_date: date
    code_version: str
    occasion: str = ""
    before: str | None = None
    due_on: date | None = None
    payer: str | None = None
    steps: tuple[str, ...] = ()
    amounts: tuple[Mapping[str, Any], ...] = field(default_factory=tuple)
    rests_on: tuple[str, ...] = ()
    lane: Lane | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount_usd", positive_cents(self.amount_usd))

    @property
    def example(self) -> bool:
        """Whether it rests on an amount the city has not set."""
        return any(each.get("example") for each in self.amounts)


@dataclass(frozen=True, slots=True)
class ChargeStanding:
    """What became of a charge. `paid_usd` includes what was `refunded_usd` later."""

    charge: Charge
    outstanding_usd: Decimal
    paid_usd: Decimal
    refunded_usd: Decimal
    waived_usd: Decimal
    written_off_usd: Decimal
    on_tax_roll_usd: Decimal
    canceled_usd: Decimal

    @property
    def settled(self) -> bool:
        """Nothing is owed on it to the city; the rest, if any, is on the tax roll."""
        return self.outstanding_usd == 0

    @property
    def refundable_usd(self) -> Decimal:
        """What was paid and not yet paid back."""
        return self.paid_usd - self.refunded_usd

    def overdue(self, on: date) -> bool:
        """Whether its day has passed unpaid."""
        return not self.settled and self.charge.due_on is not None and on > self.charge.due_on


def charge_of(
    line: FeeLine,
    *,
    charge_id: UUID,
    city: str,
    record_id: UUID,
    program: str,
    assessed_on: date,
    occasion: str = "",
    due_on: date | None = None,
    payer: str | None = None,
) -> Charge:
    """The charge that a fee line of the law makes. Raises NotChargeable (also for nothing: 0.00)."""
    if line.outcome not in CHARGEABLE or not line.amount_usd:
        raise NotChargeable(f"{line.id} is {line.outcome}, {line.amount_usd} dollars: {line.sentence}")
    return Charge(
        id=charge_id,
        city=city,
        record_id=record_id,
        program=program,
        fee=line.id,
        rule=line.rule,
        title=line.title,
        cite=line.cite,
        amount_usd=line.amount_usd,
        assessed_on=assessed_on,
        law_date=line.law_date,
        code_version=line.code_version,
        occasion=occasion,
        before=line.before,
        due_on=due_on,
        payer=payer or line.payer,
        steps=line.steps,
        amounts=tuple(each.to_json() for each in line.amounts),
        rests_on=line.rests_on,
    )


def standing(charge: Charge, postings: Iterable[Posting]) -> ChargeStanding:
    """How a charge stands after the postings that name it."""
    sums = balance_of(each for each in postings if each.charge_id == charge.id)
    return ChargeStanding(
        charge=charge,
        outstanding_usd=sums.on("receivable"),
        paid_usd=sums.on("cash") + sums.on("credit") + sums.on("refunded"),
        refunded_usd=sums.on("refunded"),
        waived_usd=sums.on("waived"),
        written_off_usd=sums.on("written_off"),
        on_tax_roll_usd=sums.on("tax_roll"),
        canceled_usd=charge.amount_usd + sums.on("revenue"),
    )


def unpaid_before(standings: Iterable[ChargeStanding], act: str) -> tuple[ChargeStanding, ...]:
    """The charges that must be paid before `act` and are not; empty: the gate is open.

    `act` is the event of the law as packs name it (`application.completed`, `permit.issued`).
    """
    return tuple(each for each in standings if each.charge.before == act and not each.settled)


def paid_before(standings: Iterable[ChargeStanding], act: str) -> bool:
    """Whether everything that must be paid before `act` is."""
    return not unpaid_before(standings, act)


def oldest_first(standings: Iterable[ChargeStanding], amount_usd: Decimal) -> dict[UUID, Decimal]:
    """How a payment without instructions is spread: to the charge due first, in full, then the next."""
    shares: dict[UUID, Decimal] = {}
    left = amount_usd
    for each in sorted(
        standings, key=lambda it: (it.charge.due_on or date.max, it.charge.assessed_on, it.charge.id)
    ):
        share = min(left, each.outstanding_usd)
        if share > ZERO:
            shares[each.charge.id] = share
            left -= share
    return shares
