"""What the law reckons becomes a charge: amount, arithmetic, citation, what it must be paid before."""

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from casework.charges import Charge, NotChargeable, charge_of, oldest_first, paid_before, standing
from casework.cost_charges import LaneClosed, charge_of_recovery
from casework.journal import Posting, Transaction, Unbalanced, charged, paid
from citycode import parse_facts
from citycode.results.fees import FeeLine
from hypothesis import given
from hypothesis import strategies as st

from libs.casework.tests.builders import charge, usd, voucher
from libs.citycode.tests.lawbooks import stone_bridge

ON = date(2026, 6, 1)
RECORD = UUID("01890000-0000-7000-8000-000000000001")
OF: dict[str, Any] = {
    "charge_id": UUID(int=1),
    "city": "stone-bridge",
    "record_id": RECORD,
    "program": "paving",
    "assessed_on": ON,
}


def fee(name: str, **facts: object) -> FeeLine:
    program = stone_bridge().program("paving")
    return program.fees(parse_facts(program.facts, facts), ON).line(name)


def recovered(lane: str, **facts: object) -> Charge:
    program = stone_bridge().program("paving")
    stated = {"invoice_usd": "1000.00", "staff_usd": "200.00", "paid_usd": "100.00", **facts}
    (recovery,) = program.cost_recovery(parse_facts(program.facts, stated), ON).recoveries
    return charge_of_recovery(recovery, lane, **OF)


def test_a_fee_of_the_schedule_is_charged_as_reckoned() -> None:
    made = charge_of(fee("sb-pave-fee", public=False), **OF)

    assert (made.amount_usd, made.before, made.payer) == (usd("100.00"), "permit.issued", "owner")
    assert (made.rule, made.law_date, made.example) == ("sb-pave-fee", ON, False)
    assert "14.1" in made.cite
    assert [each["set_by"] for each in made.amounts] == ["Resolution 9"]


def test_an_amount_the_city_has_not_set_marks_the_charge() -> None:
    made = charge_of(fee("sb-pave-late", begun=True, public=False), **OF)

    assert (made.amount_usd, made.example) == (usd("25.00"), True)


@pytest.mark.parametrize(
    "line", [fee("sb-pave-fee", public=True), fee("sb-pave-fee"), fee("sb-pave-double", begun=False)]
)
def test_a_waived_unknown_or_inapplicable_fee_is_not_charged(line: FeeLine) -> None:
    with pytest.raises(NotChargeable):
        charge_of(line, **OF)


def test_costs_are_charged_less_the_security_on_the_lane_the_law_opens() -> None:
    made = recovered("sb-pave-assess", order_unheeded=True)

    assert made.amount_usd == usd("1400.00")
    assert made.lane is not None
    assert (made.lane.lane, made.lane.statute, made.lane.clause, made.lane.rule) == (
        "assessment",
        "M.S. 429.101",
        "clause 3",
        "sb-pave-assess",
    )


@pytest.mark.parametrize("facts", [{"order_unheeded": False}, {}])
def test_a_lane_that_is_closed_or_cannot_be_told_is_refused(facts: dict[str, object]) -> None:
    with pytest.raises(LaneClosed) as refused:
        recovered("sb-pave-assess", **facts)

    assert refused.value.open_lanes == ("sb-pave-sue",)


def test_costs_that_securities_cover_are_not_charged() -> None:
    with pytest.raises(NotChargeable):
        recovered("sb-pave-sue", paid_usd="1500.00")


def test_an_act_may_follow_when_all_before_it_is_paid() -> None:
    first, other = charge(), charge(before="permit.issued")
    postings = charged(first.id, first.amount_usd) + charged(other.id, other.amount_usd)
    settled = (*postings, *paid(first.amount_usd, {first.id: first.amount_usd}))

    before = [standing(each, postings) for each in (first, other)]
    after = [standing(each, settled) for each in (first, other)]

    assert not paid_before(before, "application.completed")
    assert paid_before(after, "application.completed")
    assert not paid_before(after, "permit.issued")
    assert paid_before(after, "permit.closed")


@pytest.mark.parametrize(("on", "late"), [(date(2026, 7, 6), False), (date(2026, 7, 7), True)])
def test_a_charge_is_overdue_from_the_day_after_its_day(on: date, late: bool) -> None:
    made = charge(due_on=date(2026, 7, 6))

    assert standing(made, charged(made.id, made.amount_usd)).overdue(on) == late


@given(st.lists(st.integers(1, 500), max_size=6), st.integers(1, 2_000))
def test_a_payment_fills_the_first_due_before_the_next(amounts: list[int], given_cents: int) -> None:
    made = [
        charge(amount=str(usd(cents) / 100), due_on=date(2026, 7, place + 1), fee=str(place))
        for place, cents in enumerate(amounts)
    ]
    standings = [standing(each, charged(each.id, each.amount_usd)) for each in made]

    shares = oldest_first(reversed(standings), usd(given_cents) / 100)

    assert sum(shares.values()) == min(usd(given_cents), usd(sum(amounts))) / 100
    unfilled = [each for each in made if shares.get(each.id, 0) < each.amount_usd]
    assert all(each.id not in shares for each in unfilled[1:])


@pytest.mark.parametrize(
    "postings",
    [
        (),
        (Posting("cash", usd("5.00")),),
        (Posting("cash", usd("5.00")), Posting("credit", usd("-4.99"))),
        (Posting("cash", usd("0.00")), Posting("credit", usd("0.00"))),
    ],
)
def test_what_does_not_balance_is_no_transaction(postings: tuple[Posting, ...]) -> None:
    with pytest.raises(Unbalanced):
        Transaction(UUID(int=1), "fridley", RECORD, "payment", voucher(), postings)
