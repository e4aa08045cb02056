"""Hearings on a case, the decision, and abatement by the city."""

from __future__ import annotations

from typing import Annotated

from caseroutes.hearings import (
    CancelAsk,
    HearingAsk,
    HearingsView,
    HearingView,
    HoldAsk,
    hearing_view,
    setting_of,
)
from caseroutes.problems import Unmet
from caseroutes.records import decision_view, votes_of
from casework.storage import hearings
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.routes.cases import written
from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.cases import AbatementAsk, CaseDecided, CaseDecisionAsk, CaseScheduled, CaseView
from enforcement.schemas.views import case_view
from enforcement.usecases import hold_hearing, order_abatement
from enforcement.usecases.order_abatement import Abating, Deciding
from enforcement.usecases.records import case_of

router = APIRouter(prefix="/v1/{city}", tags=["hearings and abatement"])

Keeper = Annotated[Principal, requires("hearings.manage")]
Recorder = Annotated[Principal, requires("decisions.record")]
Manager = Annotated[Principal, requires("cases.manage")]


@router.post(
    "/cases/{case_id}/hearings",
    operation_id="schedule_case_hearing",
    summary="Set the abatement hearing",
    status_code=201,
    response_model=CaseScheduled,
    responses=problems(NotFound, StateConflict),
)
def schedule_case_hearing(
    city: str,
    case_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set it. A day too near for the notice of the law is refused with the first day that would do."""
    acting = desk.acting(city, keeper)
    hearing_id = uuid7()

    def effect(connection: Connection) -> Answer:
        case, hearing = hold_hearing.schedule(
            connection, acting, case_id, version, hearing_id, setting_of(body)
        )
        view = CaseScheduled(case=case_view(case, acting), hearing=hearing_view(hearing))
        return Answer(201, view, {"Location": f"/v1/{city}/cases/{case_id}/hearings"}, version=case.version)

    return writes.once(effect)


@router.get(
    "/cases/{case_id}/hearings",
    operation_id="list_case_hearings",
    summary="The hearings on a case",
    response_model=HearingsView,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def list_case_hearings(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give them in the order of their days."""
    case_of(connection, city, case_id)
    made = hearings.of_record(connection, city, case_id)
    view = HearingsView(hearings=[hearing_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/case-hearings/{hearing_id}/hold",
    operation_id="hold_case_hearing",
    summary="Record that the hearing took place",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def hold_case_hearing(
    city: str,
    hearing_id: WireUuid,
    body: HoldAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Record it. Refused when its notice was not served in time. `If-Match` is the hearing's version."""
    acting = desk.acting(city, keeper)

    def effect(connection: Connection) -> Answer:
        hearing = hold_hearing.hold(connection, acting, hearing_id, version, body.held_on)
        return Answer(200, hearing_view(hearing), version=hearing.version)

    return writes.once(effect)


@router.post(
    "/case-hearings/{hearing_id}/cancel",
    operation_id="cancel_case_hearing",
    summary="Call the hearing off",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict),
)
def cancel_case_hearing(
    city: str,
    hearing_id: WireUuid,
    body: CancelAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Call it off; another may be set."""
    acting = desk.acting(city, keeper)

    def effect(connection: Connection) -> Answer:
        hearing = hold_hearing.cancel(connection, acting, hearing_id, version, body.reason)
        return Answer(200, hearing_view(hearing), version=hearing.version)

    return writes.once(effect)


@router.post(
    "/cases/{case_id}/decide",
    operation_id="decide_case",
    summary="Record the decision after the hearing",
    response_model=CaseDecided,
    responses=problems(NotFound, StateConflict, Unmet),
)
def decide_case(
    city: str,
    case_id: WireUuid,
    body: CaseDecisionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Record an order for abatement, or that there is none. Refused with all that the law misses."""
    acting = desk.acting(city, recorder)
    deciding = Deciding(
        body.outcome,
        body.decided_on,
        votes_of(body.votes),
        tuple(body.reasons),
        body.says,
        body.comply_by,
    )
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        case, decision = order_abatement.decide(connection, acting, case_id, version, deciding, decision_id)
        view = CaseDecided(case=case_view(case, acting), decision=decision_view(decision))
        return Answer(200, view, version=case.version)

    return writes.once(effect)


@router.post(
    "/cases/{case_id}/abate",
    operation_id="abate_case",
    summary="Record that the city corrected it",
    response_model=CaseView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def abate_case(
    city: str,
    case_id: WireUuid,
    body: AbatementAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    manager: Manager,
) -> Response:
    """Record it. Refused without an order for abatement."""
    acting = desk.acting(city, manager)
    doing = Abating(body.abated_on, body.by, body.what)
    return written(
        writes,
        acting,
        lambda connection: order_abatement.abate(connection, acting, case_id, version, doing),
    )
