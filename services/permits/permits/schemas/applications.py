"""Applications on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal, Self
from uuid import UUID

from caseroutes.applications import JudgmentView, MeasuredView, RecommendationView, SubmittalView
from caseroutes.money import RefundView
from caseroutes.records import Contact, ContactView, DecisionView, RemedyView
from caseroutes.shape import Facts, Incoming, Line, Outgoing, Pin, Word
from pydantic import Field, StringConstraints, model_validator
from servicekit.wire import WireDate

from permits.schemas.mending import SurveyedView
from permits.schemas.site import Site, SiteView

Address = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=200)]
State = Literal[
    "draft",
    "submitted",
    "incomplete",
    "complete",
    "under_review",
    "approved",
    "denied",
    "issued",
    "withdrawn",
    "expired",
]


class ContactChange(Incoming):
    """What of the contact is to be another: a part set to null is erased, one left out stays."""

    name: Annotated[Line | None, Field(default=None, examples=["A. Applicant"])]
    email: Line | None = None
    phone: Line | None = None
    mailing_address: Line | None = None

    @model_validator(mode="after")
    def _keep_a_name(self) -> Self:
        if self.name is None and "name" in self.model_fields_set:
            raise ValueError("A name is needed.")
        return self


class ProjectAsk(Incoming):
    """What is asked for, on the parcel of a PIN or of an address, whichever is known."""

    program: Annotated[Word, Field(examples=["wind-generator"])]
    pin: Annotated[Pin | None, Field(default=None, examples=["11.029.21.24.0001"])]
    address: Annotated[Address | None, Field(default=None, examples=["11200 10th Street N"])]
    site: Site | None = None
    facts: Annotated[Facts, Field(default_factory=dict, examples=[{"structure_height_ft": 120}])]
    contact: Contact
    succeeds: Annotated[Line | None, Field(default=None, examples=["LE-WIND-2026-000042"])]

    @model_validator(mode="after")
    def _name_one_place(self) -> Self:
        if (self.pin is None) is (self.address is None):
            raise ValueError("Send either pin or address.")
        return self


class ApplicationAsk(ProjectAsk):
    """A new application, for the parcel of a PIN or of an address, whichever is known.

    A machine names the person it files for, who must have consented. `succeeds` is the number of the permit
    of the structure that stands there or is replaced: no distance is measured to that one.
    """

    on_behalf_of: Annotated[Line | None, Field(default=None, examples=["resident-1"])]


class PaperAsk(ProjectAsk):
    """An application that somebody handed in on paper, and the day it was received."""

    received_on: Annotated[WireDate, Field(examples=["2026-06-03"])]


class ApplicationChange(Incoming):
    """What is to be another. `facts` and `contact` are merged; what is set to null is withdrawn.

    Another parcel or site takes back what was measured there and the papers that were handed in for it.
    """

    pin: Pin | None = None
    site: Site | None = None
    facts: Annotated[Facts | None, Field(default=None, examples=[{"structure_height_ft": 118}])]
    contact: ContactChange | None = None


class MeasuredChangeView(Outgoing):
    """A fact told by the map before and after the place was changed; null where it was or is not known."""

    name: str
    former: Any
    now: Any


class ApplicationView(Outgoing):
    """An application as its applicant and the staff see it; `ETag` carries its version.

    `received_on` is the legal day of receipt beside the instant it came in. `measured_changes`
    lists what the map tells otherwise since the place was changed, in the answer to that change.
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
    pin: str
    site: SiteView | None
    facts: dict[str, Any]
    measured: dict[str, MeasuredView]
    surveyed: dict[str, SurveyedView]
    remedies: dict[str, RemedyView]
    submittals: dict[str, SubmittalView]
    judgments: dict[str, JudgmentView]
    recommendation: RecommendationView | None
    incomplete_because: list[str]
    submission: int
    created_at: datetime
    submitted_at: datetime | None
    received_on: date | None
    completed_on: date | None
    law_date: date | None
    permit_id: UUID | None
    succeeds: str | None
    measured_changes: list[MeasuredChangeView]
    allowed_actions: list[str]


class SubmissionView(Outgoing):
    """One submitted version."""

    submission: int
    submitted_at: datetime
    received_on: date
    pin: str
    site: SiteView | None
    facts: dict[str, Any]
    measured: dict[str, MeasuredView]


class SubmissionsView(Outgoing):
    """Every submitted version, oldest first."""

    submissions: list[SubmissionView]


class ApplicationPage(Outgoing):
    """Applications, oldest first."""

    items: list[ApplicationView]
    next_cursor: str | None


class DecidedView(Outgoing):
    """The application, the decision on it, and what was paid back because of it."""

    application: ApplicationView
    decision: DecisionView
    refunds: list[RefundView]
