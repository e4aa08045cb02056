"""What the cities recover, by which lane, and what a violation is."""

from datetime import date

import pytest

from libs.citycode.tests.money.ordinances import facts_of, program_of, usd

ON = date(2027, 6, 30)


def test_a_quarter_is_added_to_the_costs_of_abatement() -> None:
    program = program_of("detroit-lakes", "drug-lab-cleanup")

    (answer,) = program.cost_recovery(facts_of(program, out_of_pocket_usd="18437.53"), ON).recoveries

    assert answer.plus is not None
    assert (answer.plus.amount_usd, answer.recoverable_usd) == (usd("4609.38"), usd("23046.91"))
    assert [(each.lane, each.open) for each in answer.lanes] == [("civil_action", True), ("assessment", True)]
    assert answer.lanes[1].notes == ("To verify: Which clause carries it is not settled.",)


@pytest.mark.parametrize(
    ("held", "drawn", "rest"),
    [("12000.00", "12000.00", "6340.55"), ("18340.55", "18340.55", "0.00"), ("18340.56", "18340.55", "0.00")],
)
def test_what_the_security_does_not_cover_may_be_assessed(held: str, drawn: str, rest: str) -> None:
    program = program_of("fridley", "stormwater-security")
    facts = facts_of(program, inspection_cost_usd="18340.55", security_held_usd=held)

    (answer,) = program.cost_recovery(facts, ON).recoveries

    assert (answer.from_security_usd, answer.remainder_usd) == (usd(drawn), usd(rest))
    assert answer.lanes[0].usd == usd(rest)


def test_costs_are_added_up_and_the_lane_waits_for_the_judgment() -> None:
    program = program_of("elk-river", "rental-license")
    costs = {
        "repair_cost_usd": "12400.00",
        "administrative_cost_usd": "1150.25",
        "legal_cost_usd": "860.50",
    }

    opened = {
        unheeded: program.cost_recovery(
            facts_of(program, **costs, judgment_unheeded=unheeded), ON
        ).recoveries[0]
        for unheeded in (True, False, None)
    }

    assert {each.recoverable_usd for each in opened.values()} == {usd("14410.75")}
    assert {name: each.lanes[0].open for name, each in opened.items()} == {
        True: True,
        False: False,
        None: None,
    }
    assert opened[None].lanes[0].missing == ("judgment_unheeded",)


def test_each_day_is_an_offense() -> None:
    program = program_of("lake-elmo", "stormwater-esc")

    (answer,) = program.penalties(facts_of(program, violation_days=4), ON).penalties

    assert (answer.offense, answer.offenses, answer.amount_usd) == ("misdemeanor", 4, None)
    assert answer.also == ("suspend_permits",)
    assert answer.sentence == "Violation: a misdemeanor; each day is a separate offense, 4 so far."
