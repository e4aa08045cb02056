"""The wind generator law of Lake Elmo: every limit below, on and above; every date, vote, notice and end."""

from datetime import date
from fractions import Fraction
from typing import Any

import pytest
from citycode import CheckResult, Finding, Party, Program, Service, Votes, parse_facts

from libs.citycode.tests.lawbooks import TODAY, the_law

IN_ORDER: dict[str, object] = {
    "zoning_district": "AG",
    "lot_area_acres": 80,
    "structure_height_ft": 100,
    "property_line_setback_ft": 300,
    "guy_wires": [{"setback_ft": 200, "district_setback_ft": 50}],
    "accessory_buildings": [{"setback_ft": 60, "district_setback_ft": 50}],
    "lights_on_structure": 0,
    "in_airport_safety_zone": False,
    "nearest_wind_generator_ft": 5000,
}


def program() -> Program:
    return the_law().city("lake-elmo").program("wind-generator")


def check(**changes: object) -> CheckResult:
    facts = parse_facts(program().facts, IN_ORDER | changes)
    return program().check(facts, TODAY, {"le-wind-debris": True})


def finding(result: CheckResult, element_id: str) -> Finding:
    return next(each for each in result.findings if each.id == element_id)


def wire(setback_ft: object, district_setback_ft: object) -> list[dict[str, object]]:
    return [{"setback_ft": setback_ft, "district_setback_ft": district_setback_ft}]


def test_all_22_rules_are_carried_out() -> None:
    rules = the_law().city("lake-elmo").rules

    own = [each for each in rules.values() if each.program == "wind-generator" and each.state_law is None]
    assert len(own) == 22


def test_a_generator_in_order_is_allowed() -> None:
    result = check()

    assert (result.outcome, result.fails, result.missing_facts) == ("allowed", (), ())
    assert result.track is not None
    assert (result.track.office, result.track.hearing) == ("city_council", True)


LIMITS: list[tuple[str, str, list[Any], list[bool]]] = [
    ("le-wind-lot-size", "lot_area_acres", ["39.9999", 40, "40.0001"], [False, True, True]),
    ("le-wind-height", "structure_height_ft", ["124.9999", 125, "125.0001"], [True, True, False]),
    ("le-wind-setback", "property_line_setback_ft", ["149.9999", 150, "150.0001"], [False, True, True]),
    ("le-wind-spacing", "nearest_wind_generator_ft", ["999.9999", 1000, "1000.0001"], [False, True, True]),
    ("le-wind-no-lighting", "lights_on_structure", [0, 0, 1], [True, True, False]),
    ("le-wind-airport", "in_airport_safety_zone", [False, False, True], [True, True, False]),
    ("le-wind-districts", "zoning_district", ["RR", "AG", "RE"], [True, True, False]),
    ("le-wind-site-plan", "site_plan_feet_per_inch", [99, 100, 101], [False, True, False]),
    (
        "le-wind-setback",
        "guy_wires",
        [wire("149.9999", 50), wire(150, 50), wire("150.0001", 50)],
        [False, True, True],
    ),
    (
        "le-wind-accessory-setback",
        "guy_wires",
        [wire("199.9999", 200), wire(200, 200), wire("200.0001", 200)],
        [False, True, True],
    ),
    (
        "le-wind-accessory-setback",
        "accessory_buildings",
        [wire("49.9999", 50), wire(50, 50), wire("50.0001", 50)],
        [False, True, True],
    ),
]


@pytest.mark.parametrize(
    ("rule", "fact", "value", "allowed"),
    [
        (rule, fact, value, allowed)
        for rule, fact, values, answers in LIMITS
        for value, allowed in zip(values, answers, strict=True)
    ],
)
def test_below_on_and_above_each_limit(rule: str, fact: str, value: object, allowed: bool) -> None:
    result = check(**{fact: value})

    assert result.allowed is allowed
    assert result.fails == (() if allowed else (rule,))


@pytest.mark.parametrize("fact", IN_ORDER)
def test_without_a_fact_nothing_is_decided(fact: str) -> None:
    result = check(**{fact: None})

    assert result.allowed is None
    assert [each.name for each in result.missing_facts] == [fact]


