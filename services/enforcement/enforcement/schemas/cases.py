"""Cases on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from caseroutes.hearings import HearingView
from caseroutes.holds import PlacedHoldView
from caseroutes.notices import NoticeAsk, NoticeView
from caseroutes.records import DecisionView, VotesAsk
from caseroutes.shape import Facts, Incoming, Line, Outgoing, Paragraph, Pin, Reasons, Word
from pydantic import Field
from servicekit.wire import WireDate

from enforcement.schemas.complaints import ComplaintNamed

State = Literal["opened", "noticed", "reported", "ordered", "abated", "closed"]


class CaseAsk(Incoming):
    """Of which program, on which parcel; for a complaint, or of the officer's own sight."""

    program: Annotated[Word, Field(examples=["property-maintenance"])]
    pin: Annotated[Pin, Field(examples=["49.0990.0001"])]
    address: Annotated[Line | None, Field(default=None, examples=["12 Lake Drive"])]
    complaint: ComplaintNamed | None = None


class CaseView(Outgoing):
    """A case. `opened_by` says by what; `owner_known` is false until the county's record was asked."""

    id: UUID
    city: str
    number: str
    program: str
    state: State
    version: int
    pin: str | None
    address: str | None
    opened_at: datetime
    opened_on: date
    opened_by: str
    source: str | None
    law_date: date
    grounds: list[str]
    facts: dict[str, Any]
    judgments: dict[str, JudgmentView]
    owner_known: bool
    observed_on: date | None
    notice_dated_on: date | None
    noticed_on: date | None
    comply_by: date | None
    reported_on: date | None
    ordered_on: date | None
    abated_on: date | None
    closed_on: date | None
    closed_because: str | None
    allowed_actions: list[str]


class JudgmentView(Outgoing):
    """An office's answer to a question the law leaves to it."""

    answer: bool
    reason: str
    office: str
    on: date


class CasePage(Outgoing):
    """Cases, the oldest first."""

    items: list[CaseView]
    next_cursor: str | None


class OwnerAsk(Incoming):
    """The parcel, where the case does not name it yet or names another."""

    pin: Annotated[Pin | None, Field(default=None, examples=["49.0990.0001"])]


class PartyView(Outgoing):
    """Owner or taxpayer by the county's record; name and address are null where withheld or erased."""

    kind: str
    name: str | None
    mailing_address: str | None
    source: str
    vintage: date
    withheld: bool


class PartiesView(Outgoing):
    """Who owns the parcel of a case."""

    parties: list[PartyView]


class JudgmentAsk(Incoming):
    """The answer to a question the law leaves to the caller's office."""

    answer: bool
    reason: Annotated[Paragraph, Field(examples=["The gutter hangs loose over the walk."])]


class InspectionAsk(Incoming):
    """What was seen. Facts stand until another inspection states them anew."""

    inspected_on: Annotated[WireDate, Field(examples=["2026-06-02"])]
    facts: Annotated[
        Facts,
        Field(
            default_factory=dict,
            examples=[{"undeveloped": False, "holes_in_walls": 2}],
        ),
    ]
    judgments: Annotated[
        dict[Annotated[str, Field(max_length=100)], JudgmentAsk],
        Field(max_length=100, default_factory=dict),
    ]
    notes: Annotated[Paragraph, Field(examples=["Seen from the street and the yard, with leave."])]
    place: Annotated[Line | None, Field(default=None, examples=["south wall"])]


class InspectionView(Outgoing):
    """An inspection and what the law found: `fails` are the rules not met, `missing` what nobody stated."""

    id: UUID
    case_id: UUID
    inspected_on: date
    office: str
    notes: str
    facts: dict[str, Any]
    judgments: dict[str, AnswerView]
    outcome: str
    fails: list[str]
    missing: list[str]
    law_date: date
    receipt_sha256: str


class AnswerView(Outgoing):
    """The answer an inspection brought."""

    answer: bool
    reason: str


