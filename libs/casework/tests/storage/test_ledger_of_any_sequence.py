"""Whatever happens in whatever order, the books balance and a record's balance is the oracle's."""

from __future__ import annotations

import os
from decimal import Decimal
from typing import Any
from uuid import UUID

import pytest
from casework.charges import NotChargeable
from casework.payments import Irreversible, MoreThanOwed
from casework.storage import charges, journal, payments
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from servicekit.identifiers import uuid7
from sqlalchemy import Connection, Engine, text

from libs.casework.tests.builders import CITY, charge, usd, voucher

pytestmark = pytest.mark.storage

EXAMPLES = 1000 if os.environ.get("CITYCODE_SOAK") else 40
CENTS = st.sampled_from([1, 99, 100, 250, 333, 500, 1_000])
PICK = st.integers(0, 3)
KINDS = (
    "charge",
    "pay",
    "pay_one",
    "waive",
    "write_off",
    "to_roll",
    "from_roll",
    "collect",
    "refund",
    "refund_credit",
    "apply",
    "cancel",
    "reverse",
)
ACTS = st.tuples(st.sampled_from(KINDS), CENTS, PICK)
BEGUN = st.tuples(
    st.tuples(st.just("charge"), CENTS, PICK), st.tuples(st.sampled_from(("charge", "pay")), CENTS, PICK)
)


Act = tuple[str, int, int]

BOUGHT_ON_CREDIT: Any = [
    ("charge", 100, 0),
    ("pay", 1_000, 0),
    ("charge", 500, 0),
    ("charge", 333, 0),
    ("apply", 1, 0),
    ("pay", 250, 0),
    ("reverse", 1, 0),
]
MADE_IN_ERROR: Any = [("charge", 100, 0), ("pay", 100, 0), ("cancel", 1, 0), ("reverse", 1, 0)]
"""Payments that bounce after their credit was used, and after their charge was taken back."""


class Oracle:
    """Whole cents in plain integers, one act at a time, without double entry."""

    def __init__(self) -> None:
        self.owed: list[int] = []
        self.got: list[int] = []
        self.lessened: list[int] = []
        self.rolled: list[int] = []
        self.back: list[int] = []
        self.from_credit: list[int] = []
        self.gone: list[bool] = []
        self.cash = self.credit = 0
        self.paid: list[dict[str, Any]] = []

    def charge(self, amount: int, _: int) -> bool:
        for each in (self.got, self.lessened, self.rolled, self.back, self.from_credit):
            each.append(0)
        self.owed.append(amount)
        self.gone.append(False)
        return True

    def pay(self, amount: int, _: int) -> bool:
        left, shares = amount, {}
        for place, owed in enumerate(self.owed):
            if share := min(left, owed):
                shares[place] = share
                left -= share
        return self._take(amount, shares, left)

    def pay_one(self, amount: int, place: int) -> bool:
        return amount <= self.owed[place] and self._take(amount, {place: amount}, 0)

    def _take(self, amount: int, shares: dict[int, int], left: int) -> bool:
        for place, share in shares.items():
            self.owed[place] -= share
            self.got[place] += share
        self.cash += amount
        self.credit += left
        self.paid.append({"shares": shares, "left": left, "undone": False})
        return True

    def waive(self, amount: int, place: int) -> bool:
        if amount > self.owed[place]:
            return False
        self.owed[place] -= amount
        self.lessened[place] += amount
        return True

    write_off = waive

    def to_roll(self, amount: int, place: int) -> bool:
        if amount > self.owed[place]:
            return False
        self.owed[place] -= amount
        self.rolled[place] += amount
        return True

    def from_roll(self, amount: int, place: int) -> bool:
        if amount > self.rolled[place]:
            return False
        self.rolled[place] -= amount
        self.owed[place] += amount
        return True

    def collect(self, amount: int, place: int) -> bool:
        if amount > self.rolled[place]:
            return False
        self.rolled[place] -= amount
        self.got[place] += amount
        self.cash += amount
        return True

    def refund(self, amount: int, place: int) -> bool:
        if amount > self.got[place] - self.back[place]:
            return False
        self.back[place] += amount
        self.cash -= amount
        return True

    def refund_credit(self, amount: int, _: int) -> bool:
        if amount > self.credit:
            return False
        self.credit -= amount
        self.cash -= amount
        return True

    def apply(self, _: int, __: int) -> bool:
        for place, owed in enumerate(self.owed):
            share = min(self.credit, owed)
            self.credit -= share
            self.owed[place] -= share
            self.got[place] += share
            self.from_credit[place] += share
        return True

    def cancel(self, _: int, place: int) -> bool:
        touched = self.gone[place] or self.lessened[place] or self.rolled[place] or self.back[place]
        if touched:
            return False
        self.gone[place] = True
        self.credit += self.got[place]
        self.from_credit[place] -= self.got[place]
        self.owed[place] = self.got[place] = 0
        return True

    def reverse(self, _: int, place: int) -> bool:
        payment = self.paid[place]
        wanted = payment["left"] + sum(
            share for charged, share in payment["shares"].items() if self.gone[charged]
        )
        short = max(0, wanted - self.credit)
        if payment["undone"] or short > sum(max(0, used) for used in self.from_credit):
            return False
        for charged, share in payment["shares"].items():
            if self.gone[charged]:
                self.from_credit[charged] += share
            else:
                self.owed[charged] += share
                self.got[charged] -= share
        for charged in reversed(range(len(self.owed))):
            taken = min(short, max(0, self.from_credit[charged]))
            self.from_credit[charged] -= taken
            self.owed[charged] += taken
            self.got[charged] -= taken
            short -= taken
            wanted -= taken
        self.credit -= wanted
        self.cash -= payment["left"] + sum(payment["shares"].values())
        payment["undone"] = True
        return True