@pytest.mark.parametrize(
    ("district", "stricter"),
    [(200, "le-wind-accessory-setback.guy-wires"), (50, "le-wind-setback.guy-wires")],
)
def test_the_stricter_setback_of_guy_wires_prevails(district: int, stricter: str) -> None:
    result = check(guy_wires=wire(400, district))

    others = {"le-wind-setback.guy-wires", "le-wind-accessory-setback.guy-wires"} - {stricter}
    assert finding(result, stricter).prevails_over == tuple(others)
    assert finding(result, others.pop()).yields_to == (stricter,)


def test_without_guy_wires_and_buildings_their_setbacks_do_not_bind() -> None:
    result = check(guy_wires=[], accessory_buildings=[])

    assert result.allowed is True
    assert finding(result, "le-wind-setback.guy-wires").outcome == "not_applicable"


@pytest.mark.parametrize(
    ("distance", "shown", "allowed"), [(300, False, False), ("300.01", False, True), (300, True, True)]
)
def test_structures_within_300_feet_stand_on_the_site_plan(
    distance: object, shown: bool, allowed: bool
) -> None:
    result = check(nearby_structures=[{"distance_ft": distance, "on_site_plan": shown}])

    assert result.allowed is allowed


def test_the_building_official_judges_the_room_for_debris() -> None:
    facts = parse_facts(program().facts, IN_ORDER)

    waiting = program().check(facts, TODAY)
    refused = program().check(facts, TODAY, {"le-wind-debris": False})

    assert (waiting.outcome, [each.office for each in waiting.judgments_needed]) == (
        "needs_judgment",
        ["building_official"],
    )
    assert refused.fails == ("le-wind-debris",)


@pytest.mark.parametrize(
    ("received", "last_day"),
    [("2026-06-04", "2026-07-06"), ("2026-03-02", "2026-04-01"), ("2026-10-12", "2026-11-12")],
)
def test_the_hearing_is_scheduled_within_30_days(received: str, last_day: str) -> None:
    clock, *of_the_state = program().clocks("application.completed", date.fromisoformat(received)).clocks

    assert [each.id for each in of_the_state] == ["mn-request-decide"]
    assert (clock.rule, clock.who, clock.must) == (
        "le-wind-hearing-schedule",
        "city_administrator",
        "schedule_hearing",
    )
    assert clock.last_day == date.fromisoformat(last_day)


@pytest.mark.parametrize(
    ("kinds", "distance_ft", "must"),
    [
        ({"resident"}, Fraction(49999, 100), True),
        ({"resident"}, 500, True),
        ({"resident", "owner"}, Fraction(50001, 100), False),
        ({"owner"}, 10, False),
        ({"resident"}, None, None),
    ],
)
def test_residents_within_500_feet_are_notified(
    kinds: set[str], distance_ft: int | Fraction | None, must: bool | None
) -> None:
    party = Party("neighbor", frozenset(kinds), distance_ft)

    answer = program().notice_check("le-wind-notice", date(2026, 7, 14), [party], [], TODAY)

    assert answer.parties[0].must_be_notified is must


@pytest.mark.parametrize(
    ("sent", "in_time"), [("2026-07-03", True), ("2026-07-04", True), ("2026-07-05", False)]
)
def test_notice_is_mailed_ten_days_ahead_and_the_day_is_not_moved(sent: str, in_time: bool) -> None:
    party = Party("neighbor", frozenset({"resident"}), 100)
    served = Service("neighbor", date.fromisoformat(sent), "first_class_mail", "affidavit_of_mailing")

    answer = program().notice_check("le-wind-notice", date(2026, 7, 14), [party], [served], TODAY)

    assert answer.last_mailing_day == date(2026, 7, 4)
    assert answer.in_time is in_time


@pytest.mark.parametrize("kind", ["approve", "revoke"])
@pytest.mark.parametrize(("yes", "carried"), [(2, False), (3, True), (4, True)])
def test_three_affirmative_votes(kind: str, yes: int, carried: bool) -> None:
    answer = program().decision_check(kind, Votes(yes, 5 - yes), TODAY)

    assert (answer.needed, answer.carried) == (3, carried)


