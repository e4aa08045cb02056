"""Parcels on the wire: what everybody may see, and apart from it what staff may see of the owner."""

from datetime import date, datetime
from typing import Literal

from gis.schemas.shape import Outgoing

Match = Literal[
    "pin",
    "pin_digits",
    "address",
    "address_without_direction",
    "address_without_type",
    "similar_address",
    "listed",
]
"""How a parcel was found: by its printed PIN, by its bare digits, by its address, by an address spelled much
like the one asked, or merely listed."""


class PublicParcel(Outgoing):
    """A parcel without any person in it.

    `id` is stable over re-imports (county and PIN). `acres_deed` is what the county records, `acres_polygon`
    is the ground area of the outline; `lon`/`lat` is a point inside the parcel.
    """

    id: str
    pin: str
    city: str
    county: str
    address: str | None
    postal_city: str | None
    zip: str | None
    acres_deed: float | None
    acres_polygon: float
    lon: float
    lat: float
    source: str
    vintage: date
    generation: int


class RecordedChoice(Outgoing):
    """That somebody of the city chose this candidate for this address: which record, when, out of how many.

    `source` says whose choice it is. Who made it and what they typed, staff read in the record.
    """

    choice: str
    chosen_at: datetime
    out_of: int
    source: str


class ParcelCandidate(Outgoing):
    """A parcel that fits the question, how it was matched, and for an address from 0 to 1 how alike it is.

    `chosen` stands at the candidate that was chosen for this address before, if one was.
    """

    match: Match
    likeness: float | None
    parcel: PublicParcel
    chosen: RecordedChoice | None


class ParcelPage(Outgoing):
    """Candidates in a stable order. More than one means: the caller has to choose, nothing is chosen here.

    What staff chose before for the same address is marked, and stays a candidate among the others.
    """

    items: list[ParcelCandidate]
    next_cursor: str | None


class ParcelVersion(Outgoing):
    """What a parcel was from one day until another (no longer on that one); null: not known, or still."""

    since: date | None
    until: date | None
    address: str | None
    acres_deed: float | None
    acres_polygon: float
    source: str
    vintage: date


class ParcelLink(Outgoing):
    """Land that passed between parcels: `split`, `merged`, `renumbered`, or `replatted` where it is none of
    these.
    """

    pin: str
    kind: Literal["split", "merged", "renumbered", "replatted"]
    on: date


class ParcelHistory(Outgoing):
    """A parcel's versions, the oldest first; the parcels its land came from, and those it became."""

    pin: str
    versions: list[ParcelVersion]
    came_from: list[ParcelLink]
    became: list[ParcelLink]


class PartyView(Outgoing):
    """A person or firm with its mailing address."""

    name: str
    mailing_lines: list[str]


class ParcelOwner(Outgoing):
    """Who owns a parcel and who pays its tax. `withheld` is true when both are suppressed by law."""

    pin: str
    city: str
    owners: list[PartyView]
    taxpayers: list[PartyView]
    owner_since: date | None
    withheld: bool
    source: str
    vintage: date
