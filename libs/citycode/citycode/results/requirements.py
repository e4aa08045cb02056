"""Whether a described project needs a program, and what must then be handed in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.checks import Requirement, Track, is_needed
from citycode.results.findings import Finding, Json, MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Submittal(Shown):
    """One thing an application must contain. `applies` is None when facts in `missing` would tell."""

    id: str
    rule: str
    label: str
    what: str
    applies: bool | None
    missing: tuple[str, ...]
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class ProgramRequirement(Shown):
    """Is the program required, exempt, not needed, or can it not be told yet; and why."""

    city: str
    program: str
    title: str
    requirement: Requirement
    track: Track | None
    findings: tuple[Finding, ...]
    missing_facts: tuple[MissingFact, ...]
    submittals: tuple[Submittal, ...]
    law_date: date

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "title": self.title,
            "requirement": self.requirement,
            "needed": is_needed(self.requirement),
            "track": self.track.to_json() if self.track else None,
            "findings": [each.to_json() for each in self.findings],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "submittals": [each.to_json() for each in self.submittals],
            "law_date": self.law_date.isoformat(),
        }
