"""Dates that follow from an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from citycode.results.findings import Json, MissingFact

ClockKind = Literal["deadline", "earliest", "review", "term"]


@dataclass(frozen=True, slots=True)
class Lapse:
    """What happens when a clock runs out unanswered."""

    to: str | None
    by: str | None
    mandatory: bool
    says: str | None

    def to_json(self) -> dict[str, Json]:
        return {"to": self.to, "by": self.by, "mandatory": self.mandatory, "says": self.says}


@dataclass(frozen=True, slots=True)
class Clock:
    """One date that follows from `event` on `starts_on`.

    `must` (or `may`, for the earliest day of something allowed) is done by the office or party `who` on or
    before `last_day`; `at` is the instant for hours. `last_day` is None when `missing` facts are needed
    first. `repeats` is the length (`1 year`) after which it starts anew. `steps` explain the count.
    """

    id: str
    rule: str
    kind: ClockKind
    event: str
    starts_on: date
    last_day: date | None
    raw_last_day: date | None
    at: datetime | None
    length: str | None
    must: str | None
    may: str | None
    who: str | None
    repeats: str | None
    stopped_by: tuple[str, ...]
    lapse: Lapse | None
    applies: bool | None
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str

    def has_passed(self, on: date) -> bool:
        """Read on the day after the last day, it has passed, whether or not anything ran."""
        return self.last_day is not None and on > self.last_day

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "kind": self.kind,
            "event": self.event,
            "starts_on": self.starts_on.isoformat(),
            "last_day": self.last_day.isoformat() if self.last_day else None,
            "raw_last_day": self.raw_last_day.isoformat() if self.raw_last_day else None,
            "at": self.at.isoformat() if self.at else None,
            "length": self.length,
            "must": self.must,
            "may": self.may,
            "who": self.who,
            "repeats": self.repeats,
            "stopped_by": list(self.stopped_by),
            "lapse": self.lapse.to_json() if self.lapse else None,
            "applies": self.applies,
            "missing": list(self.missing),
            "steps": list(self.steps),
            "sentence": self.sentence,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }


@dataclass(frozen=True, slots=True)
class ClocksResult:
    """Every clock that `event` starts, in the order of the pack; those ruled out are left out."""

    city: str
    program: str
    event: str
    on: date
    clocks: tuple[Clock, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "event": self.event,
            "on": self.on.isoformat(),
            "clocks": [each.to_json() for each in self.clocks],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
