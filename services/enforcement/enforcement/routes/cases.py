"""Cases: opened, read, inspected, closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from caseroutes.problems import Unmet
from caseroutes.records import DecisionsView, HistoryView, decision_view, history_view
from casework.desk.acting import Acting
from casework.storage import decisions, history, orders, personal, violations
from fastapi import APIRouter, Query, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.app import CurrentEngine
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import FieldError, NotFound, StateConflict, Unprocessable, problems
from servicekit.reads import Reading
from servicekit.wire import WireDate, WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.routes.wiring import PRIVATE, CurrentDesk
from enforcement.schemas.cases import (
    CaseAsk,
    CasePage,
    CaseView,
    CloseAsk,
    Inspected,
    InspectionAsk,
    InspectionsView,
    OrdersView,
    OwnerAsk,
    PartiesView,
    PenaltiesView,
    State,
    ViolationsView,
)
from enforcement.schemas.views import (
    case_view,
    inspection_view,
    order_view,
    party_view,
    penalty_view,
    violation_view,
)
from enforcement.storage import cases, inspections
from enforcement.storage.cases import Wanted
from enforcement.usecases import inspect_case, open_case
from enforcement.usecases.charge_costs import owed
from enforcement.usecases.inspect_case import Answered, Inspecting
from enforcement.usecases.open_case import Opening
from enforcement.usecases.records import about, case_of

router = APIRouter(prefix="/v1/{city}/cases", tags=["cases"])

Reader = Annotated[Principal, requires("cases.read")]
Manager = Annotated[Principal, requires("cases.manage")]
Inspector = Annotated[Principal, requires("inspections.record")]


def written(writes: Writes, acting: Acting, effect: Callable[[Connection], Case]) -> Response:
    """The answer of a use case that changed a case."""

    def run(connection: Connection) -> Answer:
        case = effect(connection)
        return Answer(200, case_view(case, acting), version=case.version)

    return writes.once(run)


@router.post(
    "",
    operation_id="open_case",
    summary="Open a case",
    status_code=201,
    response_model=CaseView,
    responses=problems(NotFound, StateConflict),
)
def open_(city: str, body: CaseAsk, writes: Writes, desk: CurrentDesk, manager: Manager) -> Response:
    """Open a case, with its number; who owns the parcel is asked of the county's record first."""
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, manager)
    ownership = desk.gis.owner_of(city, body.pin)
    named = None if body.complaint is None else (body.complaint.id, body.complaint.version)
    opening = Opening(body.program, body.address, named)
    case_id = uuid7()

    def effect(connection: Connection) -> Answer:
        case = open_case.open_case(connection, acting, case_id, opening, ownership)
        location = {"Location": f"/v1/{city}/cases/{case.id}"}
        return Answer(201, case_view(case, acting), location, version=case.version)

    return writes.once(effect)


@router.get(
    "",
    operation_id="list_cases",
    summary="The cases of the city",
    response_model=CasePage,
    responses=problems(NotFound),
)
def list_cases(
    city: str,
    page: PageAsked,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
    state: Annotated[State | None, Query(description="Only these.")] = None,
    program: Annotated[str | None, Query(max_length=100, description="Only of this program.")] = None,
    pin: Annotated[str | None, Query(max_length=40, description="Only about this parcel.")] = None,
    number: Annotated[str | None, Query(max_length=60, description="Only this one.")] = None,
    due_by: Annotated[
        WireDate | None, Query(description="Only those to be corrected by this day or earlier.")
    ] = None,
) -> Response:
    """List cases, the oldest first."""
    acting = desk.acting(city, reader)
    rows = cases.listed(
        connection,
        city,
        Wanted(state, program, pin, number, due_by),
        after=page.after_id,
        limit=page.limit + 1,
    )
    return page.answer(rows, key=lambda each: (str(each.id),), item=lambda each: case_view(each, acting))


@router.get(
    "/{case_id}",
    operation_id="get_case",
    summary="One case",
    response_model=CaseView,
    responses=problems(NotFound),
)
def get_case(
    city: str,
    case_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
) -> Response:
    """Give a case; its `ETag` is what a change must send as `If-Match`."""
    case = case_of(connection, city, case_id)
    view = case_view(case, desk.acting(city, reader))
    return read_response(request, view, version=case.version, cache_control=PRIVATE)


@router.get(
    "/{case_id}/parties",
    operation_id="list_case_parties",
    summary="Who owns the parcel of a case",
    response_model=PartiesView,
    responses=problems(NotFound),
    dependencies=[requires("parcels.read_owner")],
)
def list_case_parties(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give owners and taxpayers as the county's record said, and of which day it was."""
    case_of(connection, city, case_id)
    found = cases.parties_of(connection, city, case_id)
    view = PartiesView(parties=[party_view(each) for each in found])
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/{case_id}/find-owner",
    operation_id="find_case_owner",
    summary="Ask the county's record who owns the parcel now",
    response_model=CaseView,
    responses=problems(NotFound, StateConflict),
)
def find_case_owner(
    city: str,
    case_id: WireUuid,
    body: OwnerAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    engine: CurrentEngine,
    manager: Manager,
) -> Response:
    """Ask anew; notices go to whom this names."""
    if (replay := writes.stored()) is not None:
        return replay
    acting = desk.acting(city, manager)
    with engine.connect() as connection:
        pin = body.pin or case_of(connection, city, case_id).pin
    if pin is None:
        wrong = FieldError("#/pin", "say which parcel it is: the case names none")
        raise Unprocessable("The owner of no parcel can be asked for.", errors=[wrong])
    ownership = desk.gis.owner_of(city, pin)
    return written(
        writes,
        acting,
        lambda connection: open_case.find_owner(connection, acting, case_id, version, ownership),
    )


