"""An application: what is asked for, by whom, where, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from casework import applications
from casework.lifecycle import Lifecycle

APPLICATION = Lifecycle(
    "application",
    {
        "draft": {"change": "draft", "submit": "submitted", "withdraw": "withdrawn"},
        "submitted": {
            "pay": "submitted",
            "tell_event": "submitted",
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
            "tell_event": "incomplete",
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
            "tell_event": "complete",
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
            "tell_event": "under_review",
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
            "tell_event": "approved",
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
    "tell_event": "applications.review",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Application(applications.Application):
    """An application for a permit on a parcel, and on a site of it where that is known.

    `surveyed` are values of surveys that stand in place of what the maps tell. `succeeds` is the number of
    the permit in whose place it asks for one.
    """

    pin: str
    lon: float | None = None
    lat: float | None = None
    permit_id: UUID | None = None
    surveyed: Mapping[str, Any] = field(default_factory=dict)
    succeeds: str | None = None

    @property
    def site(self) -> tuple[float, float] | None:
        """Longitude and latitude of the project, where they are known."""
        return None if self.lon is None or self.lat is None else (self.lon, self.lat)

    @property
    def on_paper(self) -> bool:
        """Whether whoever applies walked in, and has no account by which to act."""
        return self.applicant == walk_in(self.id)


def walk_in(application_id: UUID) -> str:
    """How somebody without an account is referred to: by nothing but their application."""
    return f"walk-in:{application_id}"
