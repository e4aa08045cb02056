"""A case: what was found at a place, what its owner was told, what the council ordered, what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID

from casework.lifecycle import Lifecycle

_ANY_TIME = (
    "inspect",
    "find_owner",
    "issue_notice",
    "serve_notice",
    "tell_event",
    "place_hold",
    "release_hold",
)


def _staying(state: str, *more: str) -> dict[str, str]:
    return dict.fromkeys((*_ANY_TIME, *more), state)


CASE = Lifecycle(
    "case",
    {
        "opened": {
            **_staying("opened"),
            "notify": "noticed",
            "report": "reported",
            "close": "closed",
        },
        "noticed": {
            **_staying("noticed", "extend", "abate"),
            "find_corrected": "closed",
            "report": "reported",
            "close": "closed",
        },
        "reported": {
            **_staying("reported", "schedule_hearing", "hold_hearing", "cancel_hearing", "abate"),
            "find_corrected": "closed",
            "decide": "reported",
            "order": "ordered",
            "close": "closed",
        },
        "ordered": {
            **_staying("ordered"),
            "find_corrected": "closed",
            "abate": "abated",
            "close": "closed",
        },
        "abated": {
            **_staying("abated"),
            "close": "closed",
        },
        "closed": {},
    },
)
"""`abate` before `ordered` is named so that its refusal says what is missing; it leads nowhere there."""

MONEY_PERMISSIONS = {
    "enter_cost": "charges.record",
    "charge": "charges.record",
    "invoice": "charges.record",
    "pay": "payments.record",
}
"""What money takes, in every state: what is owed outlives the case."""

PERMISSIONS = {
    "inspect": "inspections.record",
    "find_owner": "cases.manage",
    "tell_event": "cases.manage",
    "place_hold": "holds.manage",
    "release_hold": "holds.manage",
    "issue_notice": "notices.issue",
    "serve_notice": "notices.issue",
    "extend": "notices.issue",
    "report": "violations.record",
    "schedule_hearing": "hearings.manage",
    "hold_hearing": "hearings.manage",
    "cancel_hearing": "hearings.manage",
    "decide": "decisions.record",
    "abate": "cases.manage",
    "close": "cases.manage",
}
"""What each takes; `notify`, `find_corrected` and `order` follow from service, inspection and decision."""

DATED = "violation_notice.dated"
SERVED = "notice.served"
CORRECTED = "violation.corrected"
"""The events of the law by which clocks start and are fulfilled."""

CORRECT = "correct_violation"
REPORT = "report_to_council"
"""What must be done, as packs name it."""

ORDER_ABATEMENT = "order_abatement"
"""The kind of decision by which the city is ordered to do it itself."""

VIOLATION_NOTICE, HEARING_NOTICE = "violation", "hearing"
"""The kinds of notices."""


@dataclass(frozen=True, slots=True)
class Case:
    """`facts` are as last recorded by inspections, `judgments` as answered by offices.

    `opened_by` says by what: `complaint`, `officer` or the event of a neighbor; `source` is its reference.
    `grounds` are rules that were broken when it was opened, as when a license was revoked. `comply_by` is
    the day for correction as extended. `pin` is None while it is not known on which parcel it is;
    `owner_known` is False while nobody was asked who owns the parcel, or once it changed hands.
    """

    id: UUID
    city: str
    number: str
    program: str
    state: str
    version: int
    pin: str | None
    opened_at: datetime
    opened_on: date
    opened_by: str
    law_date: date
    source: str | None = None
    address: str | None = None
    grounds: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    judgments: Mapping[str, Any] = field(default_factory=dict)
    owner_known: bool = False
    observed_on: date | None = None
    notice_dated_on: date | None = None
    noticed_on: date | None = None
    comply_by: date | None = None
    reported_on: date | None = None
    ordered_on: date | None = None
    abated_on: date | None = None
    closed_on: date | None = None
    closed_because: str | None = None

    @property
    def answers(self) -> dict[str, bool]:
        """The judgments as the law's check wants them."""
        return {name: bool(judgment["answer"]) for name, judgment in self.judgments.items()}


@dataclass(frozen=True, slots=True)
class CaseParty:
    """Owner or taxpayer of the parcel as the county's record said. Name and address are None once erased."""

    city: str
    case_id: UUID
    place: int
    kind: str
    name: str | None
    mailing_address: str | None
    source: str
    vintage: date
    withheld: bool = False
    erased_at: datetime | None = None