@router.post(
    "/{case_id}/inspections",
    operation_id="record_case_inspection",
    summary="Record an inspection",
    status_code=201,
    response_model=Inspected,
    responses=problems(NotFound, StateConflict),
)
def record_case_inspection(
    city: str,
    case_id: WireUuid,
    body: InspectionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    inspector: Inspector,
) -> Response:
    """Record what was seen; the law says which rules are not met. With none left, a noticed case closes."""
    acting = desk.acting(city, inspector)
    seen = Inspecting(
        body.inspected_on,
        body.facts,
        {name: Answered(each.answer, each.reason) for name, each in body.judgments.items()},
        body.notes,
        body.place or "",
    )
    inspection_id = uuid7()

    def effect(connection: Connection) -> Answer:
        case, inspection = inspect_case.inspect(connection, acting, case_id, version, seen, inspection_id)
        view = Inspected(
            case=case_view(case, acting),
            inspection=inspection_view(inspection),
            violations=[
                violation_view(each, acting.today) for each in violations.of_record(connection, city, case_id)
            ],
        )
        return Answer(201, view, version=case.version)

    return writes.once(effect)


@router.get(
    "/{case_id}/inspections",
    operation_id="list_case_inspections",
    summary="The inspections of a case",
    response_model=InspectionsView,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def list_case_inspections(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give them as they were made, oldest first."""
    case_of(connection, city, case_id)
    made = inspections.of_case(connection, city, case_id)
    view = InspectionsView(inspections=[inspection_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{case_id}/violations",
    operation_id="list_case_violations",
    summary="What was found",
    response_model=ViolationsView,
    responses=problems(NotFound),
)
def list_case_violations(
    city: str,
    case_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
) -> Response:
    """Give each rule that was not met, with the days it stood."""
    today = desk.acting(city, reader).today
    case_of(connection, city, case_id)
    found = violations.of_record(connection, city, case_id)
    view = ViolationsView(violations=[violation_view(each, today) for each in found])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{case_id}/penalties",
    operation_id="list_case_penalties",
    summary="What the violations are by law",
    response_model=PenaltiesView,
    responses=problems(NotFound),
)
def list_case_penalties(
    city: str,
    case_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
) -> Response:
    """Give offense and number; where the law counts each day, by the days the violations stood."""
    acting = desk.acting(city, reader)
    case = case_of(connection, city, case_id)
    matter = about(connection, acting, case)
    answered = matter.program.penalties(matter.facts, case.law_date)
    view = PenaltiesView(penalties=[penalty_view(each) for each in answered.penalties])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{case_id}/orders",
    operation_id="list_case_orders",
    summary="The orders of a case",
    response_model=OrdersView,
    responses=problems(NotFound),
)
def list_case_orders(
    city: str,
    case_id: WireUuid,
    request: Request,
    connection: Reading,
    desk: CurrentDesk,
    reader: Reader,
) -> Response:
    """Give orders of correction and of abatement with the time that was added."""
    today = desk.acting(city, reader).today
    case_of(connection, city, case_id)
    view = OrdersView(
        orders=[
            order_view(each, orders.extensions_of(connection, city, each.id), today)
            for each in orders.of_record(connection, city, case_id)
        ]
    )
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{case_id}/decisions",
    operation_id="list_case_decisions",
    summary="The decisions on a case",
    response_model=DecisionsView,
    responses=problems(NotFound),
    dependencies=[requires("cases.read")],
)
def list_case_decisions(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give them with votes, reasons and the hash of what they rested on."""
    case_of(connection, city, case_id)
    made = decisions.of_record(connection, city, case_id)
    view = DecisionsView(decisions=[decision_view(each) for each in made])
    return read_response(request, view, cache_control=PRIVATE)


@router.get(
    "/{case_id}/history",
    operation_id="get_case_history",
    summary="The history of a case",
    response_model=HistoryView,
    responses=problems(NotFound),
    dependencies=[requires("history.read")],
)
def get_case_history(city: str, case_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give every entry, and whether the chain of hashes holds."""
    case_of(connection, city, case_id)
    entries = history.of_record(connection, city, case_id)
    view = history_view(case_id, entries, personal.of_record(connection, city, case_id))
    return read_response(request, view, cache_control=PRIVATE)


@router.post(
    "/{case_id}/close",
    operation_id="close_case",
    summary="Close a case",
    response_model=CaseView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def close_case(
    city: str,
    case_id: WireUuid,
    body: CloseAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    manager: Manager,
) -> Response:
    """Close it, with the reason. Refused while something is owed that is not on the tax roll."""
    acting = desk.acting(city, manager)
    return written(
        writes,
        acting,
        lambda connection: open_case.close(
            connection, acting, case_id, version, body.reason, owed(connection, city, case_id)
        ),
    )
