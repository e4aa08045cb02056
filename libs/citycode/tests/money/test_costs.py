"""Penalties by day and the city's costs, in the made-up city."""

import pytest
from citycode import parse_facts
from citycode.results.enforcement_costs import Penalty, Recovery

from libs.citycode.tests.lawbooks import TODAY, stone_bridge
from libs.citycode.tests.money.ordinances import usd


def penalty(**stated: object) -> Penalty:
    program = stone_bridge().program("paving")
    return program.penalties(parse_facts(program.facts, stated), TODAY).penalties[0]


def recovery(**stated: object) -> Recovery:
    program = stone_bridge().program("paving")
    (answer,) = program.cost_recovery(parse_facts(program.facts, stated), TODAY).recoveries
    return answer


@pytest.mark.parametrize(("days", "dollars"), [(0, "0.00"), (1, "50.00"), (30, "1500.00")])
def test_each_day_costs_as_much_again(days: int, dollars: str) -> None:
    found = penalty(order_unheeded=True, days_open=days)

    assert (found.outcome, found.offenses, found.amount_usd) == ("known", days, usd(dollars))
    assert found.steps == (f"days it lasted {days}: {days} × $50.00 = ${float(dollars):,.2f}",)


def test_days_are_whole() -> None:
    found = penalty(order_unheeded=True, days_open="1.5")

    assert (found.outcome, found.offenses, found.amount_usd) == ("not_computable", None, None)


def test_an_order_that_was_followed_brings_no_penalty() -> None:
    found = penalty(order_unheeded=False, days_open=3)

    assert (found.outcome, found.offenses, found.amount_usd) == ("not_applicable", 0, usd("0.00"))
    assert found.sentence == "Does not apply: the order was not followed: no."


def test_what_is_not_known_of_a_penalty_is_named() -> None:
    assert penalty().missing == ("days_open", "order_unheeded")
    assert penalty(order_unheeded=True).missing == ("days_open",)


def test_an_offense_without_days_is_not_counted() -> None:
    program = stone_bridge().program("paving")

    offense = program.penalties(parse_facts(program.facts, {}), TODAY).penalties[1]

    assert (offense.outcome, offense.offenses, offense.amount_usd) == ("known", None, None)
    assert offense.sentence == "Breach: a misdemeanor."


def test_costs_the_addition_and_the_security() -> None:
    found = recovery(invoice_usd="1000.01", staff_usd="0.01", paid_usd="500.00", order_unheeded=True)

    assert [(each.label, each.amount_usd) for each in found.costs] == [
        ("contractor's invoice", usd("1000.01")),
        ("staff", usd("0.01")),
    ]
    assert found.plus is not None
    assert (found.costs_usd, found.plus.amount_usd) == (usd("1000.02"), usd("250.01"))
    assert (found.recoverable_usd, found.from_security_usd, found.remainder_usd) == (
        usd("1250.03"),
        usd("500.00"),
        usd("750.03"),
    )
    assert found.sentence == (
        "Costs: $1,250.03 may be recovered, $500.00 of it from the security, $750.03 beyond it."
    )


@pytest.mark.parametrize(
    ("unheeded", "is_open", "usd_in_lane"), [(True, True, "1.25"), (False, False, None), (None, None, None)]
)
def test_a_lane_is_open_only_when_the_law_says_so(
    unheeded: bool | None, is_open: bool | None, usd_in_lane: str | None
) -> None:
    found = recovery(invoice_usd=1, staff_usd=0, paid_usd=0, order_unheeded=unheeded)

    lane, other = found.lanes
    assert (lane.open, lane.usd) == (is_open, None if usd_in_lane is None else usd(usd_in_lane))
    assert (other.lane, other.open) == ("personal_obligation", True)


def test_a_doubtful_lane_says_so() -> None:
    lane = recovery(invoice_usd=1, staff_usd=0, paid_usd=0, order_unheeded=True).lanes[0]

    assert lane.notes == ("To verify: The clause is doubtful.",)
    assert lane.sentence == (
        "What is unpaid may be collected by special assessment against the property (M.S. 429.101, clause 3)."
    )


def test_costs_not_yet_known_are_asked_for() -> None:
    found = recovery(staff_usd="1.00")

    assert (found.outcome, found.recoverable_usd) == ("needs_information", None)
    assert found.missing == ("invoice_usd", "paid_usd")
