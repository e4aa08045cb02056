"""Builders: real rules about time and counting, in packs of their own, with a small vocabulary."""

from __future__ import annotations

import functools
import shutil
import tempfile
from datetime import date, datetime
from pathlib import Path
from typing import Any

from citycode import Happening, Holding, Law, Program, load_law, parse_facts

from libs.citycode.tests.lawbooks import CODES

ORDINANCES = Path(__file__).parent / "ordinances"


@functools.cache
def examples() -> Law:
    with tempfile.TemporaryDirectory() as folder:
        codes = Path(folder)
        shutil.copytree(ORDINANCES, codes, dirs_exist_ok=True)
        (codes / "minnesota").mkdir()
        shutil.copy(CODES / "minnesota" / "holidays.yaml", codes / "minnesota" / "holidays.yaml")
        return load_law(codes)


def program(city: str, name: str) -> Program:
    return examples().city(city).program(name)


def day(text: str) -> date:
    return date.fromisoformat(text)


def happening(
    of: Program,
    event: str,
    on: str,
    *,
    form: tuple[str, ...] = (),
    keys: dict[str, str] | None = None,
    followed_by: dict[str, str] | None = None,
    **facts: Any,
) -> Happening:
    """An event on a day or, with a time in `on`, at an instant; its id is the text of that day."""
    return Happening(
        event,
        datetime.fromisoformat(on) if "T" in on else day(on),
        on,
        frozenset(form),
        keys or {},
        parse_facts(of.facts, facts),
        {name: day(each) for name, each in (followed_by or {}).items()},
    )


def holding(
    of: Program, kind: str, first: str, last: str | None = None, *, id_: str = "", **keys_and_facts: Any
) -> Holding:
    """A record; names the program knows as facts are facts, the others keys."""
    facts = {name: value for name, value in keys_and_facts.items() if name in of.facts}
    keys = {name: str(value) for name, value in keys_and_facts.items() if name not in of.facts}
    return Holding(kind, day(first), day(last) if last else None, id_, keys, parse_facts(of.facts, facts))
