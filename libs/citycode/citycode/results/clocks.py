"""Dates that follow from an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.shown import Shown

ClockKind = Literal["deadline", "earliest", "review", "term"]
Standing = Literal["running", "done", "done_late", "stopped", "lapsed"]


@dataclass(frozen=True, slots=True)
class Lapse(Shown):
    """What happens when a clock runs out unanswered: the state `to`, or what the office `by` `may` do."""

    id: str
    rule: str
    to: str | None
    may: tuple[str, ...]
    by: str | None
    mandatory: bool
    says: str | None
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class Stop(Shown):
    """An event that stops a clock, in the `form` the law asks; `late` where it does so at any time."""

    id: str
    rule: str
    event: str
    form: tuple[str, ...]
    late: bool
    says: str
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class Extension(Shown):
    """How far the time may be extended: `last_day` is the latest that may be set.

    `granted_by` are the events that extend it, `granted` the days through which they did. `open`: may it be
    extended (once more) on the day it is read? None: it was not asked, or facts are `missing`.
    """

    id: str
    rule: str
    last_day: date | None
    times: int
    reasoned: bool
    by: str | None
    granted_by: tuple[str, ...]
    granted: tuple[date, ...]
    open: bool | None
    applies: bool | None
    missing: tuple[str, ...]
    sentence: str
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class Clock(Shown):
    """One date that follows from `event` on `starts_on`, or must come before it.

    `must` (or `may`, for the earliest day of something allowed) is done by the office or party `who` on or
    before `last_day`, and not before `first_day` where the law sets one; `at` is the instant for hours,
    `at_local` the same on the city's clock, to the minute (`2026-07-04T15:00`). `sets` names the office that
    sets the day, `last_day` being the most it may give. `last_day` is None when `missing` facts are needed
    first. `repeats` is the length (`1 year`) after which it starts anew. `branches` are the rules whose row
    of a table gave the length. `standing` tells how it stands on the day it is read, by what happened;
    `standing_because` why. `steps` explain the count.
    """

    id: str
    rule: str
    branches: tuple[str, ...]
    kind: ClockKind
    event: str
    starts_on: date
    first_day: date | None
    last_day: date | None
    raw_last_day: date | None
    at: datetime | None
    length: str | None
    must: str | None
    may: str | None
    who: str | None
    sets: str | None
    repeats: str | None
    done_by: tuple[str, ...]
    stopped_by: tuple[str, ...]
    stops: tuple[Stop, ...]
    lapse: Lapse | None
    extension: Extension | None
    applies: bool | None
    standing: Standing | None
    standing_because: tuple[str, ...]
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    governs: bool = True
    prevails_over: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    at_local: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def lapsed(self) -> bool | None:
        """Has what follows from lateness come about? None: it was not asked, or no day is known."""
        return None if self.standing is None else self.standing in ("lapsed", "done_late")

    def has_passed(self, on: date) -> bool:
        """Read on the day after the last day, it has passed, whether or not anything ran."""
        return self.last_day is not None and on > self.last_day

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "branches": list(self.branches),
            "kind": self.kind,
            "event": self.event,
            "starts_on": self.starts_on.isoformat(),
            "first_day": self.first_day.isoformat() if self.first_day else None,
            "last_day": self.last_day.isoformat() if self.last_day else None,
            "raw_last_day": self.raw_last_day.isoformat() if self.raw_last_day else None,
            "at": self.at.isoformat() if self.at else None,
            "at_local": self.at_local,
            "length": self.length,
            "must": self.must,
            "may": self.may,
            "who": self.who,
            "sets": self.sets,
            "repeats": self.repeats,
            "done_by": list(self.done_by),
            "stopped_by": list(self.stopped_by),
            "stops": [each.to_json() for each in self.stops],
            "lapse": self.lapse.to_json() if self.lapse else None,
            "extension": self.extension.to_json() if self.extension else None,
            "applies": self.applies,
            "standing": self.standing,
            "lapsed": self.lapsed,
            "standing_because": list(self.standing_because),
            "missing": list(self.missing),
            "steps": list(self.steps),
            "sentence": self.sentence,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "governs": self.governs,
            "prevails_over": list(self.prevails_over),
            "yields_to": list(self.yields_to),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class ClocksResult(Shown):
    """Every clock that `event` starts, in the order of the pack; those ruled out are left out."""

    city: str
    program: str
    event: str
    on: date
    clocks: tuple[Clock, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
