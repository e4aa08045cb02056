"""The decision on an application, and issuing the permit."""

from __future__ import annotations

from typing import Annotated

from caseroutes.applications import DecisionAsk
from caseroutes.money import refund_view
from caseroutes.problems import Unmet
from caseroutes.records import decision_view
from casework.applications import law_date_of
from casework.desk.gates import require
from fastapi import APIRouter, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.domain.application import APPLICATION
from permits.domain.register import caught_up
from permits.routes.applications import shown
from permits.routes.wiring import CurrentDesk
from permits.schemas.applications import DecidedView
from permits.schemas.permits import PublicPermit
from permits.schemas.views import permit_view
from permits.storage import registers
from permits.usecases import decide_application, issue_permit
from permits.usecases.announce import register_of
from permits.usecases.desk import program_of
from permits.usecases.records import application_of, as_read

router = APIRouter(prefix="/v1/{city}/applications/{application_id}", tags=["decisions"])

Recorder = Annotated[Principal, requires("decisions.record")]
Issuer = Annotated[Principal, requires("permits.issue")]


@router.post(
    "/decide",
    operation_id="decide_application",
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
    engine: CurrentEngine,
    recorder: Recorder,
) -> Response:
    """Record it on facts fetched anew. Refused with every gate that is not met; without gis: 503."""
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, recorder)
    deciding = body.deciding()
    with engine.connect() as connection:
        application = as_read(application_of(connection, city, application_id), version)
    program = program_of(acting.city, application)
    measured = desk.measure(acting.city, program, application.pin, application.site, application.succeeds)
    decision_id = uuid7()

    def effect(connection: Connection) -> Answer:
        made = decide_application.decide(
            connection, acting, application_id, version, deciding, measured, decision_id
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
    operation_id="issue_permit",
    summary="Issue the permit that was approved",
    status_code=201,
    response_model=PublicPermit,
    responses=problems(NotFound, StateConflict, Unmet),
)
def issue(
    city: str,
    application_id: WireUuid,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    issuer: Issuer,
) -> Response:
    """Issue it under the application's number, on facts fetched anew; what comes round starts to run.

    Refused when what was approved holds no more, as beside a structure that was permitted meanwhile.
    """
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, issuer)
    with engine.connect() as connection:
        application = as_read(application_of(connection, city, application_id), version)
        APPLICATION.after(application.state, "issue")
        program = program_of(acting.city, application)
        layer = register_of(program, law_date_of(application, acting.today))
        register = None if layer is None else registers.standing(connection, city, layer)
    if layer is not None:
        require(caught_up(layer, register, register))
    measured = desk.measure(acting.city, program, application.pin, application.site, application.succeeds)
    permit_id = uuid7()

    def effect(connection: Connection) -> Answer:
        _, permit = issue_permit.issue(
            connection, acting, application_id, version, permit_id, measured, register
        )
        location = {"Location": f"/v1/{city}/permits/{permit_id}"}
        return Answer(201, permit_view(permit, acting), location, version=permit.version)

    return writes.once(effect)
