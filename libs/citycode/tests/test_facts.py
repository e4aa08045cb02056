"""Facts read exactly, with a pointer for every one that cannot be read."""

from fractions import Fraction
from pathlib import Path

import pytest
from citycode import FactErrors, load_law, parse_facts

from libs.citycode.tests.lawbooks import changed, lawbook, shed, text_of


def problems(**raw: object) -> dict[str, str]:
    with pytest.raises(FactErrors) as refused:
        parse_facts(shed().facts, raw)
    return {each.pointer: each.message for each in refused.value.problems}


def test_numbers_are_exact() -> None:
    facts = parse_facts(shed().facts, {"height_ft": 0.1, "slope": "1/3", "lot_area_sqft": "861.30"})

    assert facts["height_ft"] == Fraction(1, 10)
    assert facts["slope"] == Fraction(1, 3)
    assert dict(facts.stated) == {"height_ft": 0.1, "slope": "1/3", "lot_area_sqft": 861.3}


def test_a_number_may_bring_its_unit_and_is_converted_exactly() -> None:
    facts = parse_facts(shed().facts, {"lot_area_sqft": {"value": "0.1", "unit": "acre"}})

    assert facts["lot_area_sqft"] == 4356


def test_a_unit_of_another_dimension_is_refused() -> None:
    assert "/height_ft/unit" in problems(height_ft={"value": 1, "unit": "acre"})


def test_null_is_not_stated() -> None:
    facts = parse_facts(shed().facts, {"height_ft": None})

    assert "height_ft" not in facts
    assert facts.stated == {}


def test_all_problems_are_told_with_pointers() -> None:
    found = problems(
        heigth_ft=3,
        slope="steep",
        district="C-9",
        movable="yes",
        lot_lines=[{"distance_ft": 1}, {"distance_ft": "far", "side": "left", "tall": 1}],
    )

    assert found["/heigth_ft"] == "this fact is not asked; did you mean height_ft?"
    assert found.keys() == {
        "/heigth_ft",
        "/slope",
        "/district",
        "/movable",
        "/lot_lines/1/distance_ft",
        "/lot_lines/1/side",
        "/lot_lines/1/tall",
    }


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1e400", "1" * 60, True, [], {}])
def test_what_is_no_number_is_refused(value: object) -> None:
    assert problems(height_ft=value).keys() == {"/height_ft"}


@pytest.mark.parametrize("value", [-1, -0.1, "-1/3", {"value": -1, "unit": "ft"}])
def test_a_length_below_zero_is_refused(value: object) -> None:
    found = problems(height_ft=value)

    assert found == {"/height_ft": "height cannot be below zero; a number of zero or more is needed"}


def test_every_number_below_zero_is_told_with_its_pointer() -> None:
    found = problems(
        lot_area_sqft=-5,
        parked_cars=-1,
        lot_lines=[{"distance_ft": 0}, {"distance_ft": -3, "side": "front"}, {"distance_ft": "-1/2"}],
    )

    assert found.keys() == {
        "/lot_area_sqft",
        "/parked_cars",
        "/lot_lines/1/distance_ft",
        "/lot_lines/2/distance_ft",
    }


def test_zero_is_not_below_zero() -> None:
    assert parse_facts(shed().facts, {"height_ft": "-0"})["height_ft"] == 0


def test_a_fact_that_may_be_negative_is_read(tmp_path: Path) -> None:
    signed = changed(text_of("facts"), "slope: {", "slope: {may_be_negative: true, ")
    facts = load_law(lawbook(tmp_path, facts=signed)).city("birch-falls").program("shed").facts

    assert parse_facts(facts, {"slope": -2})["slope"] == -2
    assert "minimum" not in facts["slope"].json_schema
    assert facts["height_ft"].json_schema["minimum"] == 0


@pytest.mark.parametrize("name", ["a/b", "~x", "", "__class__", "x" * 5000])
def test_strange_names_are_refused_not_echoed_as_paths(name: str) -> None:
    (pointer,) = problems(**{name: 1})

    assert pointer == "/" + name.replace("~", "~0").replace("/", "~1")


def test_sources_are_kept_beside_the_facts() -> None:
    facts = parse_facts(shed().facts, {"height_ft": 3}, {"height_ft": "survey of May 4"})

    assert facts.sources == {"height_ft": "survey of May 4"}
