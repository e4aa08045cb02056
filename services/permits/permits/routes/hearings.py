"""Hearings: set, read, move, cancel and hold them."""

from __future__ import annotations

from typing import Annotated

from caseroutes.hearings import CancelAsk, HearingAsk, setting_of
from caseroutes.problems import Unmet
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

from permits.domain.hearing_notice import Accepted
from permits.routes.hearing_answers import hearing_shown, hearing_written
from permits.routes.wiring import CurrentDesk
from permits.schemas.hearings import (
    HearingsView,
    HearingView,
    HoldAsk,
    MovedView,
    ScheduledOnPermitView,
    ScheduledView,
)
from permits.schemas.views import hearing_view
from permits.usecases import hold_hearing
from permits.usecases.matters import of_application, permit_matter
from permits.usecases.records import application_of, permit_of
from permits.usecases.serve_notice import file_of

router = APIRouter(prefix="/v1/{city}", tags=["hearings"])

Keeper = Annotated[Principal, requires("hearings.manage")]
PRIVATE = "private, no-cache"


@router.post(
    "/applications/{application_id}/hearings",
    operation_id="schedule_hearing",
    summary="Set a hearing before the body that decides",
    status_code=201,
    response_model=ScheduledView,
    responses=problems(NotFound, StateConflict),
)
def schedule_hearing(
    city: str,
    application_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set it. `If-Match` is the application's version; the hearing's own version starts at 1."""
    acting = desk.acting(city, keeper)
    hearing_id = uuid7()

    def effect(connection: Connection) -> Answer:
        matter = of_application(acting, application_of(connection, city, application_id))
        application, hearing = hold_hearing.schedule(
            connection, acting, matter, version, hearing_id, setting_of(body)
        )
        view = ScheduledView(
            hearing=hearing_shown(connection, acting, hearing), application_version=application.version
        )
        return Answer(201, view, {"Location": f"/v1/{city}/hearings/{hearing_id}"}, version=hearing.version)

    return writes.once(effect)


@router.post(
    "/permits/{permit_id}/hearings",
    operation_id="schedule_permit_hearing",
    summary="Set a hearing on revoking a permit",
    status_code=201,
    response_model=ScheduledOnPermitView,
    responses=problems(NotFound, StateConflict),
)
def schedule_permit_hearing(
    city: str,
    permit_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set it before the body that may revoke. `If-Match` is the permit's version."""
    acting = desk.acting(city, keeper)
    hearing_id = uuid7()

    def effect(connection: Connection) -> Answer:
        matter = permit_matter(connection, acting, permit_id)
        permit, hearing = hold_hearing.schedule(
            connection, acting, matter, version, hearing_id, setting_of(body)
        )
        view = ScheduledOnPermitView(
            hearing=hearing_shown(connection, acting, hearing), permit_version=permit.version
        )
        return Answer(201, view, {"Location": f"/v1/{city}/hearings/{hearing_id}"}, version=hearing.version)

    return writes.once(effect)


@router.get(
    "/applications/{application_id}/hearings",
    operation_id="list_hearings",
    summary="The hearings of an application",
    response_model=HearingsView,
    responses=problems(NotFound),
)
def list_hearings(
    city: str,
    application_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Give the hearings with their notices and mailings."""
    acting = desk.acting(city, keeper)
    application = application_of(connection, city, application_id)
    made = hearings.of_record(connection, city, application.id)
    view = HearingsView(hearings=[hearing_shown(connection, acting, each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/permits/{permit_id}/hearings",
    operation_id="list_permit_hearings",
    summary="The hearings on revoking a permit",
    response_model=HearingsView,
    responses=problems(NotFound),
)
def list_permit_hearings(
    city: str,
    permit_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Give the hearings with their notices and mailings."""
    acting = desk.acting(city, keeper)
    permit = permit_of(connection, city, permit_id)
    made = hearings.of_record(connection, city, permit.id)
    view = HearingsView(hearings=[hearing_shown(connection, acting, each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/hearings/{hearing_id}",
    operation_id="get_hearing",
    summary="One hearing",
    response_model=HearingView,
    responses=problems(NotFound),
)
def get_hearing(
    city: str,
    hearing_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Give a hearing: who is to be notified by when, what was mailed, and whether the notice holds."""
    acting = desk.acting(city, keeper)
    file = file_of(connection, acting, hearing_id)
    return read_response(request, hearing_view(file), version=file.hearing.version, cache_control=PRIVATE)


@router.post(
    "/hearings/{hearing_id}/move",
    operation_id="move_hearing",
    summary="Move a hearing to another day or place",
    status_code=201,
    response_model=MovedView,
    responses=problems(NotFound, StateConflict),
)
def move(
    city: str,
    hearing_id: WireUuid,
    body: HearingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Set another hearing in its place. Notices of the former day count no more: make the list anew."""
    acting = desk.acting(city, keeper)
    new_id = uuid7()

    def effect(connection: Connection) -> Answer:
        former, hearing = hold_hearing.move(connection, acting, hearing_id, version, new_id, setting_of(body))
        view = MovedView(
            hearing=hearing_shown(connection, acting, hearing),
            former=hearing_shown(connection, acting, former),
        )
        return Answer(201, view, {"Location": f"/v1/{city}/hearings/{new_id}"}, version=hearing.version)

    return writes.once(effect)


@router.post(
    "/hearings/{hearing_id}/cancel",
    operation_id="cancel_hearing",
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
    """Call it off. Where no other hearing is set, the duty to set one is open again."""
    acting = desk.acting(city, keeper)
    return hearing_written(
        writes,
        acting,
        lambda connection: hold_hearing.cancel(connection, acting, hearing_id, version, body.reason),
    )


@router.post(
    "/hearings/{hearing_id}/hold",
    operation_id="hold_hearing",
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
    """Record it. Refused while notice was short, did not reach everybody, or is not proven."""
    acting = desk.acting(city, keeper)
    accepted = Accepted(
        body.accepted_incomplete, body.accepted_unaddressed, body.accepted_withheld, body.accepted_empty
    )
    return hearing_written(
        writes,
        acting,
        lambda connection: hold_hearing.hold(connection, acting, hearing_id, version, body.held_on, accepted),
    )
