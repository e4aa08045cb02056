"""Inspections of a permit: set, and their results."""

from __future__ import annotations

from typing import Annotated

from caseroutes.problems import Unmet
from casework.desk.acting import Acting
from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, IfMatch, read_response
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import NotFound, StateConflict, problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes
from sqlalchemy import Connection

from permits.domain.permit import Inspection, Permit
from permits.routes.wiring import CurrentDesk
from permits.schemas.permits import InspectedView, InspectionAsk, InspectionResult, InspectionsView
from permits.schemas.views import inspection_view, permit_view
from permits.storage import permits
from permits.usecases import keep_permit
from permits.usecases.records import permit_of

router = APIRouter(prefix="/v1/{city}/permits", tags=["permits"])

Inspector = Annotated[Principal, requires("inspections.record")]


@router.get(
    "/{permit_id}/inspections",
    operation_id="list_inspections",
    summary="The inspections of a permit",
    response_model=InspectionsView,
    responses=problems(NotFound),
    dependencies=[requires("applications.read")],
)
def list_inspections(city: str, permit_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give inspections with their results, by day."""
    permit_of(connection, city, permit_id)
    made = permits.inspections_of(connection, city, permit_id)
    view = InspectionsView(inspections=[inspection_view(each) for each in made])
    return read_response(request, view, cache_control="private, no-cache")


@router.post(
    "/{permit_id}/inspections",
    operation_id="schedule_inspection",
    summary="Set an inspection",
    status_code=201,
    response_model=InspectedView,
    responses=problems(NotFound, StateConflict, Unmet),
)
def schedule_inspection(
    city: str,
    permit_id: WireUuid,
    body: InspectionAsk,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    inspector: Inspector,
) -> Response:
    """Set an inspection of a permit in effect. Refused while a fee of an earlier one is not paid."""
    acting = desk.acting(city, inspector)
    inspection = Inspection(uuid7(), city, permit_id, body.kind, body.scheduled_on)

    def effect(connection: Connection) -> Answer:
        permit = keep_permit.schedule_inspection(connection, acting, permit_id, version, inspection)
        return Answer(201, _inspected(acting, permit, inspection), version=permit.version)

    return writes.once(effect)


@router.post(
    "/{permit_id}/inspections/{inspection_id}/result",
    operation_id="record_inspection",
    summary="Enter the result of an inspection",
    response_model=InspectedView,
    responses=problems(NotFound, StateConflict),
)
def record_inspection(
    city: str,
    permit_id: WireUuid,
    inspection_id: WireUuid,
    body: InspectionResult,
    version: IfMatch,
    writes: Writes,
    desk: CurrentDesk,
    inspector: Inspector,
) -> Response:
    """Enter what was found; fees fall due. A result stands; a further look is another inspection."""
    acting = desk.acting(city, inspector)
    result = keep_permit.InspectionResult(body.inspected_on, body.passed, body.final, body.notes, body.facts)

    def effect(connection: Connection) -> Answer:
        permit, inspection = keep_permit.record_inspection(
            connection,
            acting,
            permit_id,
            version,
            inspection_id,
            result,
        )
        return Answer(200, _inspected(acting, permit, inspection), version=permit.version)

    return writes.once(effect)


def _inspected(acting: Acting, permit: Permit, inspection: Inspection) -> InspectedView:
    return InspectedView(permit=permit_view(permit, acting), inspection=inspection_view(inspection))
