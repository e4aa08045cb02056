"""Whether one more may be had, counted against what there is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.shown import Shown

CapsOutcome = Literal["allowed", "not_allowed", "needs_information"]


@dataclass(frozen=True, slots=True)
class Cap(Shown):
    """One cap put to the record that is wanted.

    `counted` is what stands against it without the wanted record, `with_wanted` with it; `limit` is the most
    the law allows (days that must lie between, for a cap that keeps records `apart`), `left` what the wanted
    record leaves of it. `window` are the days within which it is counted, None where all count. `counting`
    are the ids of the records that count. `free_from` is the first day on which the wanted record could
    begin, where that can be told.
    """

    id: str
    rule: str
    allowed: bool | None
    of: str
    per: tuple[str, ...]
    counts: str
    limit: int | None
    counted: int | None
    with_wanted: int | None
    window: tuple[date, date] | None
    counting: tuple[str, ...]
    free_from: date | None
    remedy: str | None
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()

    @property
    def left(self) -> int | None:
        """How much of the limit the wanted record leaves, None where nothing is counted up to it."""
        if self.limit is None or self.with_wanted is None:
            return None
        return max(self.limit - self.with_wanted, 0)

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "allowed": self.allowed,
            "of": self.of,
            "per": list(self.per),
            "counts": self.counts,
            "limit": self.limit,
            "counted": self.counted,
            "with_wanted": self.with_wanted,
            "left": self.left,
            "window": {"from": self.window[0].isoformat(), "through": self.window[1].isoformat()}
            if self.window
            else None,
            "counting": list(self.counting),
            "free_from": self.free_from.isoformat() if self.free_from else None,
            "remedy": self.remedy,
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
class CapsResult(Shown):
    """Every cap on the wanted record; those that do not bind it are left out."""

    city: str
    program: str
    outcome: CapsOutcome
    caps: tuple[Cap, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date

    @property
    def fails(self) -> tuple[str, ...]:
        """Rules of the caps that are reached."""
        return tuple(dict.fromkeys(each.rule for each in self.caps if each.allowed is False))

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "outcome": self.outcome,
            "allowed": None if self.outcome == "needs_information" else self.outcome == "allowed",
            "fails": list(self.fails),
            "caps": [each.to_json() for each in self.caps],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
        }
