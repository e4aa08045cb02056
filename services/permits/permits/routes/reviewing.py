"""What staff do with an application before its decision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.routes.applications import answered
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import (
    ApplicationView,
    IncompleteAsk,
    JudgmentAsk,
    RecommendationAsk,
    SubmittalAsk,
)
from permits.usecases import review_application

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["review"])

Reviewer = Annotated[Principal, requires("applications.review")]
Judge = Annotated[Principal, requires("judgments.answer")]


def _written(writes: Writes, acting: Acting, effect: Callable[[Connection], Application]) -> Response:
    def run(connection: Connection) -> Answer:
        return answered(connection, acting, effect(connection))

    return writes.once(run)


@router.post(
    "/submittals",
    operation_id="receive_submittal",
    summary="Tick off one thing an application must contain",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def receive_submittal(
    city: str,
    application_id: WireUuid,
    body: SubmittalAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Enter that a document came in, and where it is kept."""
    acting = desk.acting(city, reviewer)
    received = {"document": body.document}
    return _written(
        writes,
        acting,
        lambda connection: review_application.receive_submittal(
            connection, acting, application_id, version, body.submittal, received, body.received_on
        ),
    )


@router.post(
    "/declare-incomplete",
    operation_id="declare_incomplete",
    summary="Send it back, naming what is missing",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def declare_incomplete(
    city: str,
    application_id: WireUuid,
    body: IncompleteAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Find it incomplete; the applicant sees what is missing and may submit anew."""
    acting = desk.acting(city, reviewer)
    missing = tuple(body.missing)
    return _written(
        writes,
        acting,
        lambda connection: review_application.declare_incomplete(
            connection, acting, application_id, version, missing
        ),
    )


@router.post(
    "/declare-complete",
    operation_id="declare_complete",
    summary="Find it complete; the clocks of the law start",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def declare_complete(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Find it complete as of the day it was received. Refused while a submittal is missing."""
    acting = desk.acting(city, reviewer)
    return _written(
        writes,
        acting,
        lambda connection: review_application.declare_complete(connection, acting, application_id, version),
    )


@router.post(
    "/start-review",
    operation_id="start_review",
    summary="Take it up",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def start_review(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Begin the review of a complete application."""
    acting = desk.acting(city, reviewer)
    return _written(
        writes,
        acting,
        lambda connection: review_application.start_review(connection, acting, application_id, version),
    )


@router.post(
    "/judgments",
    operation_id="answer_judgment",
    summary="Answer a question the law leaves to one's office",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def answer_judgment(
    city: str,
    application_id: WireUuid,
    body: JudgmentAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    judge: Judge,
) -> Response:
    """Answer it with a reason. Only the office the law names may; a later answer replaces an earlier one."""
    acting = desk.acting(city, judge)
    return _written(
        writes,
        acting,
        lambda connection: review_application.answer_judgment(
            connection, acting, application_id, version, body.judgment, body.answer, body.reason
        ),
    )


@router.post(
    "/recommendation",
    operation_id="make_recommendation",
    summary="Enter the recommendation that comes before the decision",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def make_recommendation(
    city: str,
    application_id: WireUuid,
    body: RecommendationAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    judge: Judge,
) -> Response:
    """Recommend for or against. Only the office the law names may."""
    acting = desk.acting(city, judge)
    reasons = tuple(body.reasons)
    return _written(
        writes,
        acting,
        lambda connection: review_application.recommend(
            connection, acting, application_id, version, body.in_favor, reasons
        ),
    )
