"""Dates that follow from an event, and what the event does to a permit."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import AwareDatetime
from servicekit.wire import Outgoing

from calculators.answers.findings import FindingView, MissingFactView

Options = dict[str, list[str]]


class LapseView(Outgoing):
    """What happens when a clock runs out."""

    to: str | None
    by: str | None
    mandatory: bool
    says: str | None


class ClockView(Outgoing):
    """One date, with its count in words."""

    id: str
    rule: str
    kind: Literal["deadline", "earliest", "review", "term"]
    event: str
    starts_on: date
    last_day: date | None
    raw_last_day: date | None
    at: AwareDatetime | None
    length: str | None
    must: str | None
    may: str | None
    who: str | None
    repeats: str | None
    stopped_by: list[str]
    lapse: LapseView | None
    applies: bool | None
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str


class ClocksAnswer(Outgoing):
    """Every date that follows from the event."""

    city: str
    program: str
    event: str
    on: date
    clocks: list[ClockView]
    missing_facts: list[MissingFactView]
    law_date: date


class TransitionView(Outgoing):
    """The state a permit falls into."""

    to: str
    ids: list[str]
    rules: list[str]
    options: Options
    says: list[str]


class EndsAnswer(Outgoing):
    """What the event does to a permit, and what each party may do then."""

    city: str
    program: str
    event: str
    on: date
    transfers: bool | None
    options: Options
    transitions: list[TransitionView]
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    law_date: date
