"""Notice lists: who must be told about a project on a parcel."""

from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, read_response
from servicekit.app import CurrentClock
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.problems import problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes

from gis import usecases
from gis.domain.letters_csv import letters_csv
from gis.printing.label_sheets import label_sheets
from gis.routes.problems import AmbiguousParcel
from gis.routes.wiring import CurrentGeometry
from gis.schemas.notice_lists import NoticeListAsk, NoticeListView
from gis.storage.connections import Connection

if TYPE_CHECKING:
    from gis.geometry.questions import Geometry
    from gis.usecases.notice_subject import Subject

router = APIRouter(prefix="/v1/{city}/notice-lists", tags=["notice lists"])

Maker = Annotated[Principal, requires("notice_lists.create", services={"permits"})]


@router.post(
    "",
    operation_id="create_notice_list",
    summary="Make a notice list and freeze it",
    status_code=201,
    response_model=NoticeListView,
    responses=problems(AmbiguousParcel),
)
def create_notice_list(
    city: str,
    body: NoticeListAsk,
    writes: Writes,
    clock: CurrentClock,
    geometry: CurrentGeometry,
    maker: Maker,
) -> Response:
    """Find owners or residents within so many ground feet of parcels or an area, one row per letter.

    The applicant's own parcels are on it, marked `subject`. At least a part of an area lies in the city.
    A list that reaches past the loaded parcels says that it is not complete and whose parcels are missing.
    """
    making = usecases.make_notice_list.Making(uuid7(), clock.now(city), maker.subject)

    def effect(connection: Connection) -> Answer:
        subject = subject_of(connection, geometry(), city, body)
        frozen = usecases.make_notice_list.make(
            connection, geometry(), city, subject, body.within_ft, body.to, making
        )
        view = NoticeListView.model_validate(frozen)
        return Answer(201, view, {"Location": f"/v1/{city}/notice-lists/{making.id}"})

    return writes.once(effect, isolation="REPEATABLE READ")


def subject_of(connection: Connection, geometry: "Geometry", city: str, ask: NoticeListAsk) -> "Subject":
    """Give what a list is asked around."""
    if ask.area is not None:
        return usecases.notice_subject.area_in_city(connection, geometry, city, ask.area.model_dump())
    pins = [ask.pin] if ask.pin is not None else ask.pins or []
    return usecases.notice_subject.parcels_as_subject(connection, city, pins)


@router.get(
    "/{list_id}",
    operation_id="get_notice_list",
    summary="A notice list as it was frozen",
    response_model=NoticeListView,
    dependencies=[requires("notice_lists.create", services={"permits"})],
)
def get_notice_list(city: str, list_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Give the list as it was made, however parcels and owners have changed since."""
    view = NoticeListView.model_validate(usecases.make_notice_list.kept(connection, city, list_id))
    return read_response(request, view, version=view.sha256, cache_control="private, no-cache")


@router.post(
    "/{list_id}/export",
    operation_id="export_notice_list",
    summary="A notice list as a table for mailing labels",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
    dependencies=[requires("notice_lists.create", services={"permits"})],
)
def export_notice_list(city: str, list_id: WireUuid, connection: Reading) -> Response:
    """Give one line a letter, as it was frozen; no cell can run as a formula in a spreadsheet."""
    made = usecases.make_notice_list.kept(connection, city, list_id)
    named = {"Content-Disposition": f'attachment; filename="notice-list-{list_id}.csv"'}
    return Response(letters_csv(made["rows"]), media_type="text/csv", headers=named)


@router.post(
    "/{list_id}/labels",
    operation_id="print_labels",
    summary="A notice list as sheets of mailing labels",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}}},
    dependencies=[requires("notice_lists.create", services={"permits"})],
)
def print_labels(city: str, list_id: WireUuid, connection: Reading) -> Response:
    """Give a PDF with one label a letter, thirty to a letter-size sheet, in the order of the list."""
    made = usecases.make_notice_list.kept(connection, city, list_id)
    named = {"Content-Disposition": f'attachment; filename="labels-{list_id}.pdf"'}
    return Response(label_sheets(made["rows"]), media_type="application/pdf", headers=named)
