"""Builders: a small made-up city with every kind of element, loaded as it is or changed."""

from __future__ import annotations

import functools
import shutil
import tempfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
from citycode import (
    CheckResult,
    City,
    Facts,
    Finding,
    Law,
    PackError,
    PackErrors,
    Program,
    load_law,
    parse_facts,
)

ROOT = Path(__file__).parents[3]
CODES = ROOT / "codes"
TODAY = date(2026, 6, 1)

LAWBOOK = Path(__file__).parent / "lawbook"
FILES = {
    "facts": "facts.yaml",
    "permissions": "permissions.yaml",
    "vocabulary": "vocabulary.yaml",
    "city": "birch-falls/city.yaml",
    "shed": "birch-falls/shed.yaml",
    "barn": "oak-hill/barn.yaml",
    "small_buildings": "minnesota/small-buildings.yaml",
    "decide_in_time": "minnesota/decide-in-time.yaml",
    "renumbered": "minnesota/renumbered.yaml",
    "stone": "stone-bridge/city.yaml",
    "paving": "stone-bridge/paving.yaml",
    "fees": "stone-bridge/fees.yaml",
    "hollow": "pine-hollow/city.yaml",
    "slip": "pine-hollow/slip.yaml",
}
"""The made-up city, which has an element of every kind; `holidays.yaml` is that of the repository."""

ALL_IN_ORDER: dict[str, object] = {
    "work": "shed",
    "district": "R-1",
    "use": "storage",
    "shed_area_sqft": 120,
    "lot_area_sqft": 10_000,
    "height_ft": 9,
    "movable": False,
    "historic": False,
    "slope": 20,
    "lot_lines": [{"distance_ft": 12, "side": "front"}, {"distance_ft": 12, "side": "rear"}],
    "inspection_passed_on": "2026-01-10",
    "renewal_on": "2026-06-01",
}


def text_of(name: str) -> str:
    return (LAWBOOK / FILES[name]).read_text()


def lawbook(folder: Path, **texts: str) -> Path:
    """The made-up city in `folder`, with `facts=`, `city=`, `shed=` … in place of its files."""
    shutil.copytree(LAWBOOK, folder, dirs_exist_ok=True)
    (folder / "minnesota").mkdir(exist_ok=True)
    for file in ("holidays.yaml", "fees.yaml"):
        shutil.copy(CODES / "minnesota" / file, folder / "minnesota" / file)
    for name, text in texts.items():
        (folder / FILES[name]).write_text(text)
    return folder


def changed(text: str, old: str, new: str) -> str:
    """`text` with `old`, which must stand in it once, replaced."""
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def line_of(text: str, part: str) -> int:
    """The line, from 1, on which `part` first stands."""
    return text[: text.index(part)].count("\n") + 1


def refusal(folder: Path, *, city_alone: str | None = None, **texts: str) -> tuple[PackError, ...]:
    """The errors with which the folder is refused, or one city of it alone."""
    written = lawbook(folder, **texts)
    if city_alone is not None:
        for other in {each.parent for each in written.glob("*/city.yaml")} - {written / city_alone}:
            shutil.rmtree(other)
    with pytest.raises(PackErrors) as refused:
        load_law(written)
    return refused.value.errors


@functools.cache
def made_up_law() -> Law:
    """The made-up cities beneath made-up law of the state."""
    with tempfile.TemporaryDirectory() as folder:
        return load_law(lawbook(Path(folder)))


def birch_falls() -> City:
    return made_up_law().city("birch-falls")


@functools.cache
def stone_bridge() -> City:
    """The other made-up city, whose one program is about money."""
    with tempfile.TemporaryDirectory() as folder:
        return load_law(lawbook(Path(folder))).city("stone-bridge")


def shed() -> Program:
    return birch_falls().program("shed")


def shed_facts(**changes: object) -> Facts:
    """A shed that is in order, but for `changes`; None takes a fact away."""
    return parse_facts(shed().facts, ALL_IN_ORDER | changes)


def check(on: date = TODAY, judgments: Mapping[str, bool] | None = None, **changes: object) -> CheckResult:
    answered = {"bf-shed-looks": True} if judgments is None else judgments
    return shed().check(shed_facts(**changes), on, answered)


def finding(result: CheckResult, element_id: str) -> Finding:
    return next(each for each in result.findings if each.id == element_id)


@functools.cache
def the_law() -> Law:
    """The packs of this repository."""
    return load_law(CODES)
