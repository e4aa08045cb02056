"""An application for a license: what is asked for, by whom, where, and how far it has come."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from casework import applications
from casework.lifecycle import Lifecycle

APPLICATION = Lifecycle(
    "license application",
    {
        "draft": {"change": "draft", "submit": "submitted", "withdraw": "withdrawn"},
        "submitted": {
            "pay": "submitted",
            "tell_event": "submitted",
            "receive_submittal": "submitted",
            "declare_incomplete": "incomplete",
            "declare_complete": "complete",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "incomplete": {
            "pay": "incomplete",
            "tell_event": "incomplete",
            "change": "incomplete",
            "receive_submittal": "incomplete",
            "submit": "submitted",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "complete": {
            "pay": "complete",
            "tell_event": "complete",
            "answer_judgment": "complete",
            "recommend": "complete",
            "schedule_hearing": "complete",
            "hold_hearing": "complete",
            "cancel_hearing": "complete",
            "approve": "approved",
            "deny": "denied",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "approved": {
            "pay": "approved",
            "tell_event": "approved",
            "issue": "issued",
            "deny": "denied",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "denied": {},
        "issued": {},
        "withdrawn": {},
        "expired": {},
    },
)
"""`deny` in `approved`: what was approved cannot be issued any more, as when a cap was reached meanwhile."""

APPLICANTS_ACTIONS = frozenset({"change", "submit", "withdraw"})
"""What the applicant, or who acts for them, may do; all else is the city's."""

BY_THE_CLOCK = "nobody"
"""The permission, held by no office, of what only the calendar does."""

PERMISSIONS = {
    "pay": "payments.record",
    "tell_event": "applications.review",
    "receive_submittal": "applications.review",
    "declare_incomplete": "applications.review",
    "declare_complete": "applications.review",
    "answer_judgment": "judgments.answer",
    "recommend": "judgments.answer",
    "schedule_hearing": "hearings.manage",
    "hold_hearing": "hearings.manage",
    "cancel_hearing": "hearings.manage",
    "approve": "decisions.record",
    "deny": "decisions.record",
    "issue": "licenses.issue",
}
"""What the city's own actions take."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Application(applications.Application):
    """An application for a license, on a parcel where the license is bound to land."""

    license_id: UUID | None = None
