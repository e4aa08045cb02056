"""What named quantities and computed definitions come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json, MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Measured(Shown):
    """One measure (`kind` measure) or computed definition (`kind` definition, often yes or no) for the facts.

    `value` is its JSON form in `unit`, None while `missing` facts are needed. `applies` is False where the
    law does not measure it here.
    """

    id: str
    rule: str
    kind: str
    name: str
    label: str
    applies: bool | None
    value: Json
    unit: str | None
    sentence: str
    steps: tuple[str, ...]
    missing: tuple[str, ...]
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MeasuresResult(Shown):
    """Every measure and computed definition of the program, in the order of the pack."""

    city: str
    program: str
    measures: tuple[Measured, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
