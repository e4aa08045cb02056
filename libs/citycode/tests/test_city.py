"""Cities: offices through time, permissions, law dates, rules, requirements."""

from datetime import date

import pytest
from citycode import UnknownCity, UnknownProgram, UnknownRule, parse_facts

from libs.citycode.tests.lawbooks import ALL_IN_ORDER, TODAY, birch_falls, the_law

BEFORE, AFTER = date(2010, 3, 31), date(2010, 4, 1)


def test_four_cities_with_prefix_county_and_calendar() -> None:
    told = {city.slug: (city.prefix, city.county, city.county_fips) for city in the_law().cities.values()}

    assert told == {
        "detroit-lakes": ("DL", "Becker County", "27005"),
        "elk-river": ("ER", "Sherburne County", "27141"),
        "fridley": ("FR", "Anoka County", "27003"),
        "lake-elmo": ("LE", "Washington County", "27163"),
    }
    assert {city.timezone.key for city in the_law().cities.values()} == {"America/Chicago"}


@pytest.mark.parametrize("slug", ["detroit-lakes", "elk-river", "fridley", "lake-elmo"])
def test_each_city_can_clerk_inspect_and_record_votes(slug: str) -> None:
    city = the_law().city(slug)

    held = {permission for office in city.offices for permission in office.permissions}

    assert held <= set(the_law().permissions)
    assert {"applications.review", "inspections.record", "decisions.record", "hearings.manage"} <= held
    council = city.office("city_council", TODAY)
    assert council is not None
    assert council.members


def test_what_is_assumed_is_marked() -> None:
    text = (the_law().city("elk-river").law_date_rule("application").note or "").lower()

    assert "attorney" in the_law().city("elk-river").law_date_rule("default").note  # type: ignore[operator]
    assert "amendment" in text


def test_an_office_changes_hands_on_the_day_the_amendment_is_in_force() -> None:
    city = birch_falls()

    assert city.permissions_of(["inspector"], BEFORE) == {"applications.read"}
    assert city.permissions_of(["inspector"], AFTER) == {"decisions.record"}
    before, after = city.office("inspector", BEFORE), city.office("inspector", AFTER)
    assert before is not None
    assert after is not None
    assert (before.title, after.title) == ("Inspector", "Chief inspector")


def test_elk_river_moves_rental_duties_to_the_fire_chief() -> None:
    city = the_law().city("elk-river")

    assert city.office("building_and_zoning_administrator", date(2006, 10, 13)) is not None
    assert city.office("building_and_zoning_administrator", date(2006, 10, 14)) is None
    assert "permits.issue" not in city.permissions_of(["fire_chief"], date(2006, 10, 13))
    assert "permits.issue" in city.permissions_of(["fire_chief"], date(2006, 10, 14))


def test_offices_add_up_and_unknown_ones_carry_nothing() -> None:
    city = birch_falls()

    assert city.permissions_of(["clerk", "inspector", "janitor"], BEFORE) == {
        "applications.read",
        "decisions.record",
    }
    assert city.permissions_of([], TODAY) == frozenset()


def test_each_kind_of_question_names_the_event_that_fixes_its_law_date() -> None:
    city = birch_falls()

    assert city.law_date_rule("revocation").event == "notice.served"
    assert city.law_date_rule("anything else").event == "application.completed"


def test_unknown_city_program_and_rule() -> None:
    with pytest.raises(UnknownCity):
        the_law().city("atlantis")
    with pytest.raises(UnknownProgram):
        birch_falls().program("castle")
    with pytest.raises(UnknownRule):
        birch_falls().rule("bf-castle")
    with pytest.raises(UnknownRule):
        birch_falls().rule("bf-shed-height.nothing")


def test_a_rule_shows_its_elements_values_by_date_and_who_answers() -> None:
    rule = birch_falls().rule("bf-shed-height")

    assert (rule.text, rule.section, rule.cite) == ("A height limit.", "12.11", "BFC 12, Sheds, 12.11")
    assert [each.id for each in rule.elements] == ["bf-shed-height", "bf-shed-height.business"]
    versions = rule.elements[0].versions
    assert [(each.since, each.until, dict(each.values)["max_height_ft"]) for each in versions] == [
        (None, AFTER, 12),
        (AFTER, None, 15),
    ]
    assert rule.elements[0].answered_by == ("check",)


def test_a_rule_nested_in_an_element_is_a_rule() -> None:
    area = birch_falls().rule("bf-shed-notice-area")

    assert area.text == "Within 350 feet."
    assert dict(area.elements[0].versions[0].values)["within_ft"] == 350


@pytest.mark.parametrize(
    ("rule_id", "treatment"),
    [
        ("bf-shed-area", "computed"),
        ("bf-shed-looks", "judged"),
        ("bf-shed-neat", "stated"),
        ("bf-shed-tiny", "computed"),
    ],
)
def test_how_a_rule_is_carried_out(rule_id: str, treatment: str) -> None:
    assert birch_falls().rule(rule_id).treatment == treatment


def test_rules_are_found_by_words() -> None:
    city = birch_falls()

    assert [each.id for each in city.search_rules("larger share")] == ["bf-shed-area"]
    assert [each.id for each in city.search_rules("12.42")] == ["bf-shed-neat"]
    assert city.search_rules("unicorn") == ()


def test_requirements_of_a_project_across_the_city() -> None:
    city = birch_falls()

    (answer,) = city.requirements(parse_facts(city.facts, ALL_IN_ORDER), TODAY)

    assert (answer.program, answer.requirement) == ("shed", "required")


def test_requirements_of_named_programs_only() -> None:
    city = the_law().city("detroit-lakes")

    (answer,) = city.requirements(parse_facts(city.facts, {}), TODAY, ["dock-license"])

    assert answer.program == "dock-license"
    with pytest.raises(UnknownProgram):
        city.requirements(parse_facts(city.facts, {}), TODAY, ["dock-licence"])


def test_a_city_whose_code_names_no_districts_takes_any_word() -> None:
    facts = the_law().city("detroit-lakes").facts

    assert parse_facts(facts, {"zoning_district": "R-A"})["zoning_district"] == "R-A"


def test_a_city_tells_what_is_assumed_and_what_is_not_settled() -> None:
    told = the_law().city("elk-river").to_json()

    notes = told["notes"]
    assert isinstance(notes, list)
    assert "Example: the amendment er-2006-amendment is taken to be in force from 2006-10-14." in notes
    assert any(str(each).startswith("To verify: City council: ") for each in notes)
