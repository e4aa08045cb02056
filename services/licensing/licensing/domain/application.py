"""An application for a license: what is asked for, by whom, where, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle

APPLICATION = Lifecycle(
    "license application",
    {
        "draft": {"change": "draft", "submit": "submitted", "withdraw": "withdrawn"},
        "submitted": {
            "pay": "submitted",
            "receive_submittal": "submitted",
            "declare_incomplete": "incomplete",
            "declare_complete": "complete",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "incomplete": {
            "pay": "incomplete",
            "change": "incomplete",
            "receive_submittal": "incomplete",
            "submit": "submitted",
            "lapse": "expired",
            "withdraw": "withdrawn",
        },
        "complete": {
            "pay": "complete",
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


@dataclass(frozen=True, slots=True)
class Application:
    """`facts` are stated by the applicant, `measured` told by the maps (fact → value, unit, source, vintage).

    `applicant` and `filed_by` are opaque subjects. `pin` is None where the license is bound to no land.
    `received_on` is the legal day of the last submission, which office hours may move after the raw instant
    `submitted_at`. `law_date` is the day whose law answers, once it is fixed. `remedies` mend a standard that
    is not met, by the finding's id.
    """

    id: UUID
    city: str
    program: str
    state: str
    version: int
    applicant: str
    filed_by: str
    pin: str | None
    created_at: datetime
    number: str | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    measured: Mapping[str, Any] = field(default_factory=dict)
    submittals: Mapping[str, Any] = field(default_factory=dict)
    judgments: Mapping[str, Any] = field(default_factory=dict)
    remedies: Mapping[str, Any] = field(default_factory=dict)
    recommendation: Mapping[str, Any] | None = None
    incomplete_because: tuple[str, ...] = ()
    submission: int = 0
    submitted_at: datetime | None = None
    received_on: date | None = None
    completed_on: date | None = None
    law_date: date | None = None
    license_id: UUID | None = None

    @property
    def answers(self) -> dict[str, bool]:
        """The judgments as the law's check wants them."""
        return {name: bool(judgment["answer"]) for name, judgment in self.judgments.items()}
