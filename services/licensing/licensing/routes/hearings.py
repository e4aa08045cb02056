"""Hearings on applications and on violations: set, read, held, called off."""

from __future__ import annotations

from typing import Annotated

from caseroutes.hearings import (
    CancelAsk,
    HearingAsk,
    HearingsView,
    HearingView,
    HoldAsk,
    ScheduledView,
    hearing_view,
    setting_of,
)
from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from casework.hearings import Hearing
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

from licensing.routes.licenses import PRIVATE
from licensing.routes.wiring import CurrentDesk
from licensing.usecases import hold_hearing
from licensing.usecases.matters import matter_of
from licensing.usecases.note_violation import violation_of
from licensing.usecases.records import application_of

router = APIRouter(prefix="/v1/{city}", tags=["hearings"])

Keeper = Annotated[Principal, requires("hearings.manage")]


@router.post(
    "/license-applications/{application_id}/hearings",
    operation_id="schedule_license_hearing",
    summary="Set a hearing before the body that decides",
    status_code=201,
    response_model=ScheduledView,
    responses=problems(NotFound, StateConflict),
)
def schedule_license_hearing(
    city: str,
    application_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set it. `If-Match` is the application's version; the hearing's own version starts at 1."""
    return _scheduled(city, application_id, body, version, writes, desk.acting(city, keeper))


@router.post(
    "/license-violations/{violation_id}/hearings",
    operation_id="schedule_violation_hearing",
    summary="Set the hearing that was asked for",
    status_code=201,
    response_model=ScheduledView,
    responses=problems(NotFound, StateConflict),
)
def schedule_violation_hearing(
    city: str,
    violation_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set it before the body that may revoke. `If-Match` is the violation's version."""
    return _scheduled(city, violation_id, body, version, writes, desk.acting(city, keeper))


@router.get(
    "/license-applications/{application_id}/hearings",
    operation_id="list_license_hearings",
    summary="The hearings on an application",
    response_model=HearingsView,
    responses=problems(NotFound),
    dependencies=[requires("hearings.manage")],
)
def list_license_hearings(
    city: str, application_id: WireUuid, request: Request, connection: Reading
) -> Response:
    """Give them in the order of their days."""
    application_of(connection, city, application_id)
    return _listed(request, hearings.of_record(connection, city, application_id))


@router.get(
    "/license-violations/{violation_id}/hearings",
    operation_id="list_violation_hearings",
    summary="The hearings on a violation",
    response_model=HearingsView,
    responses=problems(NotFound),
    dependencies=[requires("hearings.manage")],
)
def list_violation_hearings(
    city: str, violation_id: WireUuid, request: Request, connection: Reading
) -> Response:
    """Give them in the order of their days."""
    violation_of(connection, city, violation_id)
    return _listed(request, hearings.of_record(connection, city, violation_id))


@router.post(
    "/license-hearings/{hearing_id}/hold",
    operation_id="hold_license_hearing",
    summary="Record that the hearing took place",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def hold(
    city: str,
    hearing_id: WireUuid,
    body: HoldAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Record it. Refused while a notice the law demands was not served."""
    acting = desk.acting(city, keeper)

    def effect(connection: Connection) -> Answer:
        hearing = hold_hearing.hold(connection, acting, hearing_id, version, body.held_on)
        return Answer(200, hearing_view(hearing), version=hearing.version)

    return writes.once(effect)


@router.post(
    "/license-hearings/{hearing_id}/cancel",
    operation_id="cancel_license_hearing",
    summary="Call a hearing off",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict),
)
def cancel(
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


def _scheduled(
    city: str, record_id: WireUuid, body: HearingAsk, version: int, writes: Writes, acting: Acting
) -> Response:
    hearing_id = uuid7()

    def effect(connection: Connection) -> Answer:
        matter = matter_of(connection, acting, record_id)
        record, hearing = hold_hearing.schedule(
            connection, acting, matter, version, hearing_id, setting_of(body)
        )
        view = ScheduledView(hearing=hearing_view(hearing), record_version=record.version)
        return Answer(201, view, {"Location": f"/v1/{city}/license-hearings/{hearing_id}"}, version=1)

    return writes.once(effect)


def _listed(request: Request, made: tuple[Hearing, ...]) -> Response:
    view = HearingsView(hearings=[hearing_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)
