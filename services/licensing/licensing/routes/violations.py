"""Violations of licenses: noted, read, corrected, a hearing asked for, taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from fastapi import APIRouter, Request, Response
from servicekit.access import requires, signed_in
from servicekit.answers import Answer, IfMatch, etag, json_response, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from licensing.domain.violation import Violation
from licensing.routes.licenses import PRIVATE
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.views import violation_view
from licensing.schemas.violations import (
    CorrectedAsk,
    HearingRequestAsk,
    NotedView,
    ViolationAsk,
    ViolationsView,
    ViolationView,
    WithdrawAsk,
)
from licensing.storage import violations
from licensing.usecases import note_violation
from licensing.usecases.note_violation import HearingRequest, Noting, clocks_of, violation_of
from licensing.usecases.records import license_behind, license_of

router = APIRouter(prefix="/v1/{city}", tags=["violations"])

SignedIn = Annotated[Principal, signed_in()]
Officer = Annotated[Principal, requires("violations.record")]
Notifier = Annotated[Principal, requires("notices.issue")]
Recorder = Annotated[Principal, requires("decisions.record")]
Revoker = Annotated[Principal, requires("licenses.revoke")]


def violation_shown(connection: Connection, acting: Acting, violation: Violation) -> ViolationView:
    """The violation with its clocks as they stand today."""
    license_ = license_of(connection, violation.city, violation.license_id)
    return violation_view(violation, clocks_of(acting, license_, violation), acting)


@router.get(
    "/licenses/{license_id}/violations",
    operation_id="list_license_violations",
    summary="The violations held against a license",
    response_model=ViolationsView,
    responses=problems(NotFound),
)
def list_license_violations(
    city: str,
    license_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give them with their clocks; to the holder and to staff."""
    acting = desk.acting(city, principal)
    license_ = license_behind(connection, acting, license_id)
    view = ViolationsView(
        violations=[
            violation_view(each, clocks_of(acting, license_, each), acting)
            for each in violations.of_license(connection, city, license_id)
        ]
    )
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/licenses/{license_id}/violations",
    operation_id="note_license_violation",
    summary="Hold a violation against a license",
    status_code=201,
    response_model=NotedView,
    responses=problems(NotFound, StateConflict),
)
def note_license_violation(
    city: str,
    license_id: WireUuid,
    body: ViolationAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    officer: Officer,
) -> Response:
    """Enter what was seen. `If-Match` is the license's version; the violation's own starts at 1."""
    acting = desk.acting(city, officer)
    noting = Noting(tuple(body.rules), body.description, body.observed_on)
    violation_id = uuid7()

    def effect(connection: Connection) -> Answer:
        license_, violation = note_violation.note(
            connection, acting, license_id, version, noting, violation_id
        )
        view = NotedView(
            violation=violation_shown(connection, acting, violation), license_version=license_.version
        )
        location = {"Location": f"/v1/{city}/license-violations/{violation_id}"}
        return Answer(201, view, location, version=violation.version)

    return writes.once(effect)


@router.get(
    "/license-violations/{violation_id}",
    operation_id="get_license_violation",
    summary="One violation of a license",
    response_model=ViolationView,
    responses=problems(NotFound),
)
def get_license_violation(
    city: str,
    violation_id: WireUuid,
    connection: Reading,
    desk: CurrentDesk,
    principal: SignedIn,
) -> Response:
    """Give it with its clocks as they stand today; to the holder and to staff."""
    acting = desk.acting(city, principal)
    violation = violation_of(connection, city, violation_id)
    license_behind(connection, acting, violation.license_id)
    view = violation_shown(connection, acting, violation)
    # A clock that runs changes with the day and with no version: the answer is not cached under one.
    return json_response(view, headers={"ETag": etag(violation.version), "Cache-Control": PRIVATE})


@router.post(
    "/license-violations/{violation_id}/correct",
    operation_id="find_violation_corrected",
    summary="Enter that a violation was corrected",
    response_model=ViolationView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def find_violation_corrected(
    city: str,
    violation_id: WireUuid,
    body: CorrectedAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    officer: Officer,
) -> Response:
    """Enter it. Refused after the last day where the law then gives no choice."""
    acting = desk.acting(city, officer)
    return written(
        writes,
        acting,
        lambda connection: note_violation.find_corrected(
            connection, acting, violation_id, version, body.corrected_on
        ),
    )


@router.post(
    "/license-violations/{violation_id}/hearing-requests",
    operation_id="enter_hearing_request",
    summary="Enter a request for a hearing",
    response_model=ViolationView,
    responses=problems(NotFound, StateConflict),
)
def enter_hearing_request(
    city: str,
    violation_id: WireUuid,
    body: HearingRequestAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    officer: Officer,
) -> Response:
    """Enter it as it came. `stops` says whether it was received in time and in the form of the law."""
    acting = desk.acting(city, officer)
    asked = HearingRequest(body.received_at, frozenset(body.form))
    return written(
        writes,
        acting,
        lambda connection: note_violation.enter_hearing_request(
            connection, acting, violation_id, version, asked
        ),
    )


@router.post(
    "/license-violations/{violation_id}/withdraw",
    operation_id="withdraw_license_violation",
    summary="Hold a violation against a license no longer",
    response_model=ViolationView,
    responses=problems(NotFound, StateConflict),
)
def withdraw_license_violation(
    city: str,
    violation_id: WireUuid,
    body: WithdrawAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    officer: Officer,
) -> Response:
    """Take it back, with the reason."""
    acting = desk.acting(city, officer)
    return written(
        writes,
        acting,
        lambda connection: note_violation.withdraw(connection, acting, violation_id, version, body.reason),
    )


def written(writes: Writes, acting: Acting, effect: Callable[[Connection], Violation]) -> Response:
    """The answer of a use case that changed a violation."""

    def run(connection: Connection) -> Answer:
        violation = effect(connection)
        return Answer(200, violation_shown(connection, acting, violation), version=violation.version)

    return writes.once(run)
