"""The notices of a violation, and how they were served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.notices import NoticeAsk, NoticesView, ServiceAsk
from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from casework.desk.serving import Issuing, NoticeFile, file_of
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

from licensing.domain.violation import Violation
from licensing.routes.license_notices import serving_of
from licensing.routes.licenses import PRIVATE
from licensing.routes.violations import violation_shown
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.views import notice_file_view
from licensing.schemas.violations import ViolationNotice
from licensing.usecases import note_violation
from licensing.usecases.note_violation import violation_of
from licensing.usecases.records import license_behind
from licensing.usecases.serve_notice import about

router = APIRouter(prefix="/v1/{city}", tags=["violations"])

SignedIn = Annotated[Principal, signed_in()]
Notifier = Annotated[Principal, requires("notices.issue")]


@router.get(
    "/license-violations/{violation_id}/notices",
    operation_id="list_violation_notices",
    summary="The notices of a violation",
    response_model=NoticesView,
    responses=problems(NotFound),
)
def list_violation_notices(
    city: str,
    violation_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give them as they stand; to the holder and to staff."""
    acting = desk.acting(city, principal)
    violation = violation_of(connection, city, violation_id)
    license_ = license_behind(connection, acting, violation.license_id)
    matter = about(acting, license_, violation_id, violation.law_date)
    made = notices.of_record(connection, city, violation_id)
    files = [file_of(connection, matter, each) for each in made]
    view = NoticesView(notices=[notice_file_view(each) for each in files])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/license-violations/{violation_id}/notices",
    operation_id="issue_violation_notice",
    summary="Issue the notice of a violation",
    status_code=201,
    response_model=ViolationNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def issue_violation_notice(
    city: str,
    violation_id: WireUuid,
    body: NoticeAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Issue it to the last address of the license records. Refused while it does not say what it must."""
    acting = desk.acting(city, notifier)
    issuing = Issuing(body.notice, body.contents, body.before)
    return _notified(
        writes,
        acting,
        201,
        lambda connection: note_violation.issue_notice(connection, acting, violation_id, version, issuing),
    )


@router.post(
    "/license-violations/{violation_id}/notices/{notice_id}/services",
    operation_id="serve_violation_notice",
    summary="Enter how the notice of a violation was served",
    response_model=ViolationNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def serve_violation_notice(
    city: str,
    violation_id: WireUuid,
    notice_id: WireUuid,
    body: ServiceAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Enter one attempt. From the day it counts the time of the law runs."""
    acting = desk.acting(city, notifier)
    serving = serving_of(body)
    return _notified(
        writes,
        acting,
        200,
        lambda connection: note_violation.serve_notice(
            connection, acting, violation_id, version, notice_id, serving
        ),
    )


def _notified(
    writes: Writes,
    acting: Acting,
    status: int,
    effect: Callable[[Connection], tuple[Violation, NoticeFile]],
) -> Response:
    def run(connection: Connection) -> Answer:
        violation, file = effect(connection)
        view = ViolationNotice(
            violation=violation_shown(connection, acting, violation), notice=notice_file_view(file)
        )
        return Answer(status, view, version=violation.version)

    return writes.once(run)
