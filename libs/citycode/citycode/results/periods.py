"""The runs of named periods around a day."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class PeriodRun(Shown):
    """`in_period` None: it cannot be told yet. Outside a period, `first_day` and `last_day` are those of the
    next one that is known. `last_day` None: not over, or not observed. `looked_at` are the days of the year
    within which it was looked for.
    """

    id: str
    rule: str
    name: str
    day: date
    in_period: bool | None
    first_day: date | None
    last_day: date | None
    looked_at: tuple[date, date] | None
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "name": self.name,
            "day": self.day.isoformat(),
            "in_period": self.in_period,
            "first_day": self.first_day.isoformat() if self.first_day else None,
            "last_day": self.last_day.isoformat() if self.last_day else None,
            "looked_at": {"from": self.looked_at[0].isoformat(), "through": self.looked_at[1].isoformat()}
            if self.looked_at
            else None,
            "sentence": self.sentence,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }


@dataclass(frozen=True, slots=True)
class PeriodsResult(Shown):
    """Every named period of the program, looked at from one day, by what was observed through `read_on`."""

    city: str
    program: str
    day: date
    read_on: date
    periods: tuple[PeriodRun, ...]
    law_date: date

    def named(self, name: str) -> PeriodRun | None:
        return next((each for each in self.periods if each.name == name), None)
