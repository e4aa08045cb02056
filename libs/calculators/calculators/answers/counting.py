"""What is counted against the law, and what lives, runs or is barred."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, JsonValue
from servicekit.wire import Outgoing

from calculators.answers.findings import MissingFactView
from calculators.answers.money import Dollars, SetAmountView
from calculators.answers.timing import LapseView


class DaysView(Outgoing):
    """A stretch of days, both ends included."""

    first: Annotated[date, Field(alias="from")]
    through: date


class CapView(Outgoing):
    """One cap put to what is wanted."""

    id: str
    rule: str
    allowed: bool | None
    of: str
    per: list[str]
    counts: Literal["records", "days", "days_in_a_row", "apart"]
    limit: int | None
    counted: int | None
    with_wanted: int | None
    left: int | None
    window: DaysView | None
    counting: list[str]
    free_from: date | None
    remedy: str | None
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class CapsAnswer(Outgoing):
    """May one more be had, under every cap that binds it."""

    city: str
    program: str
    outcome: Literal["allowed", "not_allowed", "needs_information"]
    allowed: bool | None
    fails: list[str]
    caps: list[CapView]
    missing_facts: list[MissingFactView]
    law_date: date


class BarView(Outgoing):
    """Actions that are closed for a time."""

    id: str
    rule: str
    bars: list[str]
    last_day: date | None
    missing: list[str]
    sentence: str
    section: str
    cite: str


class StepView(Outgoing):
    """What an event brings: what is done, required, charged, allowed, commanded; `says` names it."""

    id: str
    rule: str
    outcome: Literal["reached", "barred", "needs_information"]
    number: int | None
    ordinal: str | None
    do: list[str]
    require: str | None
    due_on: date | None
    lapse: LapseView | None
    fee: str | None
    fee_usd: JsonValue
    may: list[str]
    to: str | None
    mandatory: bool
    by: str | None
    on_request_of: str | None
    says: str | None
    action_open: bool | None
    barred_by: str | None
    bar: BarView | None
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str


class CountedEventView(Outgoing):
    """One event of the history: counted, or ignored by a rule."""

    id: str
    on: date
    counted: bool | None
    number: int | None
    ignored_by: str | None
    steps: list[StepView]
    fees_usd: Dollars | None
    missing: list[str]
    sentence: str


class LadderView(Outgoing):
    """One ladder for one subject."""

    id: str
    rule: str
    counts: str
    per: list[str]
    keys: dict[str, str]
    count: int | None
    events: list[CountedEventView]
    fees_usd: Dollars | None
    bars: list[BarView]
    section: str
    cite: str
    law_date: date
    code_version: str


class LaddersAnswer(Outgoing):
    """What the events of the history have brought."""

    city: str
    program: str
    read_on: date
    ladders: list[LadderView]
    examples: list[SetAmountView]
    missing_facts: list[MissingFactView]
    law_date: date


class TermEndView(Outgoing):
    """One of the ends of a term."""

    id: str
    rule: str
    day: date | None
    by_event: bool
    says: str
    missing: list[str]


class TermView(Outgoing):
    """From which day through which something lives."""

    id: str
    rule: str
    event: str
    starts_on: date
    first_day: date
    ends_on: date | None
    ended_by: str | None
    in_force: bool | None
    ends: list[TermEndView]
    prorated: bool | None
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class TermsAnswer(Outgoing):
    """Every term that the event begins."""

    city: str
    program: str
    event: str
    on: date
    read_on: date
    terms: list[TermView]
    missing_facts: list[MissingFactView]
    law_date: date


class HoldView(Outgoing):
    """What one hold bars."""

    id: str
    rule: str
    in_force: bool | None
    blocks: list[str]
    of: str
    placed_by: str | None
    placed_on: date | None
    released_by: str | None
    released_on: date | None
    until: list[str]
    by: str | None
    missing: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class HoldsAnswer(Outgoing):
    """Every hold, and all actions barred on the day."""

    city: str
    program: str
    read_on: date
    blocked: list[str]
    holds: list[HoldView]
    missing_facts: list[MissingFactView]
    law_date: date


class PeriodView(Outgoing):
    """The run of a named period around a day."""

    id: str
    rule: str
    name: str
    day: date
    in_period: bool | None
    first_day: date | None
    last_day: date | None
    looked_at: DaysView | None
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str


class PeriodsAnswer(Outgoing):
    """Every named period of the program, looked at from one day."""

    city: str
    program: str
    day: date
    read_on: date
    periods: list[PeriodView]
    law_date: date
