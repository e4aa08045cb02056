"""Notices of a case: issued, served; more time; the report."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.notices import NoticesView, ServiceAsk
from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from casework.desk.serving import Issuing, NoticeFile, Serving
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.routes.cases import written
from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.cases import CaseNotice, CaseNoticeAsk, CaseView, ExtensionAsk, ReportAsk
from enforcement.schemas.views import case_view, notice_file_view
from enforcement.usecases import notify_owner, order_abatement
from enforcement.usecases.notify_owner import MoreTime

router = APIRouter(prefix="/v1/{city}/cases/{case_id}", tags=["notices"])

Notifier = Annotated[Principal, requires("notices.issue")]
Officer = Annotated[Principal, requires("violations.record")]
OwnerReader = Annotated[Principal, requires("parcels.read_owner")]


@router.get(
    "/notices",
    operation_id="list_case_notices",
    summary="The notices of a case",
    response_model=NoticesView,
    responses=problems(NotFound),
)
def list_case_notices(
    city: str,
    case_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: OwnerReader,
) -> Response:
    """Give them as they stand, with to whom they went."""
    files = notify_owner.files_of(connection, desk.acting(city, reader), case_id)
    view = NoticesView(notices=[notice_file_view(each) for each in files])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/notices",
    operation_id="issue_case_notice",
    summary="Issue a notice to the owner",
    status_code=201,
    response_model=CaseNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def issue_case_notice(
    city: str,
    case_id: WireUuid,
    body: CaseNoticeAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Issue it to the owner at the address of the tax record. One of violations orders correction by a day
    that the law allows.
    """
    acting = desk.acting(city, notifier)
    issuing = Issuing(body.notice, body.contents, body.before)
    return _notified(
        writes,
        acting,
        201,
        lambda connection: notify_owner.issue_notice(
            connection, acting, case_id, version, issuing, body.comply_by
        ),
    )


@router.post(
    "/notices/{notice_id}/services",
    operation_id="serve_case_notice",
    summary="Enter how a notice was served",
    response_model=CaseNotice,
    responses=problems(NotFound, StateConflict, Unmet),
)
def serve_case_notice(
    city: str,
    case_id: WireUuid,
    notice_id: WireUuid,
    body: ServiceAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Enter one attempt with its proof. Once it counts, `effective_on` says from when."""
    acting = desk.acting(city, notifier)
    serving = Serving(body.method, body.made_on, body.outcome, body.received_on, body.proof)
    return _notified(
        writes,
        acting,
        200,
        lambda connection: notify_owner.serve_notice(
            connection, acting, case_id, version, notice_id, serving
        ),
    )


@router.post(
    "/extend",
    operation_id="extend_case_time",
    summary="Give more time for correction",
    response_model=CaseView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def extend_case_time(
    city: str,
    case_id: WireUuid,
    body: ExtensionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    notifier: Notifier,
) -> Response:
    """Give more time, within what the law allows."""
    acting = desk.acting(city, notifier)
    more = MoreTime(body.comply_by, body.because)
    return written(
        writes,
        acting,
        lambda connection: notify_owner.extend(connection, acting, case_id, version, more),
    )


@router.post(
    "/report",
    operation_id="report_case",
    summary="Report to the body that may order abatement",
    response_model=CaseView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def report_case(
    city: str,
    case_id: WireUuid,
    body: ReportAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    officer: Officer,
) -> Response:
    """Report that what was noticed was not corrected. Refused while the owner's time runs."""
    acting = desk.acting(city, officer)
    return written(
        writes,
        acting,
        lambda connection: order_abatement.report(connection, acting, case_id, version, body.notes),
    )


def _notified(
    writes: Writes,
    acting: Acting,
    status: int,
    effect: Callable[[Connection], tuple[Case, NoticeFile]],
) -> Response:
    def run(connection: Connection) -> Answer:
        case, file = effect(connection)
        view = CaseNotice(case=case_view(case, acting), notice=notice_file_view(file))
        return Answer(status, view, version=case.version)

    return writes.once(run)
