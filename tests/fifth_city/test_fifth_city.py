"""A city that nobody prepared the code for: its law has an element of every kind, and its cases hold."""

from __future__ import annotations

from pathlib import Path

import pytest
from citycode import Law
from citycode.check import warnings
from citycode.packs.kinds import KINDS

from tests.cases.direct import Calculators
from tests.cases.runner import Case, answers_of, bodies_of, cases_in, differences, exact, faults, read_yaml
from tests.fifth_city.conftest import OWN

CITY = "marsh-landing"
CASES = [case for path in sorted(OWN.glob("*/*.cases.yaml")) for case in cases_in(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_fifth_city_answers_its_cases(calculators: Calculators, case: Case) -> None:
    assert faults(case) == []

    answers = answers_of(case, bodies_of(case, calculators))

    assert answers == exact(case.expect), differences(case, answers)


def test_it_has_an_element_of_every_kind() -> None:
    programs = [read_yaml(path) for path in OWN.glob("*/*.yaml") if not path.name.endswith(".cases.yaml")]

    used = {key for program in programs for key in program}

    assert {kind.key for kind in KINDS} - used == set()


def test_each_rule_that_is_computed_or_judged_stands_in_a_case(law: Law) -> None:
    own = [rule for rule in law.city(CITY).rules.values() if rule.state_law is None]

    assert len(own) > 90
    assert [rule.id for rule in own if rule.treatment != "stated" and not rule.cases] == []


def test_it_loads_without_a_warning(law: Law, codes: Path) -> None:
    assert warnings(law, codes) == []
