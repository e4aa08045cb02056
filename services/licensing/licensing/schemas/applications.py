"""Applications for licenses on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from calculators.answers.findings import FindingView, MissingFactView
from caseroutes import applications
from caseroutes.applications import JudgmentView, MeasuredView, RecommendationView, SubmittalView
from caseroutes.money import RefundView
from caseroutes.records import Contact, ContactView, DecisionView, RemedyView
from caseroutes.shape import Facts, Incoming, Line, Outgoing, Paragraph, Pin, Word
from pydantic import Field

State = Literal[
    "draft",
    "submitted",
    "incomplete",
    "complete",
    "approved",
    "denied",
    "issued",
    "withdrawn",
    "expired",
]


class ApplicationAsk(Incoming):
    """A new application; `pin` where the license is bound to a parcel.

    A machine names the person it files for, who must have consented.
    """

    program: Annotated[Word, Field(examples=["dock-license"])]
    pin: Annotated[Pin | None, Field(default=None, examples=["49.099.0001"])]
    facts: Annotated[Facts, Field(default_factory=dict, examples=[{"dock_class": "private", "docks": 1}])]
    contact: Contact
    on_behalf_of: Annotated[Line | None, Field(default=None, examples=["resident-1"])]


class ApplicationChange(Incoming):
    """What is to be another. `facts` are merged; a fact set to null is withdrawn."""

    pin: Pin | None = None
    facts: Annotated[Facts | None, Field(default=None, examples=[{"boat_lifts": 1}])]
    contact: Contact | None = None


class FindingAsk(Incoming):
    """How the deciding body answered a question that the law puts to it."""

    answer: bool
    reason: Annotated[Paragraph, Field(examples=["A storm sewer ends midway between the side lines."])]


class DecisionAsk(applications.DecisionAsk):
    """The decision as it was taken. A denial states its reasons.

    `findings` are by judgment, for those the law puts to the deciding body. `remedies` name, by the finding
    they mend, the remedy of the law that was granted with the approval.
    """

    findings: Annotated[dict[Word, FindingAsk], Field(max_length=50, default_factory=dict)]
    remedies: Annotated[
        dict[Word, Word],
        Field(
            max_length=50,
            default_factory=dict,
            examples=[{"dl-dock-location-midline": "location_variation"}],
        ),
    ]


class ApplicationView(Outgoing):
    """An application as its applicant and the staff see it; `ETag` carries its version.

    `received_on` is the legal day of receipt beside the instant it came in.
    """

    id: UUID
    city: str
    number: str | None
    program: str
    state: State
    version: int
    applicant: str
    filed_by: str
    contact: ContactView
    pin: str | None
    facts: dict[str, Any]
    measured: dict[str, MeasuredView]
    submittals: dict[str, SubmittalView]
    judgments: dict[str, JudgmentView]
    remedies: dict[str, RemedyView]
    recommendation: RecommendationView | None
    incomplete_because: list[str]
    submission: int
    created_at: datetime
    submitted_at: datetime | None
    received_on: date | None
    completed_on: date | None
    law_date: date | None
    license_id: UUID | None
    allowed_actions: list[str]


class ApplicationPage(Outgoing):
    """Applications, oldest first."""

    items: list[ApplicationView]
    next_cursor: str | None


class SubmissionView(Outgoing):
    """One submitted version."""

    submission: int
    submitted_at: datetime
    received_on: date
    pin: str | None
    facts: dict[str, Any]
    measured: dict[str, MeasuredView]


class SubmissionsView(Outgoing):
    """Every submitted version, oldest first."""

    submissions: list[SubmissionView]


class CapView(Outgoing):
    """A cap put to the license that is asked for."""

    id: str
    rule: str
    allowed: bool | None
    limit: int | None
    counted: int | None
    counting: list[str]
    sentence: str
    section: str
    cite: str


class ApplicationCheckView(Outgoing):
    """What the law says of the application as it stands, with the caps as they stand today."""

    application_version: int
    outcome: str
    findings: list[FindingView]
    missing_facts: list[MissingFactView]
    caps: list[CapView]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str


class DecidedView(Outgoing):
    """The application, the decision on it, and what was paid back because of it."""

    application: ApplicationView
    decision: DecisionView
    refunds: list[RefundView]
