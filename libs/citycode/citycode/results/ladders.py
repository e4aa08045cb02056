"""What repeated events have brought: each event counted or ignored, and the steps it reached."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from citycode.results.clocks import Lapse
from citycode.results.findings import Json, MissingFact
from citycode.results.money import SetAmount
from citycode.results.shown import Shown, usd_json

StepOutcome = Literal["reached", "barred", "needs_information"]


@dataclass(frozen=True, slots=True)
class Bar(Shown):
    """Actions closed through `last_day`; None: its beginning (`missing`) is not known."""

    id: str
    rule: str
    bars: tuple[str, ...]
    last_day: date | None
    missing: tuple[str, ...]
    sentence: str
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class Step(Shown):
    """What one event brings. `number` is which counted event it is, `ordinal` the same in words; `outcome`
    `barred` where `may` and `to` are closed by the rule `barred_by`. `action_open`: may or must anybody act
    against the holder for it? None: `missing` facts would tell. `require` is due on `due_on`. `fee_usd` is
    the amount of the named fee, None where the schedule does not hold it. `do`, `may` are actions, `to` the
    state, `says` what the law calls it.
    """

    id: str
    rule: str
    outcome: StepOutcome
    number: int | None
    ordinal: str | None
    do: tuple[str, ...]
    require: str | None
    due_on: date | None
    lapse: Lapse | None
    fee: str | None
    fee_usd: Json
    may: tuple[str, ...]
    to: str | None
    mandatory: bool
    by: str | None
    on_request_of: str | None
    says: str | None
    action_open: bool | None
    barred_by: str | None
    bar: Bar | None
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class CountedEvent(Shown):
    """One event of the history. `counted` None: `missing` facts would tell. `number` is its place among the
    counted ones of its period, None where not counted or not told. `fees_usd` is what its steps charge
    together, 0.00 where they charge nothing; None where the ladder has no fees, or it is not told yet.
    """

    id: str
    on: date
    counted: bool | None
    number: int | None
    ignored_by: str | None
    steps: tuple[Step, ...]
    fees_usd: Decimal | None
    missing: tuple[str, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Ladder(Shown):
    """One ladder for one subject (`keys`). `count` is how many count in the period that runs on the day it
    is read; `bars` are those in force then. `fees_usd` is what all its events are charged.
    """

    id: str
    rule: str
    counts: str
    per: tuple[str, ...]
    keys: tuple[tuple[str, str], ...]
    count: int | None
    events: tuple[CountedEvent, ...]
    fees_usd: Decimal | None
    bars: tuple[Bar, ...]
    section: str
    cite: str
    law_date: date
    code_version: str

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "counts": self.counts,
            "per": list(self.per),
            "keys": dict(self.keys),
            "count": self.count,
            "events": [each.to_json() for each in self.events],
            "fees_usd": usd_json(self.fees_usd),
            "bars": [each.to_json() for each in self.bars],
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }


@dataclass(frozen=True, slots=True)
class LaddersResult(Shown):
    """Every ladder whose events are in the history, by subject, read on a day.

    `examples` are the amounts of fees among all that the city has not set.
    """

    city: str
    program: str
    read_on: date
    ladders: tuple[Ladder, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
