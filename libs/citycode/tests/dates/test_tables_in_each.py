"""Tables looked up by keys in brackets: for each item of a list, in a sum, with the law silent on a row."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

import pytest
from citycode import Finding, Program, load_law, parse_facts

from libs.citycode.tests.lawbooks import TODAY, lawbook


@functools.cache
def slip() -> Program:
    with tempfile.TemporaryDirectory() as folder:
        return load_law(lawbook(Path(folder))).city("pine-hollow").program("slip")


def finding(id_: str, **facts: Any) -> Finding:
    found = slip().check(parse_facts(slip().facts, facts), TODAY)
    return next(each for each in found.findings if each.id == id_)


def line(side: str, distance: int | None) -> dict[str, Any]:
    return {"side": side, "distance_ft": distance}


@pytest.mark.parametrize(("distance", "outcome"), [(19, "not_met"), (20, "met"), (21, "met")])
def test_each_item_is_held_to_the_cell_of_its_own_key(distance: int, outcome: str) -> None:
    assert finding("ph-slip-lines", lot_lines=[line("front", distance)]).outcome == outcome


def test_the_cell_and_the_item_are_told() -> None:
    found = finding("ph-slip-lines", lot_lines=[line("front", 25), line("front", 5)])

    assert found.sentence.startswith("Lot line 2: distance 5 ft is less than the limit of 20 ft."), (
        found.sentence
    )


def test_a_row_the_law_does_not_have_leaves_it_silent() -> None:
    assert finding("ph-slip-lines", lot_lines=[line("rear", 100)]).outcome == "law_silent"


def test_a_key_that_is_not_stated_is_named_by_its_place() -> None:
    found = finding("ph-slip-lines", lot_lines=[line("front", 30), {"distance_ft": 3}])

    assert (found.outcome, found.missing) == ("needs_information", ("lot_lines/1/side",))


@pytest.mark.parametrize(
    ("sides", "outcome"), [(["front", "front"], "met"), (["front", "front", "rear"], "not_met")]
)
def test_cells_of_all_items_add_up(sides: list[str], outcome: str) -> None:
    lines = [line(each, 50) for each in sides]

    assert finding("ph-slip-depth", use="storage", lot_lines=lines).outcome == outcome


def test_a_blank_cell_counts_as_the_table_says() -> None:
    assert finding("ph-slip-depth", use="stable", lot_lines=[line("front", 50)] * 5).outcome == "met"
