"""How long a right lives, and which run of a period a day lies in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json, MissingFact


@dataclass(frozen=True, slots=True)
class TermEnd:
    """One of the ends of a term. `day` None: it has not come, or is not known; `by_event` it ends that very
    day, otherwise the day is the last one in force.
    """

    id: str
    rule: str
    day: date | None
    by_event: bool
    says: str
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "day": self.day.isoformat() if self.day else None,
            "by_event": self.by_event,
            "says": self.says,
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class Term:
    """From `first_day` through `ends_on`, the first of the ends that is known; None: nothing has ended it.

    `ended_by` is the id of that end. `in_force` is read on the day asked about: None where `missing` facts
    would tell. `prorated` None: the law says nothing of the fee for a part.
    """

    id: str
    rule: str
    event: str
    starts_on: date
    first_day: date
    ends_on: date | None
    ended_by: str | None
    in_force: bool | None
    ends: tuple[TermEnd, ...]
    prorated: bool | None
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "event": self.event,
            "starts_on": self.starts_on.isoformat(),
            "first_day": self.first_day.isoformat(),
            "ends_on": self.ends_on.isoformat() if self.ends_on else None,
            "ended_by": self.ended_by,
            "in_force": self.in_force,
            "ends": [each.to_json() for each in self.ends],
            "prorated": self.prorated,
            "missing": list(self.missing),
            "steps": list(self.steps),
            "sentence": self.sentence,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class TermsResult:
    """Every term that `event` on that day begins, read on the day `read_on`."""

    city: str
    program: str
    event: str
    on: date
    read_on: date
    terms: tuple[Term, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "event": self.event,
            "on": self.on.isoformat(),
            "read_on": self.read_on.isoformat(),
            "terms": [each.to_json() for each in self.terms],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
