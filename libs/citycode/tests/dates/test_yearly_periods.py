"""Periods between two days of each year, asked of any day: p.heating_season(day)."""

from datetime import date

import pytest
from citycode import parse_facts

from libs.citycode.tests.lawbooks import the_law


@pytest.mark.parametrize(
    ("day", "inside"),
    [
        ("2026-10-14", False),
        ("2026-10-15", True),
        ("2027-01-01", True),
        ("2027-04-15", True),
        ("2027-04-16", False),
    ],
)
def test_a_season_over_the_new_year_holds_both_its_ends(day: str, inside: bool) -> None:
    code = the_law().city("elk-river").program("property-maintenance-code")
    facts = parse_facts(code.facts, {"heat_failures": [{"failed_on": day}]})

    (found,) = code.measures(facts, date(2027, 6, 1), ["er-pmc-heat-season"]).measures

    assert found.value == ([day] if inside else [])


def test_what_is_not_stated_is_asked_for() -> None:
    code = the_law().city("elk-river").program("property-maintenance-code")
    facts = parse_facts(code.facts, {"heat_failures": [{}]})

    (found,) = code.measures(facts, date(2027, 6, 1), ["er-pmc-heat-season"]).measures

    assert (found.value, found.missing) == (None, ("heat_failures/0/failed_on",))