class InspectionsView(Outgoing):
    """The inspections of a case, oldest first."""

    inspections: list[InspectionView]


class ViolationView(Outgoing):
    """A rule that was not met: since when, and until when. `days` counts each day it stood."""

    id: UUID
    rule: str
    cite: str
    description: str
    place: str
    observed_on: date
    inspection_id: UUID | None
    corrected_on: date | None
    withdrawn_on: date | None
    days: int


class ViolationsView(Outgoing):
    """What was found, oldest first."""

    violations: list[ViolationView]


class PenaltyView(Outgoing):
    """What a violation is by law, and how many there are where each day is one."""

    id: str
    rule: str
    title: str
    outcome: str
    offense: str
    offenses: int | None
    sentence: str
    steps: list[str]
    cite: str


class PenaltiesView(Outgoing):
    """The penalties the law names for what was found."""

    penalties: list[PenaltyView]


class Inspected(Outgoing):
    """The case and the inspection."""

    case: CaseView
    inspection: InspectionView
    violations: list[ViolationView]


class CaseNoticeAsk(NoticeAsk):
    """Which notice is issued, and, for one of violations, by which day they must be corrected."""

    comply_by: Annotated[WireDate | None, Field(default=None, examples=["2026-07-02"])]


class CaseNotice(Outgoing):
    """The case and a notice of it."""

    case: CaseView
    notice: NoticeView


class ExtensionAsk(Incoming):
    """A later day for correction."""

    comply_by: Annotated[WireDate, Field(examples=["2026-07-02"])]
    because: Annotated[Paragraph, Field(examples=["The painter was ill for a week."])]


class ReportAsk(Incoming):
    """What is reported to the body that may order abatement."""

    notes: Annotated[Paragraph, Field(examples=["Reinspected on July 3: nothing was done."])]


class CaseHeld(Outgoing):
    """The case, and what it bars."""

    case: CaseView
    hold: PlacedHoldView


class CaseHolds(Outgoing):
    """What a case bars or barred, the oldest first."""

    holds: list[PlacedHoldView]


class CaseScheduled(Outgoing):
    """The case and the hearing that was set."""

    case: CaseView
    hearing: HearingView


class CaseDecisionAsk(Incoming):
    """The body's decision. `says` is what an order has done; `comply_by` a last day left to the owner."""

    outcome: Literal["order", "no_order"]
    decided_on: Annotated[WireDate, Field(examples=["2026-07-28"])]
    votes: VotesAsk | None = None
    reasons: Annotated[Reasons, Field(min_length=1, examples=[["Nothing was corrected in the time set."]])]
    says: Annotated[str, Field(max_length=4000, default="", examples=["Repair the south wall and paint it."])]
    comply_by: WireDate | None = None


class CaseDecided(Outgoing):
    """The case and the decision."""

    case: CaseView
    decision: DecisionView


class OrderView(Outgoing):
    """An order: of correction, by the officer's notice, or of abatement, by the body that decided."""

    id: UUID
    number: str
    kind: str
    state: str
    office: str
    says: str
    rules: list[str]
    signed_on: date | None
    served_on: date | None
    comply_by: date | None
    complied_on: date | None
    overdue: bool
    extensions: list[ExtensionView]


class ExtensionView(Outgoing):
    """More time that was given."""

    granted_on: date
    comply_by_before: date
    comply_by: date
    because: str
    rule: str | None


class OrdersView(Outgoing):
    """The orders of a case, oldest first."""

    orders: list[OrderView]


class AbatementAsk(Incoming):
    """What the city did, on which day, by whom."""

    abated_on: Annotated[WireDate, Field(examples=["2026-08-10"])]
    by: Annotated[Line, Field(examples=["City street department"])]
    what: Annotated[Paragraph, Field(examples=["The south wall was repaired and painted."])]


class CloseAsk(Incoming):
    """Why the case is closed."""

    reason: Annotated[Paragraph, Field(examples=["The owner removed the structure."])]
