"""Every case beside the law answers as expected, and every handed case stands there unchanged."""

import os
from pathlib import Path

import httpx
import pytest

from tests.cases.runner import (
    Case,
    answers_of,
    asks_a_map_or_a_record,
    bodies_of,
    differences,
    every_case,
    exact,
    faults,
    is_about,
    read_yaml,
)
from tests.cases.sentences import with_a_code

CASES = [case for case in every_case() if is_about(case, os.environ.get("CITYCODE_CASES_ABOUT", ""))]


def test_there_are_cases_and_each_has_a_name_of_its_own() -> None:
    every = [case.id for case in every_case()]

    assert len(every) >= 5
    assert len(set(every)) == len(every)
    assert CASES, "no case is about that rule; make rule ID=… lists those there are"


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_is_well_formed(case: Case) -> None:
    assert faults(case) == []


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(case, id=case.id, marks=[pytest.mark.system] if asks_a_map_or_a_record(case) else [])
        for case in CASES
    ],
)
def test_case(case: Case, request: pytest.FixtureRequest) -> None:
    asker = request.getfixturevalue("everything" if asks_a_map_or_a_record(case) else "calculators")

    bodies = bodies_of(case, asker)

    answers = answers_of(case, bodies)
    assert answers == exact(case.expect), differences(case, answers)
    assert with_a_code(bodies) == [], "a sentence shows a code"


FIRST_OF_EACH_FILE = {case.file: case for case in reversed(CASES)}


@pytest.mark.system
@pytest.mark.parametrize("case", FIRST_OF_EACH_FILE.values(), ids=lambda case: case.id)
def test_the_gateway_passes_it_to_the_service_of_its_program(case: Case, everything: httpx.Client) -> None:
    answers = answers_of(case, bodies_of(case, everything))

    assert answers == exact(case.expect), differences(case, answers)


def handed_cases() -> list[dict[str, object]]:
    folder = Path(os.environ.get("CITYCODE_SHARED", "absent")) / "ordinances"
    return [entry for path in sorted(folder.glob("*.cases.yaml")) for entry in read_yaml(path)]


@pytest.mark.shared
def test_every_handed_case_of_a_loaded_program_is_here_unchanged() -> None:
    ours = {case.id: case.handed for case in every_case()}
    loaded = {rule for path in Path("codes").glob("*/*.yaml") for rule in rule_ids_of(path)}

    handed = [entry for entry in handed_cases() if loaded.issuperset(entry["rules"])]  # type: ignore[arg-type]

    assert len(handed) >= 5
    assert [entry for entry in handed if ours.get(str(entry["id"])) != entry] == []


def rule_ids_of(path: Path) -> set[str]:
    """The ids a pack file declares, whatever list they stand in."""
    if path.name.endswith(".cases.yaml"):
        return set()
    found: set[str] = set()

    def walk(node: object) -> None:
        if isinstance(node, dict):
            if isinstance(node.get("id"), str):
                found.add(node["id"].split(".")[0])
            for value in node.values():
                walk(value)
        elif isinstance(node, list):
            for value in node:
                walk(value)

    walk(read_yaml(path))
    return found
