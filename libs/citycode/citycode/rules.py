"""One rule of the ordinance, as people look it up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """The rule between `since` and `until` (exclusive; None: open), with its values."""

    since: date | None
    until: date | None
    values: tuple[tuple[str, Json], ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "from": self.since.isoformat() if self.since else None,
            "until": self.until.isoformat() if self.until else None,
            "values": dict(self.values),
        }


@dataclass(frozen=True, slots=True)
class RuleElement:
    """One element that carries out the rule.

    `answered_by` are the calls that apply it (`check`, `clocks`).
    """

    id: str
    kind: str
    versions: tuple[RuleVersion, ...]
    answered_by: tuple[str, ...]
    file: str
    line: int

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "kind": self.kind,
            "versions": [each.to_json() for each in self.versions],
            "answered_by": list(self.answered_by),
        }


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule id of the inventory with the elements that carry it out; `treatment` as code-packs define it.

    `state_law` names the law of the state it is of; such a rule is shown under the first program it governs.
    """

    id: str
    city: str
    program: str
    service: str
    treatment: str
    text: str
    section: str
    cite: str
    elements: tuple[RuleElement, ...]
    cases: tuple[str, ...]
    notes: tuple[str, ...]
    state_law: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "city": self.city,
            "program": self.program,
            "service": self.service,
            "treatment": self.treatment,
            "text": self.text,
            "section": self.section,
            "cite": self.cite,
            "elements": [each.to_json() for each in self.elements],
            "cases": list(self.cases),
            "notes": list(self.notes),
            "state_law": self.state_law,
        }
