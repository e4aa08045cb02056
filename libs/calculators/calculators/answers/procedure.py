"""Notices and votes."""

from __future__ import annotations

from datetime import date
from typing import Literal

from servicekit.wire import Outgoing

from calculators.answers.findings import FindingView


class ContentItemView(Outgoing):
    """One of several things of which one will do."""

    item: str
    label: str


class ContentRuleView(Outgoing):
    """One thing a paper must hold; `wording` is fixed text to be printed as it is."""

    item: str
    label: str
    wording: str | None
    any_of: list[ContentItemView]
    rule: str | None
    conditional: bool


class ServiceRuleView(Outgoing):
    """One way of service that will do: all its methods together, good only with the proof it names."""

    methods: list[str]
    proof: str | None
    counts: Literal["sent", "received"]
    after: str | None
    conditional: bool
    rule: str | None


class PublicationRuleView(Outgoing):
    """Publication that is demanded, in successive weeks where there are several."""

    newspaper: str
    weeks: int
    lead: str | None
    proof: str | None
    rule: str | None


class NoticeRuleView(Outgoing):
    """A notice the law demands."""

    id: str
    rule: str
    kind: str
    audience: list[str]
    within_ft: float | int | str | None
    measured_from: str | None
    lead: str | None
    methods: list[str]
    must_say: list[str]
    proof: str | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    area_rule: str | None
    notes: list[str]
    issued_by: list[str]
    contents: list[ContentRuleView]
    services: list[ServiceRuleView]
    service_rule: str | None
    address: str | None
    publication: PublicationRuleView | None


class PartyNoticeView(Outgoing):
    """Whether one party must be told, and was."""

    party: str
    must_be_notified: bool | None
    why: str
    served_on: date | None
    in_time: bool | None
    wrong: list[str]
    effective_on: date | None
    missing_proof: list[str]


class PublicationView(Outgoing):
    """Whether it was published as demanded."""

    last_day: date | None
    published: list[date]
    in_time: bool
    wrong: list[str]


class NoticeFloorView(Outgoing):
    """State law below which the notice may not fall; it `governs` where it leaves less time to mail."""

    id: str
    rule: str
    section: str
    cite: str
    last_mailing_day: date | None
    governs: bool
    says: str


class NoticeAnswer(Outgoing):
    """Whether everybody was told in time."""

    notice: NoticeRuleView
    hearing_on: date | None
    last_mailing_day: date | None
    parties: list[PartyNoticeView]
    in_time: bool
    missing: list[str]
    sentence: str
    steps: list[str]
    applies: bool | None
    publication: PublicationView | None
    floors: list[NoticeFloorView]


class RecommendationView(Outgoing):
    """Who must be heard first."""

    id: str
    rule: str
    by: str
    within: str | None
    section: str
    cite: str


class DecisionRuleView(Outgoing):
    """How a decision is made."""

    id: str
    rule: str
    kind: str
    office: str
    hearing: bool
    needed: int | None
    needed_says: str
    members: int | None
    grounds: list[str]
    recommendation: RecommendationView | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: list[str]


class DecisionAnswer(Outgoing):
    """Whether the vote carried."""

    decision: DecisionRuleView
    carried: bool
    needed: int
    cast: int
    finding: FindingView
