"""State law beside the city's, rules of conflict, renumbered statutes: both are shown, one governs."""

from datetime import date

import pytest
from citycode import CheckResult, Facts, Program, parse_facts

from libs.citycode.tests.lawbooks import TODAY, finding, made_up_law

IN_ORDER: dict[str, object] = {
    "height_ft": 9,
    "parked_cars": 0,
    "historic": False,
    "shed_area_sqft": 120,
    "lot_area_sqft": 10_000,
    "use": "storage",
}


def barn() -> Program:
    return made_up_law().city("oak-hill").program("barn")


def barn_facts(**changes: object) -> Facts:
    return parse_facts(barn().facts, IN_ORDER | changes)


def check(on: date = TODAY, **changes: object) -> CheckResult:
    return barn().check(barn_facts(**changes), on)


BEFORE_2015 = date(2014, 12, 31)


@pytest.mark.parametrize(
    ("height", "outcome", "fails", "governs"),
    [
        (14, "allowed", (), False),
        (14.5, "not_allowed", ("mn-small-height",), False),
        (15.5, "not_allowed", ("mn-small-height",), False),
    ],
)
def test_a_floor_of_the_state_governs_where_it_demands_more(
    height: float, outcome: str, fails: tuple[str, ...], governs: bool
) -> None:
    result = check(height_ft=height)

    city, state = finding(result, "oh-barn-height"), finding(result, "mn-small-height")
    assert (result.outcome, result.fails) == (outcome, fails)
    assert (city.governs, state.governs) == (governs, True)
    assert "mn-small-height" in city.yields_to
    assert "oh-barn-height" in state.prevails_over
    assert "M.S. 500.01 governs in its place: the city may not fall short of state law." in city.sentence


def test_the_answer_of_the_ordinance_stays_beside_that_of_the_state() -> None:
    city = finding(check(height_ft=14.5), "oh-barn-height")

    assert (city.outcome, city.limit, city.governs) == ("met", 15, False)


def test_where_the_city_demands_more_it_governs() -> None:
    result = check(BEFORE_2015, height_ft=16)

    city, state = finding(result, "oh-barn-height"), finding(result, "mn-small-height")
    assert (city.governs, state.governs, result.fails) == (True, False, ("oh-barn-height",))
    assert state.yields_to == ("oh-barn-height",)
    assert "3.1 demands more than M.S. 500.01 and governs." in state.sentence


@pytest.mark.parametrize(("historic", "outcome"), [(True, "allowed"), (False, "not_allowed")])
def test_an_override_holds_only_where_it_binds(historic: bool, outcome: str) -> None:
    result = check(historic=historic, parked_cars=3)

    city = finding(result, "oh-barn-cars")
    assert (result.outcome, city.outcome, city.governs) == (outcome, "not_met", not historic)
    assert city.yields_to == (("mn-small-cars",) if historic else ())


def test_a_floor_of_time_gives_the_longer() -> None:
    clocks = {each.id: each for each in barn().clocks("application.completed", TODAY, barn_facts()).clocks}

    city, state = clocks["oh-barn-decide"], clocks["mn-small-decide"]
    assert (city.governs, city.yields_to) == (False, ("mn-small-decide",))
    assert (state.governs, state.prevails_over) == (True, ("oh-barn-decide",))
    assert (state.who, state.last_day) == ("municipality", date(2026, 6, 22))


def test_state_law_is_cited_as_itself_and_what_is_unsure_of_it_is_told() -> None:
    state = finding(check(), "mn-small-height")

    assert (state.section, state.cite) == ("M.S. 500.01", "M.S. 500.01")
    assert "To verify: The text was not read." in state.notes
    rule = made_up_law().city("oak-hill").rule("mn-small-height")
    assert (rule.state_law, rule.elements[0].file) == ("small-buildings", "minnesota/small-buildings.yaml")


def test_the_city_s_element_says_what_the_state_has_beside_it() -> None:
    notes = made_up_law().city("oak-hill").rule("oh-barn-decide").notes

    assert (
        "State law beside it: M.S. 500.03 (mn-small-decide); the city may not fall short of state law."
        in notes
    )


def test_the_more_restrictive_of_two_on_one_measure_by_which_rule() -> None:
    result = check(use="workshop")

    strict, loose = finding(result, "oh-barn-height.shop"), finding(result, "oh-barn-height")
    assert "oh-barn-height" in strict.prevails_over
    assert "oh-barn-height.shop" in loose.yields_to
    assert "The more restrictive prevails (3.5)." in strict.notes


@pytest.mark.parametrize(("area", "outcome"), [(600, "met"), (601, "met"), (2001, "not_met")])
def test_a_rule_may_name_the_one_that_prevails(area: int, outcome: str) -> None:
    result = check(shed_area_sqft=area)

    over, under = finding(result, "oh-barn-cover"), finding(result, "oh-barn-area")
    assert (over.outcome, under.governs) == (outcome, False)
    assert under.yields_to == ("oh-barn-cover",)
    assert "oh-barn-area" not in result.fails


def test_an_old_statute_number_is_told_with_today_s() -> None:
    conflict = next(each for each in barn().stated(TODAY) if each.id == "oh-barn-cover-first")

    assert conflict.detail("against") == "the surcharge of M.S. 16B.70"
    clock = made_up_law().city("oak-hill").rule("oh-barn-decide")
    assert "M.S. 16B.62 is today M.S. 326B.121. To verify: from memory." in clock.notes


def test_state_law_that_comes_with_sixty_days_says_so_where_the_attorney_must() -> None:
    found = {each.id for each in barn().clocks("application.completed", TODAY, barn_facts()).clocks}

    assert "mn-time" in found
    notes = made_up_law().city("oak-hill").rule("mn-time").notes
    assert "Whether M.S. 501, Time to decide governs this program is for the city attorney to say." in notes


def test_state_law_that_does_not_apply_here_is_left_out() -> None:
    assert "mn-small-color" not in {each.id for each in barn().stated(TODAY)}


def test_facts_of_state_law_are_asked_by_the_program() -> None:
    assert "built_on" in barn().facts
