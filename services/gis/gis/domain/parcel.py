"""Parcels, dwellings, and map features as records."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from uuid import UUID

from gis.domain.address import StreetAddress
from gis.domain.parties import MailingLines, Party


class UnknownParcel(Exception):
    """No parcel with this PIN in this city, or one of another city: the answer is the same."""


@dataclass(frozen=True)
class Parcel:
    """A parcel without its people. `outline` is WKB in EPSG:26915; `lon`/`lat` is a point inside it."""

    id: str
    city: str
    county: str
    pin: str
    pin_digits: str
    address: str | None
    postal_city: str | None
    zip: str | None
    acres_deed: Decimal | None
    acres_polygon: Decimal
    lon: float
    lat: float
    source: str
    vintage: date
    generation: int


class AmbiguousPin(Exception):
    """Bare digits that several printed PINs share; the caller has to choose."""

    def __init__(self, asked: str, candidates: tuple[Parcel, ...]) -> None:
        super().__init__(asked)
        self.asked = asked
        self.candidates = candidates


@dataclass(frozen=True)
class Ownership:
    """Who owns a parcel and who pays its tax.

    `private`: name and place never appear together (M.S. 5B). `candidate_id` is the confirmed owner candidate
    this rests on; None where it rests on the county's file.
    """

    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    owner_since: date | None
    private: bool
    candidate_id: UUID | None


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A parcel near another, and who owns it or pays its tax."""

    city: str
    id: str
    pin: str
    vintage: date
    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    private: bool


@dataclass(frozen=True)
class Dwelling:
    """A place somebody lives at, by its address point. `private` as for owners."""

    id: str
    parcel_id: str | None
    address: StreetAddress
    printed: str
    mailing: MailingLines
    occupant: str
    private: bool


@dataclass(frozen=True)
class Feature:
    """One feature of a map layer; `code` is the district's code where the layer has codes."""

    city: str
    layer: str
    id: str
    name: str
    code: str | None
    source: str
    vintage: date


@dataclass(frozen=True)
class LayerSource:
    """What a made layer is made of: the features of another one, of these codes, widened by so many feet."""

    layer: str
    codes: tuple[str, ...] = ()
    within_ft: Decimal | None = None


@dataclass(frozen=True)
class Layer:
    """A map layer of a city. That it is known, though it may be empty, lets `none` be an answer.

    One that is `made_of` others follows from them: whenever one of them changes it is made anew.
    """

    city: str
    name: str
    title: str
    kind: str
    source: str
    vintage: date
    made_of: tuple[LayerSource, ...] = ()
