"""What every application shows and takes, whichever service keeps it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Generic, Literal
from uuid import UUID

from casework.applications import Application
from casework.desk.acting import Acting
from casework.desk.deciding import Deciding
from casework.desk.docket import A, Docket
from pydantic import Field
from servicekit.answers import Answer
from servicekit.wire import WireDate
from sqlalchemy import Connection

from caseroutes.money import Method
from caseroutes.records import VotesAsk, votes_of
from caseroutes.shape import Incoming, Line, Outgoing, Paragraph, Reasons, Word


@dataclass(frozen=True, slots=True)
class Applications(Generic[A]):
    """Whose applications they are, at which path, and how one is shown (`view`, `answered`).

    `visible` raises NotFound where the caller may not see one. `operations` gives the id of each step in the
    contract.
    """

    docket: Docket[A]
    path: str
    view: type[Outgoing]
    answered: Callable[[Connection, Acting, A], Answer]
    visible: Callable[[Connection, Acting, UUID], A]
    operations: Mapping[str, str]

    @property
    def prefix(self) -> str:
        """The path of one application."""
        return f"/v1/{{city}}/{self.path}/{{application_id}}"


class IncompleteAsk(Incoming):
    """What is missing, in words the applicant can act on."""

    missing: Annotated[
        list[Paragraph],
        Field(min_length=1, max_length=50, examples=[["The engineer's report is not signed."]]),
    ]


class SubmittalAsk(Incoming):
    """One thing an application must contain came in."""

    submittal: Annotated[Word, Field(examples=["le-wind-engineer-report"])]
    document: Annotated[Line, Field(examples=["Report 26-118 of June 2, 2026"])]
    received_on: Annotated[WireDate, Field(examples=["2026-06-04"])]


class JudgmentAsk(Incoming):
    """The answer to a question the law leaves to an office."""

    judgment: Annotated[Word, Field(examples=["le-wind-debris"])]
    answer: bool
    reason: Annotated[Paragraph, Field(examples=["The fall zone lies within the parcel on all sides."])]


class RecommendationAsk(Incoming):
    """The recommendation that comes before the decision."""

    in_favor: bool
    reasons: Annotated[Reasons, Field(examples=[["All conditions are met."]])]


class DecisionAsk(Incoming):
    """The decision as it was taken. A denial states its reasons."""

    outcome: Literal["approve", "deny"]
    decided_on: Annotated[WireDate, Field(examples=["2026-07-14"])]
    votes: VotesAsk | None = None
    reasons: Annotated[Reasons, Field(default_factory=list)]
    conditions: Annotated[Reasons, Field(default_factory=list)]
    refund_method: Annotated[Method, Field(default="check", description="How a fee goes back.")]

    def deciding(self) -> Deciding:
        """The decision as it is recorded."""
        return Deciding(
            outcome=self.outcome,
            decided_on=self.decided_on,
            votes=votes_of(self.votes),
            reasons=tuple(self.reasons),
            conditions=tuple(self.conditions),
            refund_method=self.refund_method,
        )


class MeasuredView(Outgoing):
    """A fact told by the map."""

    value: Any
    unit: str | None
    source: str
    vintage: date | None


class SubmittalView(Outgoing):
    """What came in, when, and by whom it was ticked off."""

    document: str
    received_on: date
    by: str


class JudgmentView(Outgoing):
    """An answered question."""

    answer: bool
    reason: str
    office: str
    by: str
    on: date


class RecommendationView(Outgoing):
    """What was recommended."""

    in_favor: bool
    reasons: list[str]
    office: str
    by: str
    on: date


def measured_view(measured: Mapping[str, Any]) -> dict[str, MeasuredView]:
    """Show what the map tells."""
    return {name: MeasuredView(**fact) for name, fact in measured.items()}


def submittals_view(application: Application) -> dict[str, SubmittalView]:
    """Show what came in."""
    return {name: SubmittalView(**each) for name, each in application.submittals.items()}


def judgments_view(application: Application) -> dict[str, JudgmentView]:
    """Show what was answered."""
    return {name: JudgmentView(**each) for name, each in application.judgments.items()}


def recommendation_view(application: Application) -> RecommendationView | None:
    """Show what was recommended, if anything was."""
    given = application.recommendation
    return None if given is None else RecommendationView(**given)
