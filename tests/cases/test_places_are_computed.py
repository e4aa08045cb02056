"""Every rule of the map or of geometry is computed, and cases reach it on both sides of its limit."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from citycode import Law
from citycode.rules import Rule

from tests.cases.direct import Calculators
from tests.cases.runner import ROOT, Case, asks_a_map_or_a_record, bodies_of, every_case

COMPARES = re.compile(r"[<>]|==|\bin \{")
DECIDES = {"require", "limit", "is", "when"}
"""The parts of an element that may hold a limit."""


def of_places() -> list[tuple[str, str]]:
    """City and id of every rule of service gis or kind geometry in the four inventories."""
    with (ROOT / "codes/inventory.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return [(row["city"], row["id"]) for row in rows if row["service"] == "gis" or row["kind"] == "geometry"]


@cache
def cases_by_id() -> dict[str, Case]:
    return {case.id: case for case in every_case()}


def values_of(rule: Rule) -> Iterator[tuple[str, Any]]:
    """What the elements of a rule say, in every version."""
    for element in rule.elements:
        for version in element.versions:
            yield from version.values


def has_a_limit(rule: Rule) -> bool:
    return any(name in DECIDES and COMPARES.search(json.dumps(each)) for name, each in values_of(rule))


def names_of(rule: Rule) -> set[str]:
    """What other elements call it: the name it gives, and the ids of its elements."""
    named = {str(each) for name, each in values_of(rule) if name == "name"}
    return named | {element.id.rpartition(".")[0] or element.id for element in rule.elements}


def says(rule: Rule, names: re.Pattern[str]) -> bool:
    """Whether the rule uses one of these names."""
    return any(names.search(json.dumps(value, default=str)) for _, value in values_of(rule))


def told_by(case: Case, asker: Calculators) -> str:
    """All that is answered to a case; of one that asks a map or a record, what it asks and expects."""
    if asks_a_map_or_a_record(case):
        return json.dumps([case.calls, case.expect], default=str)
    return json.dumps(bodies_of(case, asker), default=str)


def is_reached(rule: Rule, told: str, law: Law) -> bool:
    """Whether the answers tell of the rule, or of one that takes what it says, however far down."""
    wanted, seen = [rule], {rule.id}
    others = [each for each in law.cities[rule.city].rules.values() if each.program == rule.program]
    while wanted:
        one = wanted.pop()
        if f'"{one.id}' in told:
            return True
        names = re.compile("|".join(rf"\b{re.escape(each)}\b" for each in names_of(one)))
        users = [each for each in others if each.id not in seen and says(each, names)]
        seen |= {each.id for each in users}
        wanted += users
    return False


def leaves(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for each in value.values():
            yield from leaves(each)
    elif isinstance(value, list) and value:
        for each in value:
            yield from leaves(each)
    else:
        yield json.dumps(value, default=str)


def test_there_are_as_many_rules_as_the_inventories_have() -> None:
    assert len(of_places()) == 127


def test_every_one_is_computed_and_has_a_case(law_in_use: Law) -> None:
    rules = [law_in_use.cities[city].rules.get(id_) for city, id_ in of_places()]

    lacking = [id_ for (_, id_), rule in zip(of_places(), rules, strict=True) if rule is None]
    not_computed = [rule.id for rule in rules if rule is not None and rule.treatment != "computed"]
    unproved = [rule.id for rule in rules if rule is not None and not rule.cases]

    assert (lacking, not_computed, unproved) == ([], [], [])


@pytest.fixture(scope="module")
def told(calculators: Calculators, law_in_use: Law) -> dict[str, str]:
    """What is answered to every case of these rules, by case."""
    wanted = {case for city, id_ in of_places() for case in law_in_use.cities[city].rules[id_].cases}
    return {case: told_by(cases_by_id()[case], calculators) for case in sorted(wanted)}


def test_a_case_reaches_every_one(told: dict[str, str], law_in_use: Law) -> None:
    rules = [law_in_use.cities[city].rules[id_] for city, id_ in of_places()]

    missed = [
        rule.id for rule in rules if not any(is_reached(rule, told[case], law_in_use) for case in rule.cases)
    ]

    assert missed == []


def test_its_cases_stand_on_both_sides_of_a_limit(law_in_use: Law) -> None:
    rules = [law_in_use.cities[city].rules[id_] for city, id_ in of_places()]

    one_sided = [
        rule.id
        for rule in rules
        if has_a_limit(rule)
        and len({leaf for case in rule.cases for leaf in leaves(cases_by_id()[case].expect)}) < 2
    ]

    assert one_sided == []
