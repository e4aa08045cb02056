"""The check of an application as it stands; surveyed facts and remedies that staff enter."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from fastapi import APIRouter, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.routes.applications import answered
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import ApplicationView
from permits.schemas.mending import RemedyAsk, StandingCheckView, SurveyAsk
from permits.schemas.views import standing_check_view
from permits.usecases import mend_application
from permits.usecases.mend_application import Remedy, Survey
from permits.usecases.records import visible

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["review"])

SignedIn = Annotated[Principal, signed_in()]
Reviewer = Annotated[Principal, requires("applications.review")]
Recorder = Annotated[Principal, requires("decisions.record")]


@router.get(
    "/check",
    operation_id="get_application_check",
    summary="What the law says of an application as it stands",
    response_model=StandingCheckView,
    responses=problems(NotFound),
)
def get_application_check(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give every finding on what was stated, measured and surveyed, and which unmet ones were remedied."""
    acting = desk.acting(city, principal)
    application = visible(connection, acting, application_id)
    view = standing_check_view(application, mend_application.check_of(acting, application))
    return read_response(request, view, cache_control="private, no-cache")


@router.post(
    "/surveyed-facts",
    operation_id="enter_surveyed_fact",
    summary="Enter a surveyed value in place of a fact of the map",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict),
)
def enter_surveyed_fact(
    city: str,
    application_id: WireUuid,
    body: SurveyAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Enter it with its document, surveyor and day. It stands in place of what the map tells or not."""
    acting = desk.acting(city, reviewer)
    survey = Survey(body.fact, body.value, body.document, body.surveyor, body.surveyed_on)

    def effect(connection: Connection) -> Answer:
        saved = mend_application.enter_survey(connection, acting, application_id, version, survey)
        return answered(connection, acting, saved)

    return writes.once(effect)


@router.post(
    "/remedies",
    operation_id="record_remedy",
    summary="Enter what was granted for a standard that is not met",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def record_remedy(
    city: str,
    application_id: WireUuid,
    body: RemedyAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Enter it by the word the finding names (a variance). The standard stays unmet, but remedied."""
    acting = desk.acting(city, recorder)
    remedy = Remedy(
        body.finding,
        body.remedy,
        body.body,
        body.granted_on,
        body.resolution,
        tuple(body.findings),
        tuple(body.conditions),
    )

    def effect(connection: Connection) -> Answer:
        saved = mend_application.record_remedy(connection, acting, application_id, version, remedy)
        return answered(connection, acting, saved)

    return writes.once(effect)
