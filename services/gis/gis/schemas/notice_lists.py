"""Notice lists on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from servicekit.wire import Incoming

from gis.schemas.areas import Area
from gis.schemas.shape import Outgoing, Pin

Audience = Literal["owners", "residents", "owners_and_residents"]


class NoticeListAsk(Incoming):
    """Who is within so many ground feet of a place. The number itself is included.

    The place is one of: the perimeter of one parcel (`pin`), of a project site of several (`pins`), or of an
    area drawn on the map (`area`, in degrees, longitude first).
    """

    pin: Annotated[Pin | None, Field(examples=["11.029.21.24.0001"])] = None
    pins: Annotated[list[Pin], Field(min_length=2, max_length=200)] | None = None
    area: Area | None = None
    within_ft: Annotated[float, Field(gt=0, le=5280, allow_inf_nan=False, examples=[500])]
    to: Annotated[Audience, Field(examples=["residents"])]

    @model_validator(mode="after")
    def _one_place(self) -> Self:
        if sum(each is not None for each in (self.pin, self.pins, self.area)) != 1:
            raise ValueError("Give one of pin, pins and area.")
        return self


class NoticeParcel(Outgoing):
    """A parcel a letter is about, measured to its lot line (owners) or dwelling (residents)."""

    pin: str
    distance_ft: float


class NoticeRow(Outgoing):
    """One letter: one mailing address with every name and parcel behind it.

    `basis` says why it is on the list: `owner`; `taxpayer` where the county names no owner address;
    `owner_occupant`, or `resident` for a dwelling whose owner is not known to live there.
    `subject` is true when the letter goes to the applicant's own parcel.
    """

    names: list[str]
    mailing_lines: list[str]
    basis: list[Literal["owner", "taxpayer", "owner_occupant", "resident"]]
    parcels: list[NoticeParcel]
    distance_ft: float
    subject: bool


class Unaddressed(Outgoing):
    """A parcel within reach to which no letter can be addressed, and why."""

    pin: str
    distance_ft: float
    reason: str


class NoticeListView(Outgoing):
    """A list as it was frozen: the same bytes whenever it is read again (`sha256` is over the list).

    `complete` is false when the distance reaches past the parcels that are loaded; `reaches_into` then names
    whose parcels are missing. `withheld` counts places left out because the law suppresses a name there.
    `pins` are the parcels of the place; an `area` has none, and `pin` is the one there is.
    """

    id: str
    city: str
    pin: str | None
    pins: list[str]
    area: Area | None
    within_ft: float
    to: Audience
    measured_from: Literal["parcel_perimeter", "project_site", "area"]
    measured_to: str
    complete: bool
    reaches_into: list[str]
    rows: list[NoticeRow]
    unaddressed: list[Unaddressed]
    withheld: int
    vintage: date
    generation: int
    made_at: datetime
    made_by: str
    method: str
    sha256: str