def dollars(amount: int) -> Decimal:
    return usd(amount) / 100


def done(connection: Connection, act: str, record: UUID, amount: Decimal, ids: list[UUID], place: int) -> Any:
    """Do it in the ledger; raises what the ledger refuses with."""
    paying: dict[str, Any] = {
        "city": CITY,
        "record_id": record,
        "prefix": "LE",
        "method": "card",
        "voucher": voucher(),
    }
    one = {ids[place]: amount} if act != "reverse" and place < len(ids) else {}
    match act:
        case "pay":
            return payments.receive(connection, amount_usd=amount, **paying)
        case "pay_one":
            return payments.receive(connection, amount_usd=amount, shares=one, **paying)
        case "waive":
            return charges.waive(connection, CITY, ids[place], amount, voucher())
        case "write_off":
            return charges.write_off(connection, CITY, ids[place], amount, voucher())
        case "to_roll":
            return charges.to_tax_roll(connection, CITY, record, one, voucher())
        case "from_roll":
            return charges.from_tax_roll(connection, CITY, record, one, voucher())
        case "collect":
            return charges.collect_from_county(connection, CITY, record, one, voucher())
        case "refund":
            return payments.refund(connection, amount_usd=amount, charge_id=ids[place], **paying)
        case "refund_credit":
            return payments.refund(connection, amount_usd=amount, **paying)
        case "apply":
            return payments.apply_credit(connection, CITY, record, voucher())
        case "cancel":
            return charges.cancel(connection, CITY, ids[place], voucher())
        case _:
            return payments.reverse(connection, CITY, ids[place], voucher())


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(BEGUN, st.lists(ACTS, min_size=4, max_size=16))
@example(BOUGHT_ON_CREDIT[:2], BOUGHT_ON_CREDIT[2:])
@example(MADE_IN_ERROR[:2], MADE_IN_ERROR[2:])
def test_any_sequence_balances(engine: Engine, begun: tuple[Act, Act], then: list[Act]) -> None:
    oracle, record = Oracle(), uuid7()
    charged: list[UUID] = []
    paid: list[UUID] = []
    with engine.connect() as connection, connection.begin() as transaction:
        for act, amount, pick in (*begun, *then):
            if act == "charge":
                made = charge(record, str(dollars(amount)), occasion=str(len(charged)))
                charged.append(charges.charge(connection, made, voucher()).id)
                oracle.charge(amount, pick)
            else:
                ids = paid if act == "reverse" else charged
                if not ids and act not in ("pay", "refund_credit", "apply"):
                    continue
                place = pick % len(ids) if ids else 0
                with connection.begin_nested() as attempt:
                    try:
                        entered = done(connection, act, record, dollars(amount), ids, place)
                        allowed = True
                    except (MoreThanOwed, NotChargeable, Irreversible):
                        attempt.rollback()
                        entered, allowed = None, False
                assert allowed == getattr(oracle, act)(amount, place), (act, amount, place)
                if allowed and act in ("pay", "pay_one"):
                    paid.append(entered.id)

            balance = journal.balance_of(connection, CITY, record)
            assert balance.total_usd == 0
            assert balance.outstanding_usd == dollars(sum(oracle.owed))
            assert balance.credit_usd == dollars(oracle.credit)
            assert balance.on("cash") == dollars(oracle.cash)
            assert balance.on_tax_roll_usd == dollars(sum(oracle.rolled))
            standings = charges.standings_of(connection, CITY, record)
            assert [each.outstanding_usd for each in standings] == [dollars(each) for each in oracle.owed]
            assert [each.paid_usd for each in standings] == [dollars(each) for each in oracle.got]
        connection.execute(text("SET CONSTRAINTS ALL IMMEDIATE"))
        assert journal.trial_balance(connection, CITY).total_usd == 0
        transaction.rollback()
