"""Notice of hearings: lists of whom to notify, mailings, affidavits."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from casework.service import Mailing, Proof
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import IfMatch
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes

from permits.routes.hearing_answers import hearing_written
from permits.routes.wiring import CurrentDesk
from permits.schemas.hearings import AffidavitAsk, HearingView, MailingAsk, NoticeListAsk
from permits.usecases import serve_notice

router = APIRouter(prefix="/v1/{city}", tags=["hearings"])

Keeper = Annotated[Principal, requires("hearings.manage")]
Lister = Annotated[Principal, requires("notice_lists.create")]


@router.post(
    "/hearings/{hearing_id}/notice-lists",
    operation_id="make_notice_list",
    summary="Make the list of whom to notify, and freeze it",
    response_model=HearingView,
    responses=problems(NotFound, StateConflict, Unmet),
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
    """Ask gis who lives or owns within the widest distance of city and state. Without gis: 503."""
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, lister)
    with engine.connect() as connection:
        pin, reach = serve_notice.notice_wanted(connection, acting, hearing_id, version, body.notice)
    frozen = desk.gis.notice_list(
        city,
        pin,
        float(reach.within_ft or 0),
        reach.audience,
        f"hearing-{hearing_id}-{version}-{body.notice}",
    )
    return hearing_written(
        writes,
        acting,
        lambda connection: serve_notice.freeze_list(
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
    return hearing_written(
        writes,
        acting,
        lambda connection: serve_notice.record_mailing(connection, acting, hearing_id, version, mailing),
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
    return hearing_written(
        writes,
        acting,
        lambda connection: serve_notice.record_proof(connection, acting, hearing_id, version, proof),
    )
