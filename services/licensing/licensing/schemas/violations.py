"""Violations of licenses on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from caseroutes.notices import NoticeView
from caseroutes.records import DecisionView, VotesAsk
from caseroutes.shape import Incoming, Outgoing, Paragraph, Reasons, Word
from pydantic import Field
from servicekit.wire import WireDate, WireInstant

State = Literal["observed", "noticed", "hearing_requested", "lapsed", "corrected", "decided", "withdrawn"]


class ViolationAsk(Incoming):
    """What was seen, when, and which rules it breaks."""

    rules: Annotated[list[Word], Field(min_length=1, max_length=20, examples=[["dl-dock-private-equipment"]])]
    description: Annotated[Paragraph, Field(examples=["Two boat lifts stand beside the dock."])]
    observed_on: Annotated[WireDate, Field(examples=["2026-06-23"])]


class CorrectedAsk(Incoming):
    """The day on which it was seen or shown to be corrected."""

    corrected_on: Annotated[WireDate, Field(examples=["2026-07-02"])]


class HearingRequestAsk(Incoming):
    """A request for a hearing as it came: when it reached the office, and in which form."""

    received_at: Annotated[WireInstant, Field(examples=["2026-07-06T10:15:00-05:00"])]
    form: Annotated[list[Word], Field(max_length=10, examples=[["written", "signed"]])]


class WithdrawAsk(Incoming):
    """Why it is held against the license no longer."""

    reason: Annotated[Paragraph, Field(examples=["It was another dock."])]


class ViolationDecisionAsk(Incoming):
    """The decision after the hearing. `actions` are what is ordered instead of a revocation."""

    outcome: Literal["revoke", "other_action", "no_violation"]
    decided_on: Annotated[WireDate, Field(examples=["2026-07-14"])]
    votes: VotesAsk | None = None
    reasons: Annotated[Reasons, Field(min_length=1, examples=[["The second lift was still there."]])]
    actions: Annotated[Reasons, Field(default_factory=list)]


class HearingRequestView(Outgoing):
    """A request as it came, the legal day it was received, and whether it stops the clock."""

    received_at: datetime
    received_on: date
    form: list[str]
    stops: bool
    because: list[str]


class ClockView(Outgoing):
    """A clock its notice started, as it stands today."""

    id: str
    rule: str
    must: str | None
    who: str | None
    last_day: date | None
    standing: str | None
    stopped_by: list[str]
    lapse_rule: str | None
    sentence: str
    cite: str


class ViolationView(Outgoing):
    """A violation held against a license. `noticed_on` is the day from which its notice counts."""

    id: UUID
    license_id: UUID
    state: State
    version: int
    rules: list[str]
    description: str
    observed_on: date
    law_date: date
    noticed_on: date | None
    notice: str | None
    hearing_requests: list[HearingRequestView]
    clocks: list[ClockView]
    corrected_on: date | None
    ended_on: date | None
    ended_because: str | None
    allowed_actions: list[str]


class ViolationsView(Outgoing):
    """The violations of a license, oldest first."""

    violations: list[ViolationView]


class NotedView(Outgoing):
    """The violation; the license moved on to `license_version`."""

    violation: ViolationView
    license_version: int


class ViolationNotice(Outgoing):
    """The violation and a notice of it."""

    violation: ViolationView
    notice: NoticeView


class ViolationDecided(Outgoing):
    """The violation and the decision."""

    violation: ViolationView
    decision: DecisionView
