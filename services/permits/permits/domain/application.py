"""An application: what is asked for, by whom, where, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle

APPLICATION = Lifecycle(
    "application",
    {
        "draft": {"change": "draft", "submit": "submitted", "withdraw": "withdrawn"},
        "submitted": {
            "pay": "submitted",
            "refund": "submitted",
            "receive_submittal": "submitted",
            "declare_incomplete": "incomplete",
            "declare_complete": "complete",
            "lapse": "expired",
            "extend_time": "submitted",
            "approve_by_law": "approved",
            "enter_survey": "submitted",
            "withdraw": "withdrawn",
        },
        "incomplete": {
            "pay": "incomplete",
            "refund": "incomplete",
            "change": "incomplete",
            "receive_submittal": "incomplete",
            "submit": "submitted",
            "extend_time": "incomplete",
            "approve_by_law": "approved",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "complete": {
            "pay": "complete",
            "refund": "complete",
            "start_review": "under_review",
            "extend_time": "complete",
            "approve_by_law": "approved",
            "schedule_hearing": "complete",
            "move_hearing": "complete",
            "cancel_hearing": "complete",
            "serve_notice": "complete",
            "enter_survey": "complete",
            "record_remedy": "complete",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "under_review": {
            "pay": "under_review",
            "refund": "under_review",
            "answer_judgment": "under_review",
            "recommend": "under_review",
            "enter_survey": "under_review",
            "record_remedy": "under_review",
            "schedule_hearing": "under_review",
            "move_hearing": "under_review",
            "cancel_hearing": "under_review",
            "serve_notice": "under_review",
            "hold_hearing": "under_review",
            "extend_time": "under_review",
            "approve_by_law": "approved",
            "approve": "approved",
            "deny": "denied",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "approved": {
            "pay": "approved",
            "refund": "approved",
            "issue": "issued",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "denied": {"refund": "denied"},
        "issued": {"pay": "issued", "refund": "issued"},
        "withdrawn": {"refund": "withdrawn"},
        "expired": {"refund": "expired"},
    },
)

APPLICANTS_ACTIONS = frozenset({"change", "submit", "withdraw"})
"""What the applicant, or who acts for them, may do; all else is the city's."""

BY_THE_CLOCK = "nobody"
"""The permission, held by no office, of what only the calendar does."""

PERMISSIONS = {
    "pay": "payments.record",
    "refund": "payments.record",
    "receive_submittal": "applications.review",
    "declare_incomplete": "applications.review",
    "declare_complete": "applications.review",
    "start_review": "applications.review",
    "enter_survey": "applications.review",
    "record_remedy": "decisions.record",
    "answer_judgment": "judgments.answer",
    "recommend": "judgments.answer",
    "extend_time": "applications.review",
    "approve_by_law": "decisions.record",
    "schedule_hearing": "hearings.manage",
    "move_hearing": "hearings.manage",
    "cancel_hearing": "hearings.manage",
    "serve_notice": "hearings.manage",
    "hold_hearing": "hearings.manage",
    "approve": "decisions.record",
    "deny": "decisions.record",
    "issue": "permits.issue",
}
"""What the city's own actions take."""


@dataclass(frozen=True, slots=True)
class Application:
    """`facts` are stated by the applicant, `measured` told by the maps (fact → value, unit, source, vintage).

    `surveyed` are values of surveys that stand in place of what the maps tell, `remedies` what mends a
    standard that is not met, by the finding's id.

    `succeeds` is the number of the permit in whose place it asks for one.

    `applicant` and `filed_by` are opaque subjects. `received_on` is the legal day of the last submission,
    which office hours may move after the raw instant `submitted_at`. `law_date` is the day whose law
    answers, once it is fixed.
    """

    id: UUID
    city: str
    program: str
    state: str
    version: int
    applicant: str
    filed_by: str
    pin: str
    created_at: datetime
    lon: float | None = None
    lat: float | None = None
    number: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    measured: Mapping[str, Any] = field(default_factory=dict)
    submittals: Mapping[str, Any] = field(default_factory=dict)
    judgments: Mapping[str, Any] = field(default_factory=dict)
    recommendation: Mapping[str, Any] | None = None
    incomplete_because: tuple[str, ...] = ()
    submission: int = 0
    submitted_at: datetime | None = None
    received_on: date | None = None
    completed_on: date | None = None
    law_date: date | None = None
    permit_id: UUID | None = None
    surveyed: Mapping[str, Any] = field(default_factory=dict)
    remedies: Mapping[str, Any] = field(default_factory=dict)
    succeeds: str | None = None

    @property
    def site(self) -> tuple[float, float] | None:
        """Longitude and latitude of the project, where they are known."""
        return None if self.lon is None or self.lat is None else (self.lon, self.lat)

    @property
    def on_paper(self) -> bool:
        """Whether whoever applies walked in, and has no account by which to act."""
        return self.applicant == walk_in(self.id)

    @property
    def answers(self) -> dict[str, bool]:
        """The judgments as the law's check wants them."""
        return {name: bool(judgment["answer"]) for name, judgment in self.judgments.items()}


def walk_in(application_id: UUID) -> str:
    """How somebody without an account is referred to: by nothing but their application."""
    return f"walk-in:{application_id}"


def completed_by(application: Application, demanded: Iterable[str], today: date) -> date:
    """The day on which the last of what makes it complete was received: itself, or a demanded submittal."""
    papers = (application.submittals[each]["received_on"] for each in demanded)
    return max([application.received_on or today, *(date.fromisoformat(each) for each in papers)])
