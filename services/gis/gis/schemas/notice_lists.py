"""Notice lists on the wire."""

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field
from servicekit.wire import Incoming

from gis.schemas.shape import Outgoing, Pin

Audience = Literal["owners", "residents", "owners_and_residents"]


class NoticeListAsk(Incoming):
    """Who is within so many ground feet of the perimeter of a parcel. The number itself is included."""

    pin: Annotated[Pin, Field(examples=["11.029.21.24.0001"])]
    within_ft: Annotated[float, Field(gt=0, le=5280, allow_inf_nan=False, examples=[500])]
    to: Annotated[Audience, Field(examples=["residents"])]


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
    """

    id: str
    city: str
    pin: str
    within_ft: float
    to: Audience
    measured_from: Literal["parcel_perimeter"]
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
