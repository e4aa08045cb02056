"""Named quantities and computed definitions, and inspections that rest on them."""

from datetime import date
from pathlib import Path

import pytest
from citycode import UnknownElement, load_law
from citycode.results.measures import Measured

from libs.citycode.tests.lawbooks import (
    TODAY,
    changed,
    check,
    finding,
    lawbook,
    shed,
    shed_facts,
    text_of,
)

RENEWAL = "2026-06-01"


def measured(name: str, **facts: object) -> Measured:
    found = shed().measures(shed_facts(**facts), TODAY)
    return next(each for each in found.measures if each.name == name)


def test_a_quantity_with_its_arithmetic() -> None:
    cover = measured("cover", shed_area_sqft=150, lot_area_sqft=10_000)

    assert (cover.value, cover.kind, cover.rule) == (0.015, "measure", "bf-shed-cover")
    assert "150" in cover.sentence


@pytest.mark.parametrize(
    ("formula", "written"),
    [
        ("15 * sqrt(number_of(shed_area_sqft, 'sqft'))", "183.71"),
        ("shed_area_sqft / 2", "75.00"),
        ("shed_area_sqft / 16000", "0.01"),
    ],
)
def test_a_quantity_is_written_with_its_decimals_and_read_exactly(
    tmp_path: Path, formula: str, written: str
) -> None:
    text = changed(
        text_of("shed"), "is: shed_area_sqft / lot_area_sqft}", f'is: "{formula}", unit: sqft, decimals: 2}}'
    )
    text = changed(text, "is: m.cover > v.share, values: {share: 0.015}", "is: m.cover == shed_area_sqft / 2")
    program = load_law(lawbook(tmp_path, shed=text)).city("birch-falls").program("shed")

    found = {each.name: each for each in program.measures(shed_facts(shed_area_sqft=150), TODAY).measures}

    assert found["cover"].value == written
    assert found["large"].value is (formula == "shed_area_sqft / 2")


@pytest.mark.parametrize(("area", "large"), [(149, False), (150, False), (150.01, True), (None, None)])
def test_a_definition_is_computed(area: float | None, large: bool | None) -> None:
    found = measured("large", shed_area_sqft=area)

    assert (found.value, found.kind) == (large, "definition")
    assert found.missing == (() if area else ("shed_area_sqft",))


def test_the_facts_that_are_missing_are_asked_once() -> None:
    found = shed().measures(shed_facts(shed_area_sqft=None), TODAY)

    assert [each.name for each in found.missing_facts] == ["shed_area_sqft"]


@pytest.mark.parametrize("named", ["bf-shed-large-def", "bf-shed-cover"])
def test_only_what_is_named_is_answered(named: str) -> None:
    found = shed().measures(shed_facts(), TODAY, [named])

    assert [each.rule for each in found.measures] == [named]


def test_a_rule_that_measures_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(UnknownElement) as refused:
        shed().measures(shed_facts(), TODAY, ["bf-shed-cover", "bf-shed-height"])

    assert refused.value.wanted == "bf-shed-height"
    assert "bf-shed-large-def" in refused.value.known


def test_what_grants_nothing_is_needed_by_no_project_and_still_checks(tmp_path: Path) -> None:
    text = changed(text_of("shed"), "sixty_day: no\n", "sixty_day: no\ngrants: false\n")
    program = load_law(lawbook(tmp_path, shed=text)).city("birch-falls").program("shed")

    needed = program.requirement(shed_facts(), TODAY)
    too_high = program.check(shed_facts(height_ft=16), TODAY)

    assert (needed.requirement, needed.submittals) == ("not_needed", ())
    assert (too_high.requirement, too_high.fails) == ("not_needed", ("bf-shed-height",))


@pytest.mark.parametrize(
    ("passed", "outcome"),
    [("2025-05-31", "not_met"), ("2025-06-01", "met"), ("2026-05-31", "met"), (None, "needs_information")],
)
def test_an_inspection_must_have_passed_lately_enough(passed: str | None, outcome: str) -> None:
    result = check(shed_area_sqft=160, inspection_passed_on=passed, renewal_on=RENEWAL)

    assert finding(result, "bf-shed-yearly-inspection").outcome == outcome


def test_an_inspection_that_a_definition_rules_out() -> None:
    assert finding(check(), "bf-shed-yearly-inspection").outcome == "not_applicable"


def test_inspections_fall_due() -> None:
    facts = shed_facts(shed_area_sqft=160)

    found = shed().clocks("permit.issued", date(2026, 6, 1), facts).clocks

    due = {each.id: (each.kind, each.last_day, each.must) for each in found if "inspection" in each.id}
    assert due == {
        "bf-shed-yearly-inspection": ("review", date(2027, 6, 1), "inspect"),
        "bf-shed-first-inspection": ("deadline", date(2026, 6, 11), "inspect"),
    }


def test_who_may_enter_and_when() -> None:
    yearly = next(each for each in shed().inspections(TODAY) if each.id == "bf-shed-yearly-inspection")

    assert yearly.detail("enter") == {
        "who": ["clerk"],
        "when": "at reasonable times",
        "notice": "two days",
        "refused": "an order of the court",
    }
