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

    id: str
    rule: str
    to: str | None
    may: list[str]
    by: str | None
    mandatory: bool
    says: str | None
    section: str
    cite: str


class StopView(Outgoing):
    """An event that stops a clock, in the form the law asks."""

    id: str
    rule: str
    event: str
    form: list[str]
    late: bool
    says: str
    section: str
    cite: str


class ExtensionView(Outgoing):
    """How far the time may be extended."""

    id: str
    rule: str
    last_day: date | None
    times: int
    reasoned: bool
    by: str | None
    granted_by: list[str]
    granted: list[date]
    open: bool | None
    applies: bool | None
    missing: list[str]
    sentence: str
    section: str
    cite: str


class ClockView(Outgoing):
    """One date, with its count in words."""

    id: str
    rule: str
    branches: list[str]
    kind: Literal["deadline", "earliest", "review", "term"]
    event: str
    starts_on: date
    first_day: date | None
    last_day: date | None
    raw_last_day: date | None
    at: AwareDatetime | None
    at_local: str | None
    length: str | None
    must: str | None
    may: str | None
    who: str | None
    sets: str | None
    repeats: str | None
    done_by: list[str]
    stopped_by: list[str]
    stops: list[StopView]
    lapse: LapseView | None
    extension: ExtensionView | None
    applies: bool | None
    standing: Literal["running", "done", "done_late", "stopped", "lapsed"] | None
    lapsed: bool | None
    standing_because: list[str]
    missing: list[str]
    steps: list[str]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    governs: bool
    prevails_over: list[str]
    yields_to: list[str]
    notes: list[str]


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


class TransferRequestView(Outgoing):
    """Who may ask for the transfer, and what it needs."""

    id: str
    rule: str
    by: list[str]
    needs: list[str]
    says: str
    section: str
    cite: str


class EndsAnswer(Outgoing):
    """What the event does to a permit, and what each party may do then."""

    city: str
    program: str
    event: str
    on: date
    transfers: bool | None
    options: Options
    requests: list[TransferRequestView]
    transitions: list[TransitionView]
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    law_date: date
