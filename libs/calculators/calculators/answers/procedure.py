"""Notices and votes."""

from __future__ import annotations

from datetime import date

from servicekit.wire import Outgoing

from calculators.answers.findings import FindingView


class NoticeRuleView(Outgoing):
    """A notice the law demands."""

    id: str
    rule: str
    kind: str
    audience: list[str]
    within_ft: float | int | str | None
    measured_from: str | None
    lead: str
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


class PartyNoticeView(Outgoing):
    """Whether one party must be told, and was."""

    party: str
    must_be_notified: bool | None
    why: str
    served_on: date | None
    in_time: bool | None
    wrong: list[str]


class NoticeAnswer(Outgoing):
    """Whether everybody was told in time."""

    notice: NoticeRuleView
    hearing_on: date
    last_mailing_day: date
    parties: list[PartyNoticeView]
    in_time: bool
    missing: list[str]
    sentence: str
    steps: list[str]


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
