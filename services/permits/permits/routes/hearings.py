"""Hearings, their notice lists, mailings and affidavits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from casework.hearings import Hearing
from casework.service import Mailing, Proof
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.routes.problems import Unmet
from permits.routes.wiring import CurrentDesk
from permits.schemas.hearings import (
    AffidavitAsk,
    HearingAsk,
    HearingsView,
    HearingView,
    HoldAsk,
    MailingAsk,
    NoticeListAsk,
    ScheduledView,
)
from permits.schemas.views import hearing_view
from permits.usecases import hold_hearing
from permits.usecases.desk import Acting
from permits.usecases.records import application_of

router = APIRouter(prefix="/v1/{city}", tags=["hearings"])

Keeper = Annotated[Principal, requires("hearings.manage")]
Lister = Annotated[Principal, requires("notice_lists.create")]
PRIVATE = "private, no-cache"


def _shown(connection: Connection, acting: Acting, hearing: Hearing) -> HearingView:
    return hearing_view(hold_hearing.file_of(connection, acting, hearing.id))


def _written(writes: Writes, acting: Acting, effect: Callable[[Connection], Hearing]) -> Response:
    def run(connection: Connection) -> Answer:
        hearing = effect(connection)
        return Answer(200, _shown(connection, acting, hearing), version=hearing.version)

    return writes.once(run)


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
        application, hearing = hold_hearing.schedule(
            connection, acting, application_id, version, hearing_id, body.starts_at, body.place
        )
        view = ScheduledView(
            hearing=_shown(connection, acting, hearing), application_version=application.version
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
    application_of(connection, city, application_id)
    held = hold_hearing.of_application(connection, city, application_id)
    view = HearingsView(hearings=[_shown(connection, acting, each) for each in held])
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
    file = hold_hearing.file_of(connection, acting, hearing_id)
    return read_response(request, hearing_view(file), version=file.hearing.version, cache_control=PRIVATE)


@router.post(
    "/hearings/{hearing_id}/notice-lists",
    operation_id="make_notice_list",
    summary="Make the list of whom to notify, and freeze it",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict),
)
def make_notice_list(
    city: str,
    hearing_id: WireUuid,
    body: NoticeListAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    lister: Lister,
) -> Response:
    """Ask gis who lives or owns within the distance the law gives. Without gis: 503, and nothing is kept."""
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, lister)
    with engine.connect() as connection:
        application, rule = hold_hearing.notice_wanted(connection, acting, hearing_id, version, body.notice)
    frozen = desk.gis.notice_list(
        city,
        application.pin,
        float(rule.within_ft or 0),
        rule.audience,
        f"hearing-{hearing_id}-{version}-{body.notice}",
    )
    return _written(
        writes,
        acting,
        lambda connection: hold_hearing.freeze_list(
            connection, acting, hearing_id, version, body.notice, frozen
        ),
    )


@router.post(
    "/hearings/{hearing_id}/mailings",
    operation_id="record_mailing",
    summary="Enter what was mailed",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict),
)
def record_mailing(
    city: str,
    hearing_id: WireUuid,
    body: MailingAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Enter which notices went out on which day, to everybody on the list or to those named."""
    acting = desk.acting(city, keeper)
    mailing = Mailing(uuid7(), hearing_id, body.notice, body.sent_on, body.method, tuple(body.recipients))
    return _written(
        writes,
        acting,
        lambda connection: hold_hearing.record_mailing(connection, acting, hearing_id, version, mailing),
    )


@router.post(
    "/hearings/{hearing_id}/affidavits",
    operation_id="record_affidavit",
    summary="Enter what proves a mailing",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict),
)
def record_affidavit(
    city: str,
    hearing_id: WireUuid,
    body: AffidavitAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    keeper: Keeper,
) -> Response:
    """Enter the affidavit of whoever mailed."""
    acting = desk.acting(city, keeper)
    proof = Proof(body.mailing, body.kind, body.sworn_on, acting.actor)
    return _written(
        writes,
        acting,
        lambda connection: hold_hearing.record_proof(connection, acting, hearing_id, version, proof),
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
    return _written(
        writes,
        acting,
        lambda connection: hold_hearing.hold(
            connection, acting, hearing_id, version, body.held_on, body.accepted_incomplete
        ),
    )
