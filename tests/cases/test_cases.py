"""Every case beside the law answers as expected, and every handed case stands there unchanged."""

import os
from pathlib import Path

import pytest
import yaml

from deploy.local.system import System
from tests.cases.runner import Case, answers_of, every_case, exact, faults

CASES = every_case()


def test_there_are_cases() -> None:
    assert len(CASES) >= 5
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_is_well_formed(case: Case) -> None:
    assert faults(case) == []


@pytest.mark.system
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case, system: System) -> None:
    with system.client() as client:
        answers = answers_of(case, client)

    assert answers == exact(case.expect)


def handed_cases() -> list[dict[str, object]]:
    folder = Path(os.environ.get("CITYCODE_SHARED", "absent")) / "ordinances"
    return [
        entry for path in sorted(folder.glob("*.cases.yaml")) for entry in yaml.safe_load(path.read_text())
    ]


@pytest.mark.shared
def test_every_handed_case_of_a_loaded_program_is_here_unchanged() -> None:
    ours = {case.id: case.handed for case in CASES}
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

    walk(yaml.safe_load(path.read_text()))
    return found
