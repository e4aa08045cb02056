"""What named quantities and computed definitions come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json, MissingFact


@dataclass(frozen=True, slots=True)
class Measured:
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

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "kind": self.kind,
            "name": self.name,
            "label": self.label,
            "applies": self.applies,
            "value": self.value,
            "unit": self.unit,
            "sentence": self.sentence,
            "steps": list(self.steps),
            "missing": list(self.missing),
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class MeasuresResult:
    """Every measure and computed definition of the program, in the order of the pack."""

    city: str
    program: str
    measures: tuple[Measured, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "measures": [each.to_json() for each in self.measures],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
