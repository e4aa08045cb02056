"""County files: received in parts, imported beside the requests, reported row by row."""

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from servicekit.access import requires
from servicekit.answers import Answer, read_response
from servicekit.app import CurrentClock
from servicekit.identifiers import uuid7
from servicekit.identity import Principal
from servicekit.paging import PageAsked
from servicekit.problems import problems
from servicekit.reads import Reading
from servicekit.wire import WireUuid
from servicekit.writes import Writes

from gis.domain.county_import import PARTS_MAX, CountyImport, RowFinding
from gis.routes.problems import ImportStateConflict
from gis.schemas.county_imports import (
    CountyImportAsk,
    CountyImportPage,
    CountyImportPart,
    CountyImportView,
    RowFindingPage,
    RowFindingView,
)
from gis.schemas.views import import_view
from gis.storage.connections import Connection
from gis.usecases.receive_county_file import (
    findings_listed,
    import_of,
    imports_listed,
    open_import,
    start,
    take_part,
)

router = APIRouter(prefix="/v1/{city}/county-imports", tags=["county imports"])

County = Annotated[Principal, requires("county.records")]
READS = [requires("owner_candidates.read")]
PartNumber = Annotated[int, Path(ge=1, le=PARTS_MAX, description="Counted from 1.")]


@router.post(
    "",
    operation_id="create_county_import",
    summary="Begin to send a county's parcel file",
    status_code=201,
    response_model=CountyImportView,
)
def create_county_import(
    city: str, body: CountyImportAsk, writes: Writes, clock: CurrentClock, county: County
) -> Response:
    """Say what will be sent; the parts follow, then the start."""
    asked = CountyImport(
        id=uuid7(),
        city=city,
        status="receiving",
        asked_at=clock.now(city),
        asked_by=county.subject,
        rows_read=0,
        row_count=None,
        finished_at=None,
        failure=None,
        report=None,
        version=1,
        cities=None if county.cities is None else sorted(county.cities),
        **body.model_dump(),
    )

    def effect(connection: Connection) -> Answer:
        view = import_view(open_import(connection, asked))
        location = {"Location": f"/v1/{city}/county-imports/{asked.id}"}
        return Answer(201, view, location, version=asked.version)

    return writes.once(effect)


@router.put(
    "/{import_id}/parts/{number}",
    operation_id="put_county_import_part",
    summary="Send one part of the file",
    response_model=CountyImportView,
    responses=problems(ImportStateConflict),
    dependencies=[requires("county.records")],
)
def put_county_import_part(
    city: str, import_id: WireUuid, number: PartNumber, body: CountyImportPart, writes: Writes
) -> Response:
    """Keep a part; sent again, it takes the place of the first. Parts may come in any order."""

    def effect(connection: Connection) -> Answer:
        found, _ = take_part(connection, city, import_id, number, body.content)
        return Answer(200, import_view(found), version=found.version)

    return writes.once(effect)


@router.post(
    "/{import_id}/start",
    operation_id="start_county_import",
    summary="Ask for the import of a file that was sent",
    response_model=CountyImportView,
    responses=problems(ImportStateConflict),
    dependencies=[requires("county.records")],
)
def start_county_import(city: str, import_id: WireUuid, writes: Writes) -> Response:
    """Ask for the import once all parts are there; asked again, say how far it is."""

    def effect(connection: Connection) -> Answer:
        found = start(connection, city, import_id)
        return Answer(200, import_view(found), version=found.version)

    return writes.once(effect)


@router.get(
    "",
    operation_id="list_county_imports",
    summary="Imports of county files, the newest first",
    response_model=CountyImportPage,
    dependencies=READS,
)
def list_county_imports(city: str, page: PageAsked, connection: Reading) -> Response:
    """List imports."""
    before = page.after_id
    rows = imports_listed(connection, city, before, page.limit + 1)
    return page.answer(rows, key=lambda each: (str(each.id),), item=import_view)


@router.get(
    "/{import_id}",
    operation_id="get_county_import",
    summary="One import: its progress and its report",
    response_model=CountyImportView,
    dependencies=READS,
)
def get_county_import(city: str, import_id: WireUuid, request: Request, connection: Reading) -> Response:
    """Say how far the import is, and once it is done what came of it."""
    found = import_of(connection, city, import_id)
    return read_response(request, import_view(found), cache_control="private, no-cache")


@router.get(
    "/{import_id}/findings",
    operation_id="list_county_import_findings",
    summary="Rows that were refused, and values that were dropped",
    response_model=RowFindingPage,
    dependencies=READS,
)
def list_county_import_findings(
    city: str, import_id: WireUuid, page: PageAsked, connection: Reading
) -> Response:
    """List what was found, in the order of the file."""
    after = 0 if page.after is None else int(str(page.after[0]))
    rows = findings_listed(connection, city, import_id, after, page.limit + 1)
    return page.answer(rows, key=lambda each: (str(each[0]),), item=lambda each: _finding(each[1]))


def _finding(found: RowFinding) -> RowFindingView:
    return RowFindingView(
        row=found.row,
        pin=found.pin,
        fault=found.finding.fault,
        column=found.finding.column,
        message=found.finding.message,
        refused=found.refused,
    )
