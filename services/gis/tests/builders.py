"""Lawful defaults for tests; a test says only what matters to it."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

import shapely
from gis.domain.address import read_address
from gis.domain.loads import AddressLoad, CityLoad, FeatureLoad, ParcelLoad
from gis.domain.notice_list import RESIDENT
from gis.domain.owner_candidate import Conveyance, Document, OwnerCandidate
from gis.domain.parcel import Dwelling, Feature, Layer, Ownership, Parcel
from gis.domain.parties import Party
from gis.domain.pin import parcel_id, pin_digits
from gis.geometry.coordinates import grid_point
from gis.geometry.ground import ELLIPSOID, ground_acres
from shapely.geometry.base import BaseGeometry

CITY, COUNTY = "lake-elmo", "washington"
SOURCE, VINTAGE = "test county", date(2026, 10, 1)
PLACES = {
    "fridley": (-93.26005, 45.08425),
    "lake-elmo": (-92.9096, 44.9878),
    "elk-river": (-93.56653, 45.33221),
    "detroit-lakes": (-95.84484, 46.80663),
}
"""The middle of each city, longitude and latitude."""
FOOT_M = 0.3048
BEFORE = datetime(2026, 6, 1, 15, tzinfo=UTC)
CANDIDATE_ID = UUID("01900000-0000-7000-8000-000000000001")


def square(middle: shapely.Point, side_m: float = 40.0) -> shapely.Polygon:
    """A square on the grid around a point."""
    half = side_m / 2
    return shapely.box(middle.x - half, middle.y - half, middle.x + half, middle.y + half)


def ground_offset(city: str, east_ft: float, north_ft: float = 0.0) -> shapely.Point:
    """The grid point so many ground feet east, then north, of a city's middle, along geodesics."""
    lon, lat = PLACES[city]
    lon, lat, _ = ELLIPSOID.fwd(lon, lat, 90.0, east_ft * FOOT_M)
    lon, lat, _ = ELLIPSOID.fwd(lon, lat, 0.0, north_ft * FOOT_M)
    return grid_point(lon, lat)


def a_parcel(pin: str = "11.029.21.24.0001", **given: Any) -> Parcel:
    county = given.get("county", COUNTY)
    parcel = Parcel(
        id=parcel_id(county, pin),
        city=CITY,
        county=county,
        pin=pin,
        pin_digits=pin_digits(pin),
        address="5008 Legion Lane North",
        postal_city="Lake Elmo",
        zip="55042",
        acres_deed=Decimal("40.0000"),
        acres_polygon=Decimal("40.0012"),
        lon=PLACES[CITY][0],
        lat=PLACES[CITY][1],
        source=SOURCE,
        vintage=VINTAGE,
        generation=0,
    )
    return replace(parcel, **given)


def a_party(name: str = "Ada Lindahl", *mailing: str) -> Party:
    return Party(name, mailing or ("5008 Legion Lane North", "Lake Elmo, MN 55042"))


def an_ownership(*owners: Party, **given: Any) -> Ownership:
    ownership = Ownership(
        owners=owners or (a_party(),), taxpayers=(), owner_since=None, private=False, candidate_id=None
    )
    return replace(ownership, **given)


def a_parcel_load(outline: BaseGeometry, pin: str, *owners: Party, **given: Any) -> ParcelLoad:
    ownership = given.pop("ownership", an_ownership(*owners))
    if isinstance(outline, shapely.Polygon | shapely.MultiPolygon):
        given.setdefault("acres_polygon", ground_acres(outline))
    return ParcelLoad(a_parcel(pin, **given), ownership, shapely.to_wkb(outline))


def an_address_load(
    point: shapely.Point, printed: str, parcel: Parcel | None = None, **given: Any
) -> AddressLoad:
    dwelling = Dwelling(
        id=f"address {printed}",
        parcel_id=parcel.id if parcel else None,
        address=read_address(printed),
        printed=printed,
        mailing=(printed, "Lake Elmo, MN 55042"),
        occupant=RESIDENT,
        private=False,
    )
    residence = given.pop("residence", True)
    return AddressLoad(replace(dwelling, **given), residence, SOURCE, VINTAGE, shapely.to_wkb(point))


def a_layer(name: str, kind: str = "overlay", city: str = CITY) -> Layer:
    return Layer(city, name, name.replace("_", " "), kind, SOURCE, VINTAGE)


def a_feature_load(
    shape: BaseGeometry, layer: str, id_: str, code: str | None = None, city: str = CITY
) -> FeatureLoad:
    return FeatureLoad(Feature(city, layer, id_, id_, code, SOURCE, VINTAGE), None, shapely.to_wkb(shape))


def a_city_load(
    parcels: Sequence[ParcelLoad] = (),
    addresses: Sequence[AddressLoad] = (),
    layers: Sequence[Layer] = (),
    features: Sequence[FeatureLoad] = (),
    city: str = CITY,
) -> CityLoad:
    return CityLoad(city, tuple(parcels), tuple(addresses), tuple(layers), tuple(features))


def a_conveyance(**given: Any) -> Conveyance:
    conveyance = Conveyance(
        parcel_id=a_parcel().id,
        pin=a_parcel().pin,
        kind="sale",
        conveyed_on=date(2026, 5, 20),
        document=Document("4512345", "Warranty deed", date(2026, 5, 26)),
        grantor="Ada Lindahl",
        grantee=a_party("Tove Nygren", "77 Cedar Lane", "Fargo, ND 58102"),
    )
    return replace(conveyance, **given)


def a_candidate(**given: Any) -> OwnerCandidate:
    conveyance = given.pop("conveyance", a_conveyance())
    candidate = OwnerCandidate(
        id=CANDIDATE_ID,
        city=CITY,
        conveyance=conveyance,
        status="pending",
        kind=conveyance.kind,
        recorded_owner="Ada Lindahl",
        received_at=BEFORE,
        decided_at=None,
        decided_by=None,
        note=None,
        version=1,
    )
    return replace(candidate, **given)
