"""Every fact that the law of any city takes from gis is one that gis tells, of the same kind and unit."""

from collections.abc import Iterator
from pathlib import Path

from citycode import load_law
from citycode.language.types import Boolean, Enum, Number, Text
from gis.domain.fact_names import fact_question

CODES = Path(__file__).parents[4] / "codes"
KINDS: dict[type, str] = {Boolean: "boolean", Number: "number", Enum: "text", Text: "text"}


def asked_of_gis() -> Iterator[tuple[str, str, str, str | None]]:
    """Place, source, kind of value and unit of every fact that a program takes from gis."""
    for slug, city in load_law(CODES).cities.items():
        for program in city.programs():
            for spec in program.facts.values():
                if spec.source is not None and spec.source.startswith("gis."):
                    yield f"{slug}/{program.id}/{spec.name}", spec.source, KINDS[type(spec.type)], spec.unit


def test_the_law_asks_gis_only_for_what_it_tells() -> None:
    wrong = []
    for place, source, kind, unit in asked_of_gis():
        told = fact_question(source)
        if told is None:
            wrong.append(f"{place}: gis has no {source}")
        elif (told.type, told.unit) != (kind, unit):
            wrong.append(f"{place}: {source} is a {told.type} in {told.unit}, not a {kind} in {unit}")

    assert wrong == []
