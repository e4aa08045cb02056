"""Notices about a license, and how they were served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.notices import NoticeAsk, NoticesView, ServiceAsk
from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from casework.desk.serving import Issuing, NoticeFile, Serving, file_of
from casework.storage import notices
from fastapi import APIRouter, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.routes.licenses import PRIVATE, license_shown
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.licenses import LicenseNotice
from licensing.schemas.views import notice_file_view
from licensing.usecases import keep_license
from licensing.usecases.records import license_behind
from licensing.usecases.serve_notice import about

router = APIRouter(prefix="/v1/{city}/licenses", tags=["licenses"])

SignedIn = Annotated[Principal, signed_in()]
Notifier = Annotated[Principal, requires("notices.issue")]


@router.get(
    "/{license_id}/notices",
    operation_id="list_license_notices",
    summary="The notices about a license",
    response_model=NoticesView,
    responses=problems(NotFound),
)
def list_license_notices(
    city: str,
    license_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give them as they stand; to the holder and to staff."""
    acting = desk.acting(city, principal)
    license_ = license_behind(connection, acting, license_id)
    matter = about(acting, license_, license_id, acting.today)
    made = notices.of_record(connection, city, license_id)
    files = [file_of(connection, matter, each) for each in made]
    view = NoticesView(notices=[notice_file_view(each) for each in files])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/{license_id}/notices",
    operation_id="issue_license_notice",
    summary="Issue a notice about a license",
    status_code=201,
    response_model=LicenseNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def issue_license_notice(
    city: str,
    license_id: WireUuid,
    body: NoticeAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Issue it, such as the notice of revocation. Refused while it does not say what the law demands."""
    acting = desk.acting(city, notifier)
    issuing = Issuing(body.notice, body.contents, body.before)
    return _notified(
        writes,
        acting,
        201,
        lambda connection: keep_license.issue_notice(connection, acting, license_id, version, issuing),
    )


@router.post(
    "/{license_id}/notices/{notice_id}/services",
    operation_id="serve_license_notice",
    summary="Enter how a notice about a license was served",
    response_model=LicenseNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def serve_license_notice(
    city: str,
    license_id: WireUuid,
    notice_id: WireUuid,
    body: ServiceAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Enter one attempt; `effective_on` is the day from which it counts."""
    acting = desk.acting(city, notifier)
    serving = serving_of(body)
    return _notified(
        writes,
        acting,
        200,
        lambda connection: keep_license.serve_notice(
            connection, acting, license_id, version, notice_id, serving
        ),
    )


def serving_of(body: ServiceAsk) -> Serving:
    """The attempt as the use case takes it."""
    return Serving(body.method, body.made_on, body.outcome, body.received_on, body.proof)


def _notified(
    writes: Writes,
    acting: Acting,
    status: int,
    effect: Callable[[Connection], tuple[License, NoticeFile]],
) -> Response:
    def run(connection: Connection) -> Answer:
        license_, file = effect(connection)
        view = LicenseNotice(
            license=license_shown(connection, acting, license_), notice=notice_file_view(file)
        )
        return Answer(status, view, version=license_.version)

    return writes.once(run)