def test_the_vote_of_approval_is_shown_as_a_reading_and_the_inspector_is_heard_first() -> None:
    rule = program().decision("approve", TODAY)

    assert rule.recommendation is not None
    assert (rule.recommendation.rule, rule.recommendation.by) == ("le-wind-referral", "building_official")
    assert any(note.startswith("Reading: ") for note in rule.notes)


def test_a_sale_ends_the_permit_and_leaves_the_buyer_two_ways() -> None:
    answer = program().ends("ownership.transferred", None, TODAY)

    (transition,) = answer
    assert answer.transfers is False
    assert transition.to == "expired"
    assert transition.rules == ("le-wind-expiry-review", "le-wind-not-transferable")
    assert dict(transition.options) == {"buyer": ("new_permit", "remove")}


@pytest.mark.parametrize(("acres", "ends"), [("39.99", True), (40, False), ("40.01", False)])
def test_a_division_under_40_acres_ends_the_permit_and_the_generator_goes(acres: object, ends: bool) -> None:
    facts = parse_facts(program().facts, {"divided_parcel_acres": acres})

    answer = program().ends("parcel.subdivided", facts, TODAY)

    assert [(each.to, each.rules, dict(each.options)) for each in answer] == (
        [("expired", ("le-wind-subdivision", "le-wind-expiry-review"), {"owner": ("remove",)})]
        if ends
        else []
    )


def test_a_division_of_unknown_size_asks_for_it() -> None:
    answer = program().ends("parcel.subdivided", None, TODAY)

    assert len(answer) == 0
    assert [each.name for each in answer.missing_facts] == ["divided_parcel_acres"]


def test_the_permit_is_reviewed_each_year_and_has_no_end_date() -> None:
    clocks = program().clocks("permit.issued", date(2026, 6, 15)).clocks

    assert [(each.kind, each.rule, each.last_day, each.repeats) for each in clocks] == [
        ("review", "le-wind-expiry-review", date(2027, 6, 15), "1 year")
    ]
    assert [each.detail("ends_on") for each in program().term_rules(TODAY)] == [
        ["ownership.transferred", "parcel.subdivided"]
    ]


def test_the_fence_is_a_condition_the_council_may_attach() -> None:
    (fence,) = program().conditions(TODAY)

    assert (fence.rule, fence.office, fence.detail("discretionary")) == (
        "le-wind-fence",
        "city_council",
        True,
    )


def test_what_an_application_contains() -> None:
    assert [each.rule for each in program().submittals(TODAY)] == [
        "le-wind-form",
        "le-wind-engineer-report",
        "le-wind-site-plan",
        "le-wind-faa-statement",
    ]


def test_layers_that_gis_computes_and_the_register_the_permits_keep() -> None:
    layers = {each.detail("layer"): each.detail("registers") for each in program().overlays(TODAY)}

    assert layers == {"airport_safety_zones": False, "wind_generators": True}


def test_sentences_a_clerk_can_read() -> None:
    result = check(
        zoning_district="RE", lot_area_acres="39.9", guy_wires=wire(148, 50), in_airport_safety_zone=True
    )

    said = [each.sentence for each in result.findings if each.outcome == "not_met"]
    assert said == [
        "Zoning district is Residential Estates, not Rural Residential or Agricultural.",
        "Lot area 39.9 acres is less than 40 acres.",
        "Guy wire 1: distance from the property line 148 ft is less than 150 ft.",
        "Inside an airport safety zone: yes. "
        "Wind generators are not allowed inside the Lake Elmo Airport safety zones.",
    ]


def test_what_nobody_stated_is_not_checked() -> None:
    left_alone = {each.sentence for each in check().findings if each.outcome == "not_applicable"}

    assert {
        "Not checked: nobody gave the feet per inch of the site plan.",
        "Not checked: nobody gave the nearby structures.",
    } <= left_alone


def test_every_finding_cites_its_section_and_version() -> None:
    city = the_law().city("lake-elmo")

    for each in check().findings:
        assert each.cite.startswith("LEC 105.04, Wind generators, ")
        assert each.cite.endswith(each.section)
        assert each.code_version == city.code_version
        assert each.law_date == TODAY
