"""What stands before a decision, on the real law: a little below each limit, on it, a little above."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from casework.desk.decision_gates import before_any_decision, before_approval, votes_short
from casework.desk.gates import Gate, GatesUnmet, require
from citycode.facts import parse_facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from citycode.results.decisions import Votes
from citycode.results.findings import Finding

from services.permits.tests.builders import JUDGMENT, PROGRAM, a_hearing, an_application, lawful_facts
from services.permits.tests.services import CITY, law

ON = date(2026, 7, 14)
MAPPED = {
    "zoning_district": "AG",
    "lot_area_acres": 80,
    "in_airport_safety_zone": False,
    "nearest_wind_generator_ft": 52800,
}


def program() -> Program:
    return law().city(CITY).program(PROGRAM)


def all_facts(**given: Any) -> dict[str, Any]:
    """Stated and measured facts of a site on which everything is allowed; None leaves one out."""
    return lawful_facts(**{**MAPPED, **given})


def checked(judgments: dict[str, bool] | None = None, **given: Any) -> CheckResult:
    facts = {name: value for name, value in all_facts(**given).items() if value is not None}
    answers = {JUDGMENT: True} if judgments is None else judgments
    return program().check(parse_facts(program().facts, facts), ON, answers)


def codes(gates: Any) -> list[tuple[str, tuple[str, ...]]]:
    return [(gate.code, gate.rules) for gate in gates]


def unmet(check: CheckResult) -> list[Finding]:
    return [each for each in check.findings if each.outcome == "not_met"]


def any_decision(check: CheckResult, recommended: bool = True, held_on: date | None = ON) -> Any:
    hearing = a_hearing(an_application(), held_on=held_on)
    return codes(before_any_decision(check, program().decision("approve", ON), recommended, [hearing]))


def test_a_lawful_project_meets_every_gate() -> None:
    check = checked()

    assert check.outcome == "allowed", check.missing_facts
    assert any_decision(check) == []
    assert codes(before_approval(unmet(check), None)) == []


@pytest.mark.parametrize(("acres", "rules"), [("39.99", ["le-wind-lot-size"]), ("40", []), ("40.01", [])])
def test_a_lot_of_less_than_forty_acres_is_not_approved(acres: str, rules: list[str]) -> None:
    check = checked(lot_area_acres=acres)

    assert codes(before_approval(unmet(check), None)) == [("not_allowed", (rule,)) for rule in rules]
    assert any_decision(check) == []


def test_a_missing_fact_stands_before_denial_too_and_is_named() -> None:
    check = checked(structure_height_ft=None)
    rule, heard = program().decision("approve", ON), a_hearing(an_application(), held_on=ON)

    (gate,) = before_any_decision(check, rule, True, [heard])

    assert gate.code == "facts_missing"
    assert gate.rules
    assert all(missing.label in gate.says for missing in check.missing_facts)


def test_an_unanswered_judgment_stands_before_any_decision_an_answer_of_no_before_approval() -> None:
    unanswered, answered_no = checked(judgments={}), checked(judgments={JUDGMENT: False})

    assert any_decision(unanswered) == [("judgment_missing", (JUDGMENT,))]
    assert any_decision(answered_no) == []
    assert codes(before_approval(unmet(answered_no), None)) == [("not_allowed", (JUDGMENT,))]


def test_the_office_that_recommends_must_be_heard() -> None:
    assert any_decision(checked(), recommended=False) == [("recommendation_missing", ("le-wind-referral",))]


def test_a_hearing_set_but_not_held_is_none() -> None:
    assert [code for code, _ in any_decision(checked(), held_on=None)] == ["hearing_not_held"]


def test_where_the_law_asks_for_no_hearing_and_no_recommendation_none_stands() -> None:
    rule = replace(program().decision("approve", ON), hearing=False, recommendation=None)

    assert list(before_any_decision(checked(), rule, False, [])) == []


@pytest.mark.parametrize("kind", ["approve", "revoke"])
@pytest.mark.parametrize(("yes", "short"), [(0, True), (2, True), (3, False), (5, False)])
def test_a_vote_carries_with_three_of_five(kind: str, yes: int, short: bool) -> None:
    vote = program().decision_check(kind, Votes(yes, 5 - yes), ON)

    assert [gate.code for gate in votes_short(vote)] == (["votes_short"] if short else [])


def test_where_no_body_votes_no_vote_is_short() -> None:
    assert list(votes_short(None)) == []


def test_all_that_is_unmet_is_raised_at_once() -> None:
    unmet = (Gate("a", "First."), Gate("b", "Second.", ("rule",)))

    with pytest.raises(GatesUnmet) as raised:
        require(iter(unmet))

    assert raised.value.gates == unmet
    assert str(raised.value) == "First.; Second."
    require(())
