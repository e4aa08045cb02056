"""What a check says of each kind of element, with the made-up city."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from citycode import load_law, parse_facts
from citycode.program import UnknownElement

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

BEFORE_2010, AFTER_2010 = date(2010, 3, 31), date(2010, 4, 1)


def test_a_shed_in_order_is_allowed_with_every_finding_listed() -> None:
    result = check()

    assert result.allowed is True
    assert result.fails == ()
    assert [each.outcome for each in result.findings].count("met") == 10
    assert finding(result, "bf-shed-height.business").outcome == "not_applicable"


def test_all_reasons_are_listed_in_the_order_of_the_pack() -> None:
    result = check(district="B-1", height_ft=20, shed_area_sqft=1600, parked_cars=3)

    assert result.allowed is False
    assert result.fails == (
        "bf-shed-districts",
        "bf-shed-one",
        "bf-shed-height",
        "bf-shed-area",
        "bf-shed-uses",
    )


def test_every_missing_fact_is_named_with_label_unit_and_source() -> None:
    result = check(district=None, height_ft=None, slope=None)

    assert result.allowed is None
    assert result.outcome == "needs_information"
    asked = {each.name: (each.label, each.unit, each.source) for each in result.missing_facts}
    assert asked == {
        "district": ("zoning district", None, "gis.zoning_district"),
        "height_ft": ("height", "ft", None),
        "slope": ("run per rise", "count", None),
    }


def test_a_failure_decides_whatever_else_is_missing() -> None:
    result = check(district=None, height_ft=99)

    assert result.outcome == "not_allowed"
    assert result.fails == ("bf-shed-height",)
    assert [each.name for each in result.missing_facts] == ["district"]


def test_a_check_of_some_rules_says_nothing_of_the_others() -> None:
    facts = shed_facts(height_ft=99, shed_area_sqft=160)

    area = shed().check(facts, TODAY, rules=["bf-shed-area"])
    height = shed().check(facts, TODAY, rules=["bf-shed-height", "bf-shed-area"])

    assert (area.allowed, "bf-shed-height" in {each.rule for each in area.findings}) == (True, False)
    assert height.fails == ("bf-shed-height",)


def test_a_rule_that_no_check_asks_is_refused() -> None:
    with pytest.raises(UnknownElement, match="bf-shed-heihgt"):
        shed().check(shed_facts(), TODAY, rules=["bf-shed-heihgt"])


def test_a_question_about_some_rules_waits_for_no_track_they_do_not_rest_on() -> None:
    facts = parse_facts(shed().facts, {"parked_cars": 2})

    whole = shed().check(facts, TODAY)
    cars = shed().check(facts, TODAY, rules=["bf-shed-one"])

    assert "shed_area_sqft" in [each.name for each in whole.missing_facts]
    assert (cars.outcome, cars.missing_facts) == ("allowed", ())


def test_findings_speak_in_labels_and_units() -> None:
    found = finding(check(height_ft=20), "bf-shed-height")

    assert found.sentence == "Height 20 ft is more than 15 ft."
    assert (found.measure, found.value, found.limit, found.unit) == ("height_ft", 20, 15, "ft")
    assert (found.section, found.cite) == ("12.11", "BFC 12, Sheds, 12.11")


def test_a_failure_without_a_limit_says_what_is_demanded() -> None:
    found = finding(check(use="stable"), "bf-shed-uses")

    assert found.outcome == "not_met"
    assert found.sentence.endswith("Uses by district.")


@pytest.mark.parametrize(("area", "allowed"), [("1499.99", True), (1500, True), ("1500.01", False)])
def test_the_larger_of_two_limits_is_exact(area: object, allowed: bool) -> None:
    found = finding(check(shed_area_sqft=area), "bf-shed-area")

    assert (found.outcome == "met") is allowed
    assert found.limit == 1500
    assert found.remedy == (None if allowed else "variance")


@pytest.mark.parametrize(
    ("slope", "limit"),
    [("2.99", 30), (3, 20), (10, 20), ("10.01", 10)],
    ids=["below", "on", "through", "above"],
)
def test_a_band_holds_the_end_it_names(slope: object, limit: int) -> None:
    assert finding(check(slope=slope), "bf-shed-lines").limit == limit


def test_each_item_is_judged_and_named() -> None:
    lines = [{"distance_ft": 9, "side": "front"}, {"distance_ft": 12, "side": "rear"}]

    found = finding(check(lot_lines=lines), "bf-shed-lines")

    assert found.outcome == "not_met"
    assert found.sentence == "Lot line 1: distance 9 ft is less than the limit of 10 ft."
    assert found.value == 9
    assert [step[:10] for step in found.steps] == ["Lot line 1", "Lot line 2"]


def test_a_missing_field_of_an_item_is_named_by_its_pointer() -> None:
    result = check(lot_lines=[{"distance_ft": 12, "side": "front"}, {"side": "rear"}])

    assert [(each.name, each.label) for each in result.missing_facts] == [
        ("lot_lines/1/distance_ft", "lot line 2: distance")
    ]


def test_no_items_no_duty() -> None:
    found = finding(check(lot_lines=[]), "bf-shed-lines")

    assert found.outcome == "not_applicable"
    assert found.sentence == "There are no lot lines."


def test_a_rule_that_concerns_none_of_the_items_says_so(tmp_path: Path) -> None:
    text = changed(
        text_of("shed"), "as: l, limit: t.setback", "as: l, when: l.side == 'rear', limit: t.setback"
    )
    program = load_law(lawbook(tmp_path, shed=text)).city("birch-falls").program("shed")

    result = program.check(shed_facts(lot_lines=[{"distance_ft": 1, "side": "front"}]), on=TODAY)

    found = finding(result, "bf-shed-lines")
    assert (found.outcome, found.sentence) == ("not_applicable", "Applies to none of the lot lines.")


def test_an_override_takes_the_place_of_its_standard_and_is_named() -> None:
    near = [{"distance_ft": 1, "side": "front"}]

    found = finding(check(district="AG", lot_lines=near), "bf-shed-lines")

    assert found.outcome == "not_applicable"
    assert found.yields_to == ("bf-shed-lines-ag",)
    assert found.sentence == "12.14 applies in its place."


def test_an_override_may_free_single_items() -> None:
    lines = [{"distance_ft": 12, "side": "front"}, {"distance_ft": 1, "side": "rear"}]

    assert finding(check(lot_lines=lines, movable=True), "bf-shed-lines").outcome == "met"
    assert finding(check(lot_lines=lines, movable=False), "bf-shed-lines").outcome == "not_met"


def test_a_failure_waits_while_an_override_may_still_apply() -> None:
    result = check(district=None, lot_lines=[{"distance_ft": 1, "side": "front"}])

    found = finding(result, "bf-shed-lines")
    assert found.outcome == "needs_information"
    assert found.missing == ("district",)
    assert "bf-shed-lines" not in result.fails


def test_the_more_restrictive_of_two_limits_prevails_and_both_are_shown() -> None:
    result = check(use="workshop", height_ft=12)

    general, business = finding(result, "bf-shed-height"), finding(result, "bf-shed-height.business")
    assert (general.outcome, general.yields_to) == ("met", ("bf-shed-height.business",))
    assert (business.outcome, business.prevails_over) == ("not_met", ("bf-shed-height",))
    assert result.fails == ("bf-shed-height", "bf-shed-uses")


def test_a_blank_cell_means_what_the_table_says() -> None:
    assert finding(check(use="stable", district="AG"), "bf-shed-uses").outcome == "met"
    assert finding(check(use="stable", district="R-1"), "bf-shed-uses").outcome == "not_met"


@pytest.mark.parametrize(("area", "outcome"), [(499, "met"), (500, "law_silent"), (501, "met")])
def test_law_that_leaves_a_case_open_is_silent(area: int, outcome: str) -> None:
    result = check(shed_area_sqft=area)

    assert finding(result, "bf-shed-open").outcome == outcome
    assert result.outcome == ("needs_judgment" if outcome == "law_silent" else "allowed")


def test_a_judgment_waits_for_its_office_then_decides() -> None:
    waiting, yes, no = check(judgments={}), check(), check(judgments={"bf-shed-looks": False})

    assert (waiting.outcome, yes.outcome, no.outcome) == ("needs_judgment", "allowed", "not_allowed")
    assert [(each.office, each.missing) for each in waiting.judgments_needed] == [
        ("clerk", ("bf-shed-looks",))
    ]
    assert no.fails == ("bf-shed-looks",)


@pytest.mark.parametrize(
    ("area", "track", "office"),
    [(80, "clerk", "clerk"), (399, "clerk", "clerk"), (400, "council", "council")],
)
def test_exactly_one_track_is_chosen(area: int, track: str, office: str) -> None:
    chosen = check(shed_area_sqft=area).track

    assert chosen is not None
    assert (chosen.id, chosen.office) == (track, office)


def test_a_track_that_cannot_be_told_names_the_facts_that_would_tell() -> None:
    result = check(shed_area_sqft=None)

    assert result.track is None
    assert result.requirement == "cannot_be_told"
    assert "shed_area_sqft" in [each.name for each in result.missing_facts]


def test_elements_of_another_track_do_not_bind() -> None:
    found = finding(check(shed_area_sqft=500, lot_area_sqft=1000), "bf-shed-cover-limit")

    assert (found.outcome, found.value) == ("not_met", 0.5)


def test_a_track_without_an_office_means_no_approval_is_needed() -> None:
    result = check(shed_area_sqft=79, district="B-1")

    assert (result.allowed, result.requirement) == (True, "not_needed")
    assert [each.id for each in result.findings] == ["bf-shed-tiny"]


def test_where_no_track_fits_the_law_is_silent(tmp_path: Path) -> None:
    text = changed(
        text_of("shed"),
        "rule: Else the clerk decides., decides:",
        "when: movable, rule: A clerk decides., decides:",
    )
    program = load_law(lawbook(tmp_path, shed=text)).city("birch-falls").program("shed")

    result = program.check(shed_facts(movable=False), TODAY)

    assert (result.allowed, result.track) == (None, None)
    assert result.outcome == "needs_judgment"
    assert [(each.rule, each.sentence) for each in result.findings if each.outcome == "law_silent"] == [
        ("bf-shed-clerk", "The law names no way of approval for what was stated.")
    ]


def test_work_of_another_kind_needs_no_permit() -> None:
    result = check(work="fence")

    assert result.requirement == "not_needed"
    assert result.findings[0].sentence.startswith("Not needed: ")


def test_the_check_takes_for_granted_that_the_permit_is_needed() -> None:
    result = check(work=None)

    assert result.allowed is True
    assert result.requirement == "cannot_be_told"


def test_an_exemption_of_the_whole_program_frees_it() -> None:
    result = check(shed_area_sqft=50, movable=True, height_ft=99)

    assert (result.allowed, result.requirement) == (True, "exempt")
    assert [each.id for each in result.findings] == ["bf-shed-small"]


def test_an_exemption_of_one_rule_frees_only_that() -> None:
    result = check(historic=True, height_ft=99, district="B-1")

    height = finding(result, "bf-shed-height")
    assert (height.outcome, height.yields_to) == ("not_applicable", ("bf-shed-historic",))
    assert result.fails == ("bf-shed-districts", "bf-shed-uses")


def test_a_failure_waits_while_an_exemption_may_still_apply() -> None:
    result = check(historic=None, height_ft=99)

    assert result.outcome == "needs_information"
    assert finding(result, "bf-shed-height").missing == ("historic",)


@pytest.mark.parametrize(("on", "limit"), [(BEFORE_2010, 12), (AFTER_2010, 15)])
def test_law_is_read_at_a_date(on: date, limit: int) -> None:
    found = finding(check(on=on, height_ft=14), "bf-shed-height")

    assert (found.limit, found.outcome) == (limit, "met" if limit == 15 else "not_met")
    assert found.law_date == on


@pytest.mark.parametrize(
    ("on", "limit"),
    [
        (date(1999, 12, 31), 0.1),
        (date(2000, 1, 1), 0.25),
        (date(2019, 12, 31), 0.25),
        (date(2020, 1, 1), 0.3),
    ],
)
def test_single_values_have_dates_of_their_own(on: date, limit: float) -> None:
    assert finding(check(on=on), "bf-shed-cover-limit").limit == limit


def test_arithmetic_that_has_no_answer_refuses_nothing_and_says_so() -> None:
    result = check(lot_area_sqft=0)

    found = finding(result, "bf-shed-cover-limit")
    assert found.outcome == "needs_information"
    assert found.sentence.startswith("This cannot be computed from the facts")


def test_a_default_holds_until_something_is_stated() -> None:
    assert finding(check(), "bf-shed-one").value == 0
    assert finding(check(parked_cars=3), "bf-shed-one").outcome == "not_met"


def test_the_answer_is_plain_json_without_variable_names_in_sentences() -> None:
    said = check(district="B-1", height_ft=20, slope=None)

    sentences = [each.sentence for each in said.findings]
    assert [each for each in sentences if "_" in each or "v." in each or "t." in each.rstrip(".")] == []
    assert json.loads(json.dumps(said.to_json())) == said.to_json()


def test_facts_may_also_be_stated_one_by_one() -> None:
    assert shed().check(shed_facts(height_ft="9.5"), date(2026, 6, 1)).findings[0].rule == "bf-shed-clerk"


def test_an_exemption_from_the_permit_alone_leaves_every_rule_in_force() -> None:
    seasonal: dict[str, Any] = {"use": "stable", "movable": True, "district": "AG", "shed_area_sqft": 90}

    low, high = check(**seasonal), check(**seasonal, height_ft=16)

    assert (low.requirement, low.outcome) == ("exempt", "allowed")
    assert (high.requirement, high.outcome, high.fails) == ("exempt", "not_allowed", ("bf-shed-height",))


@pytest.mark.parametrize(
    ("use", "district", "outcome", "remedy"),
    [
        ("storage", "R-1", "met", None),
        ("stable", "AG", "met", "conditional_use"),
        ("stable", "R-1", "not_met", None),
    ],
)
def test_a_word_of_the_table_may_name_the_way(
    use: str, district: str, outcome: str, remedy: str | None
) -> None:
    found = finding(check(use=use, district=district), "bf-shed-uses")

    assert (found.outcome, found.remedy) == (outcome, remedy)


def test_every_rule_that_took_the_place_is_named() -> None:
    lines = [{"distance_ft": 1, "side": "rear"}, {"distance_ft": 12, "side": "front"}]

    found = finding(check(movable=True, lot_lines=lines), "bf-shed-lines")

    assert (found.outcome, found.yields_to) == ("met", ("bf-shed-lines-rear",))
