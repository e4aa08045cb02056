"""The time to decide: extend it, or record that it ran out and the request is approved by law."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from caseroutes.records import decision_view
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.routes.applications import answered, shown
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import ApplicationView, DecidedView
from permits.schemas.time_to_decide import ExtendAsk
from permits.usecases import time_to_decide
from permits.usecases.time_to_decide import Extending

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["decisions"])

Reviewer = Annotated[Principal, requires("applications.review")]
Recorder = Annotated[Principal, requires("decisions.record")]


@router.post(
    "/extend-time",
    operation_id="extend_time",
    summary="Enter that the time to decide was extended",
    response_model=ApplicationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def extend_time(
    city: str,
    application_id: WireUuid,
    body: ExtendAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    reviewer: Reviewer,
) -> Response:
    """Enter the notice that was sent before the time ended. Further than the law lets it: with approval."""
    acting = desk.acting(city, reviewer)
    extending = Extending(body.until, tuple(body.reasons), body.sent_on, body.applicant_approved)

    def effect(connection: Connection) -> Answer:
        saved = time_to_decide.extend(connection, acting, application_id, version, extending)
        return answered(connection, acting, saved)

    return writes.once(effect)


@router.post(
    "/approve-by-law",
    operation_id="approve_by_law",
    summary="Record that a request nobody denied in time is approved",
    response_model=DecidedView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def approve_by_law(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Record it after the last day. The permit is then issued without judging the standards again."""
    acting = desk.acting(city, recorder)
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        saved, decision = time_to_decide.approve_by_law(
            connection, acting, application_id, version, decision_id
        )
        view = DecidedView(
            application=shown(connection, acting, saved), decision=decision_view(decision), refunds=[]
        )
        return Answer(200, view, version=saved.version)

    return writes.once(effect)
