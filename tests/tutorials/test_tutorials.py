"""The tutorials do what they say: every block is applied in order, every pasted output compared."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from citycode import check, load_law, rule

from tests.cases.direct import calculators_over
from tests.cases.runner import answers_of, bodies_of, cases_in, differences, exact, faults
from tests.tutorials.steps import carry_out, changed, require_alike, steps_of

ROOT = Path(__file__).parents[2]
TUTORIALS = ROOT / "docs" / "tutorials"
GOES_ON_FROM = {"add-a-city": (), "add-a-rule": ("add-a-city",), "change-a-fee": ("add-a-city",)}
SHARED = ("facts.yaml", "permissions.yaml", "vocabulary.yaml")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with the shared files and state law in codes/, and no city yet."""
    codes = tmp_path / "codes"
    codes.mkdir()
    for name in SHARED:
        shutil.copy(ROOT / "codes" / name, codes / name)
    shutil.copytree(ROOT / "codes" / "minnesota", codes / "minnesota")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(folder: Path, capsys: pytest.CaptureFixture[str]) -> Callable[[str], str]:
    """What a command of the tutorials prints; `make cases` asks in process what it asks a system."""

    def run_one(command: str) -> str:
        capsys.readouterr()
        verb, _, wanted = command.removeprefix("make ").partition(" ID=")
        if verb == "codes-check":
            check.main([])
        elif verb == "rule":
            rule.main([wanted])
        elif verb == "cases":
            require_case(folder / "codes", wanted)
        else:
            raise AssertionError(f"no test runs {command}")
        return capsys.readouterr().out

    return run_one


def require_case(codes: Path, wanted: str) -> None:
    found = [each for path in codes.glob("*/*.cases.yaml") for each in cases_in(path) if each.id == wanted]
    assert len(found) == 1
    (case,) = found
    assert faults(case) == []
    with calculators_over(load_law(codes), codes.parent) as calculators:
        answers = answers_of(case, bodies_of(case, calculators))
    assert answers == exact(case.expect), differences(case, answers)


def test_every_tutorial_is_run() -> None:
    assert {path.stem for path in TUTORIALS.glob("*.md")} == set(GOES_ON_FROM)


@pytest.mark.parametrize("tutorial", GOES_ON_FROM)
def test_a_tutorial_does_what_it_says(tutorial: str, folder: Path, run: Callable[[str], str]) -> None:
    for before in GOES_ON_FROM[tutorial]:
        for step in steps_of((TUTORIALS / f"{before}.md").read_text()):
            carry_out(step, folder, None)

    steps = steps_of((TUTORIALS / f"{tutorial}.md").read_text())

    assert {step.language for step in steps} >= {"yaml", "console"}
    for step in steps:
        carry_out(step, folder, run)


def test_output_that_differs_is_told() -> None:
    with pytest.raises(AssertionError, match="2 rules"):
        require_alike("make codes-check", ["…", "1 rule"], "A city\n2 rules\n")


def test_a_change_of_lines_that_are_not_there_is_told() -> None:
    with pytest.raises(AssertionError, match="do not stand there once"):
        changed("a: 1\n", "-a: 2\n+a: 3\n")
