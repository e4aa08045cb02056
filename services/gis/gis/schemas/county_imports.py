"""County files on the wire: what is sent, how far the import is, and what was found of each row."""

from base64 import b64decode
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints
from servicekit.wire import Incoming, WireDate

from gis.domain.county_import import PART_MAX_BYTES, PARTS_MAX
from gis.schemas.shape import Outgoing

ImportStatusView = Literal["receiving", "waiting", "running", "done", "failed"]


class CountyImportAsk(Incoming):
    """A county's parcel file that will be sent in `parts` of at most 700,000 bytes.

    GeoPackage, GeoJSON and CSV as they are; a shapefile, a FileGDB or the pages of an ArcGIS service in one
    zip. `vintage` is the day the county made the file; rows with an EDIT_DATE keep that. `whole_county`: a
    parcel the file does not have is gone; without it none is taken as gone. Rows of a city served that the
    sender's token is not for are refused. A file of an earlier day than one that was loaded is refused whole.
    """

    county: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z-]{1,39}$"), Field(examples=["washington"])]
    county_code: Annotated[str, StringConstraints(pattern=r"^27\d{3}$"), Field(examples=["27163"])]
    file_name: Annotated[
        str,
        StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9 ._-]{0,99}\.(gpkg|geojson|json|csv|txt|zip)$"),
        Field(examples=["parcels.gpkg"]),
    ]
    vintage: Annotated[WireDate, Field(examples=["2026-05-01"])]
    whole_county: bool
    parts: Annotated[int, Field(ge=1, le=PARTS_MAX, examples=[3])]


class CountyImportPart(Incoming):
    """One part of the file, in base 64."""

    content_base64: Annotated[
        str,
        StringConstraints(
            pattern=r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$",
            max_length=PART_MAX_BYTES * 4 // 3 + 4,
        ),
        Field(examples=["UEsDBAo="]),
    ]

    @property
    def content(self) -> bytes:
        """The part itself."""
        return b64decode(self.content_base64)


class ImportReport(Outgoing):
    """What came of a file: `rows` are loaded or refused; loaded parcels are new, changed or unchanged.

    `gone` are parcels a whole county's file no longer has; `links` count what became of their land; `people`
    counts what was found of owners and taxpayers, by kind; `faults` counts findings by kind.
    `in_another_city` are known parcels that by their outline lie in another city now: they were left.
    """

    format: str
    columns: str
    rows: int
    loaded: int
    refused: int
    new: int
    changed: int
    unchanged: int
    gone: int
    in_another_city: int
    links: dict[str, int]
    people: dict[str, int]
    faults: dict[str, int]


class CountyImportView(Outgoing):
    """An import. `report` is there once it is done; `failure` says why a file was not loaded: then nothing
    has changed.
    """

    id: str
    city: str
    status: ImportStatusView
    county: str
    county_code: str
    file_name: str
    vintage: date
    whole_county: bool
    parts: int
    asked_at: datetime
    rows_read: int
    row_count: int | None
    finished_at: datetime | None
    failure: str | None
    report: ImportReport | None
    version: int


class CountyImportPage(Outgoing):
    """Imports, the newest first."""

    items: list[CountyImportView]
    next_cursor: str | None


class RowFindingView(Outgoing):
    """What was found of a row of the file (the first is 1): refused, or loaded without the value named."""

    row: int
    pin: str | None
    fault: str
    column: str | None
    message: str
    refused: bool


class RowFindingPage(Outgoing):
    """Findings in the order of the file."""

    items: list[RowFindingView]
    next_cursor: str | None
