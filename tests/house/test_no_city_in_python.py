"""A fifth city is a folder under codes/: nothing in Python may name one."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CITIES = sorted(folder.parent.name for folder in ROOT.glob("codes/*/city.yaml"))


def python_outside_tests() -> list[Path]:
    """Every module that ships: tests may name a city, nothing else may."""
    folders = ("libs", "services", "gateway", "deploy")
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*.py")
        if "tests" not in path.relative_to(ROOT).parts
    )


def name_pattern(city: str) -> re.Pattern[str]:
    """The city's name however its words are joined and whatever their case."""
    return re.compile(r"[\s_-]*".join(map(re.escape, city.split("-"))), re.IGNORECASE)


def cities_named_in(text: str) -> list[str]:
    return [city for city in CITIES if name_pattern(city).search(text)]


def test_there_are_cities_to_look_for() -> None:
    assert "lake-elmo" in CITIES


@pytest.mark.parametrize("path", python_outside_tests(), ids=lambda path: str(path.relative_to(ROOT)))
def test_no_module_names_a_city(path: Path) -> None:
    assert cities_named_in(path.read_text()) == []


@pytest.mark.parametrize("text", ["LakeElmo", "lake_elmo", "Lake Elmo", "lake-elmo", "LAKE ELMO"])
def test_the_search_finds_a_name_in_every_spelling(text: str) -> None:
    assert cities_named_in(f"x = '{text}'") == ["lake-elmo"]
