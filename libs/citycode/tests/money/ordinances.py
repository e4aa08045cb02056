"""Rules about money of the four cities as real elements, with the cities' own offices and schedules."""

from __future__ import annotations

import functools
import shutil
import tempfile
from decimal import Decimal
from pathlib import Path

from citycode import Facts, Law, Program, load_law, parse_facts

from libs.citycode.tests.lawbooks import CODES, LAWBOOK

PACKS = Path(__file__).parent / "packs"
OF_THE_CITY = ("city.yaml", "fees.yaml")
SHARED = ("permissions.yaml", "vocabulary.yaml", "inventory.tsv")


@functools.cache
def ordinances() -> Law:
    """Ids, sections, offices, schedules and state tables are those of the repository."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for each in SHARED:
            shutil.copy(CODES / each, folder / each)
        shutil.copy(LAWBOOK / "facts.yaml", folder / "facts.yaml")
        shutil.copytree(CODES / "minnesota", folder / "minnesota")
        for city in PACKS.iterdir():
            shutil.copytree(city, folder / city.name)
            for each in OF_THE_CITY:
                shutil.copy(CODES / city.name / each, folder / city.name / each)
        return load_law(folder)


def program_of(city: str, program: str) -> Program:
    return ordinances().city(city).program(program)


def facts_of(program: Program, **stated: object) -> Facts:
    return parse_facts(program.facts, stated)


def usd(text: str) -> Decimal:
    return Decimal(text)
