"""The decision on an application, and issuing the license."""

from __future__ import annotations

from typing import Annotated

from caseroutes.money import refund_view
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

from licensing.routes.applications import shown
from licensing.routes.wiring import CurrentDesk
from licensing.schemas.applications import DecidedView, DecisionAsk
from licensing.schemas.licenses import PublicLicense
from licensing.schemas.views import license_view
from licensing.usecases import decide_application, issue_license
from licensing.usecases.decide_application import Found, Granted

router = APIRouter(prefix="/v1/{city}/license-applications/{application_id}", tags=["decisions"])

Recorder = Annotated[Principal, requires("decisions.record")]
Issuer = Annotated[Principal, requires("licenses.issue")]


@router.post(
    "/decide",
    operation_id="decide_license_application",
    summary="Record the decision",
    response_model=DecidedView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def decide(
    city: str,
    application_id: WireUuid,
    body: DecisionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    recorder: Recorder,
) -> Response:
    """Record it on facts and caps as they are now, with a receipt; a denial returns what the law returns."""
    acting = desk.acting(city, recorder)
    deciding = body.deciding()
    findings = {name: Found(each.answer, each.reason) for name, each in body.findings.items()}
    granted = Granted(findings, body.remedies)
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        made = decide_application.decide(
            connection, acting, application_id, version, deciding, granted, decision_id
        )
        view = DecidedView(
            application=shown(connection, acting, made.application),
            decision=decision_view(made.decision),
            refunds=[refund_view(each) for each in made.refunds],
        )
        return Answer(200, view, version=made.application.version)

    return writes.once(effect)


@router.post(
    "/issue",
    operation_id="issue_license",
    summary="Issue the license that was approved",
    status_code=201,
    response_model=PublicLicense,
    responses=problems(NotFound, StateConflict, Unmet),
)
def issue(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    issuer: Issuer,
) -> Response:
    """Issue it for the term of the law. Refused while a fee is not paid or a cap is reached."""
    acting = desk.acting(city, issuer)
    license_id = uuid7()

    def effect(connection: Connection) -> Answer:
        _, license_ = issue_license.issue(connection, acting, application_id, version, license_id)
        location = {"Location": f"/v1/{city}/licenses/{license_id}"}
        return Answer(201, license_view(license_, acting), location, version=license_.version)

    return writes.once(effect)
