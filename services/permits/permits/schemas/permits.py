"""Permits on the wire: the public register, and what staff enter."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any, Literal
from uuid import UUID

from caseroutes.records import DecisionView, VotesAsk
from caseroutes.shape import Facts, Incoming, Outgoing, Paragraph, Reasons, Word
from pydantic import Field
from servicekit.wire import WireDate

from permits.schemas.site import SiteView

ConditionId = Annotated[str, Field(min_length=1, max_length=120, pattern=r"^[a-z][a-z0-9_.-]*$")]
State = Literal["issued", "inspected", "expired", "revoked", "closed"]


class ConditionView(Outgoing):
    """What the permit is held under: of the law by its `rule`, or imposed with the decision (no rule)."""

    id: str
    text: str
    rule: str | None
    cite: str | None


class PublicPermit(Outgoing):
    """A permit as anybody may see it: no person in it. `allowed_actions` are what the caller may do next."""

    id: UUID
    city: str
    number: str
    program: str
    state: State
    in_effect: bool
    version: int
    pin: str
    site: SiteView | None
    issued_on: date
    conditions: list[ConditionView]
    ended_on: date | None
    ended_rules: list[str]
    term_ends_on: date | None
    allowed_actions: list[str]


class PermitPage(Outgoing):
    """Permits, oldest first."""

    items: list[PublicPermit]
    next_cursor: str | None


class InspectionAsk(Incoming):
    """Which inspection, on which day."""

    kind: Annotated[Word, Field(examples=["final"])]
    scheduled_on: Annotated[WireDate, Field(examples=["2026-09-01"])]


class InspectionResult(Incoming):
    """What was found. A passed `final` inspection makes the permit inspected.

    `facts` are what the law asks about an inspection, by name: fees may follow from them.
    """

    inspected_on: Annotated[WireDate, Field(examples=["2026-09-01"])]
    passed: bool
    final: bool
    notes: Annotated[Paragraph, Field(examples=["Built as approved."])]
    facts: Annotated[Facts, Field(default_factory=dict)]


class InspectionView(Outgoing):
    """One inspection."""

    id: UUID
    permit_id: UUID
    kind: str
    scheduled_on: date
    inspected_on: date | None
    passed: bool | None
    final: bool
    notes: str
    facts: dict[str, Any]


class InspectionsView(Outgoing):
    """The inspections of a permit."""

    inspections: list[InspectionView]


class InspectedView(Outgoing):
    """The permit and the inspection."""

    permit: PublicPermit
    inspection: InspectionView


class ReviewAsk(Incoming):
    """A review that comes round."""

    reviewed_on: Annotated[WireDate, Field(examples=["2027-07-20"])]
    in_order: bool
    notes: Annotated[Paragraph, Field(examples=["No change since last year."])]


class ReviewView(Outgoing):
    """One review that was made."""

    id: UUID
    permit_id: UUID
    reviewed_on: date
    in_order: bool
    notes: str


class ReviewsView(Outgoing):
    """The reviews of a permit, by day."""

    reviews: list[ReviewView]


class CloseAsk(Incoming):
    """Why nothing is left to be watched."""

    reason: Annotated[Paragraph, Field(examples=["The structure was removed."])]


class RemovalAsk(Incoming):
    """The structure of a permit that ended is gone."""

    removed_on: Annotated[WireDate, Field(examples=["2027-10-12"])]
    note: Annotated[Paragraph, Field(examples=["Seen on the site: tower and guys are gone."])]


class DivisionAsk(Incoming):
    """What was not told of a division of the land: facts as the program asks them."""

    divided_on: Annotated[WireDate, Field(examples=["2027-10-12"])]
    facts: Annotated[Facts, Field(min_length=1, examples=[{"divided_parcel_acres": "38.6"}])]


class RevokeAsk(Incoming):
    """A revocation. `grounds` are words of the law; the city's code names the day whose law counts.

    `breached` are ids of conditions of the permit: at least one where not keeping them is a ground.
    """

    decided_on: Annotated[WireDate, Field(examples=["2026-11-02"])]
    observed_on: Annotated[WireDate, Field(examples=["2026-10-05"])]
    grounds: Annotated[
        list[Word],
        Field(default_factory=list, max_length=20, examples=[["noncompliance_with_conditions"]]),
    ]
    breached: Annotated[
        list[ConditionId], Field(default_factory=list, max_length=50, examples=[["le-wind-no-lighting"]])
    ]
    votes: VotesAsk | None = None
    reasons: Annotated[Reasons, Field(min_length=1, examples=[["A light was put on the tower."]])]


class RevokedView(Outgoing):
    """The permit and the decision."""

    permit: PublicPermit
    decision: DecisionView
