"""Stop orders of a case: placed, read, released; permits and licensing honor them."""

from __future__ import annotations

from typing import Annotated

from caseroutes.holds import PlaceHoldAsk, ReleaseHoldAsk, hold_view
from casework.desk.holding import Placing, placed_for
from casework.holds import Subject
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.cases import CaseHeld, CaseHolds
from enforcement.schemas.views import case_view
from enforcement.usecases import hold_acts
from enforcement.usecases.records import case_of

router = APIRouter(prefix="/v1/{city}/cases/{case_id}/holds", tags=["holds"])

Holder = Annotated[Principal, requires("holds.manage")]


@router.post(
    "",
    operation_id="place_case_hold",
    summary="Bar acts of permits and licensing on behalf of a case",
    status_code=201,
    response_model=CaseHeld,
    responses=problems(NotFound, StateConflict),
)
def place_case_hold(
    city: str,
    case_id: WireUuid,
    body: PlaceHoldAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    holder: Holder,
) -> Response:
    """Place it from today on. It binds until it is released here, or the case is closed."""
    acting = desk.acting(city, holder)
    placing = Placing(Subject(body.subject_kind, body.subject), tuple(body.blocks), body.rule, body.because)

    def effect(connection: Connection) -> Answer:
        case, hold = hold_acts.place(connection, acting, case_id, version, placing)
        view = CaseHeld(case=case_view(case, acting), hold=hold_view(hold))
        return Answer(201, view, {"Location": f"/v1/{city}/cases/{case_id}/holds"}, version=case.version)

    return writes.once(effect)


@router.get(
    "",
    operation_id="list_case_holds",
    summary="What a case bars or barred",
    response_model=CaseHolds,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def list_case_holds(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give them, released ones too."""
    case_of(connection, city, case_id)
    view = CaseHolds(holds=[hold_view(each) for each in placed_for(connection, city, case_id)])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/{hold_id}/release",
    operation_id="release_case_hold",
    summary="Let what the case barred be done again",
    response_model=CaseHeld,
    responses=problems(NotFound, StateConflict),
)
def release_case_hold(
    city: str,
    case_id: WireUuid,
    hold_id: WireUuid,
    body: ReleaseHoldAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    holder: Holder,
) -> Response:
    """Release it from today on."""
    acting = desk.acting(city, holder)

    def effect(connection: Connection) -> Answer:
        case, hold = hold_acts.release(connection, acting, case_id, version, hold_id, body.because)
        return Answer(200, CaseHeld(case=case_view(case, acting), hold=hold_view(hold)), version=case.version)

    return writes.once(effect)
