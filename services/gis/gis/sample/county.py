"""The sample county: lots, people and districts of every city put together. Seeded: the same every time."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from random import Random

import shapely

from gis.domain.address import read_address
from gis.domain.loads import AddressLoad, CityLoad, ParcelLoad
from gis.domain.notice_list import RESIDENT
from gis.domain.parcel import Dwelling, Parcel
from gis.domain.pin import parcel_id, pin_digits
from gis.geometry.coordinates import inside_point
from gis.geometry.ground import ground_acres
from gis.sample.description import CityDescription, Compass, CountyDescription, Role, described
from gis.sample.districts import Districts
from gis.sample.outskirts import Outskirts
from gis.sample.people import Household, People
from gis.sample.placement import Placement
from gis.sample.plat import Lot, lots_of

CONDOMINIUM = 12
"""How many apartments are stacked on the first lot in town, each a parcel of its own."""
_PLAT = 72
_BASE_NUMBER: dict[Compass, int] = {"nw": 2000, "ne": 5000, "sw": 8000, "se": 11000}


@dataclass(frozen=True)
class NamedSite:
    """A parcel that scenarios name, and the site on it in degrees."""

    city: str
    name: str
    pin: str
    acres: Decimal
    lon: float
    lat: float


@dataclass(frozen=True)
class SampleCity:
    """A city's load, and the places scenarios name in it."""

    load: CityLoad
    sites: tuple[NamedSite, ...]


def sample_county(county: CountyDescription | None = None) -> Iterator[SampleCity]:
    """Give every city of the sample, in the order of the description."""
    county = county or described()
    for city in county.cities:
        yield _Builder(county, city).build()


class _Builder:
    def __init__(self, county: CountyDescription, city: CityDescription) -> None:
        self._county, self._city = county, city
        self._random = Random(f"{county.seed} {city.city}")  # noqa: S311 - a sample, not a secret
        self._people = People(self._random, county.names, city)
        self._placement = Placement(city.center.lon, city.center.lat)
        self._sequences: Counter[tuple[Compass, str]] = Counter()
        self._numbers: Counter[tuple[Compass, int]] = Counter()
        self._country_lots = 0
        self._parcels: list[ParcelLoad] = []
        self._addresses: list[AddressLoad] = []
        self._sites: list[NamedSite] = []

    def build(self) -> SampleCity:
        for lot in lots_of(self._city):
            for unit in range(1, CONDOMINIUM + 1) if lot.plat == (1, 1) else (None,):
                self._add(lot, unit)
        outskirts = Outskirts(self._county, self._city)
        districts = Districts(
            self._city, self._placement, outskirts.area, self._county.source, self._county.vintage
        )
        for parcel, address in outskirts.records():
            self._parcels.append(parcel)
            self._addresses.extend([address] if address is not None else [])
        load = CityLoad(
            city=self._city.city,
            parcels=tuple(self._parcels),
            addresses=tuple(self._addresses),
            layers=(*districts.layers(), *outskirts.layers()),
            features=(*districts.features(), *outskirts.features()),
        )
        return SampleCity(load, tuple(self._sites))

    def _add(self, lot: Lot, unit: int | None) -> None:
        street, town, zip_ = self._situs(lot)
        printed = street if unit is None else f"{street} Unit {unit}"
        household = self._household(lot, (printed, f"{town}, MN {zip_}"))
        parcel = self._parcel(lot, unit, printed, town, zip_)
        outline = shapely.to_wkb(self._placement.polygon(lot.outline))
        self._parcels.append(ParcelLoad(parcel, household.ownership, outline))
        self._note_site(lot, parcel)
        self._addresses.append(self._address(lot, parcel, household, printed))

    def _parcel(self, lot: Lot, unit: int | None, printed: str, town: str, zip_: str) -> Parcel:
        polygon = self._placement.polygon(lot.outline)
        pin = self._pin(lot, unit)
        lon, lat = inside_point(polygon)
        stated = lot.plat is None or self._random.random() < 0.9
        return Parcel(
            id=parcel_id(self._city.county, pin),
            city=self._city.city,
            county=self._city.county,
            pin=pin,
            pin_digits=pin_digits(pin),
            address=printed,
            postal_city=town,
            zip=zip_,
            acres_deed=Decimal(f"{lot.acres:.2f}") if stated else None,
            acres_polygon=ground_acres(polygon),
            lon=round(lon, 7),
            lat=round(lat, 7),
            source=self._county.source,
            vintage=self._county.vintage,
            generation=0,
        )

    def _pin(self, lot: Lot, unit: int | None) -> str:
        quarter = lot.quarter
        self._sequences[lot.section, quarter] += 1
        block, number = lot.plat or (0, 0)
        form = self._city.pin.unplatted if lot.plat is None else self._city.pin.platted
        section = getattr(self._city.survey, lot.section)
        return form.format(
            section=section,
            section_code=100 + section,
            township=self._city.survey.township,
            range=self._city.survey.range,
            quarter=quarter,
            sequence=self._sequences[lot.section, quarter],
            serial=len(self._parcels) + 1,
            plat=_PLAT,
            block=block,
            lot=number if unit is None else number + 20 + unit,
        )

    def _situs(self, lot: Lot) -> tuple[str, str, str]:
        streets, town, neighbor = self._city.streets, self._city.town, self._city.neighbor
        if lot.plat is not None:
            number = 4000 + _town_number(lot.plat)
            return f"{number} {streets.town[lot.street]} {streets.direction}", town.name, town.zip
        self._numbers[lot.section, lot.street] += 1
        number = _BASE_NUMBER[lot.section] + 8 * self._numbers[lot.section, lot.street]
        street = f"{number} {streets.country[lot.street]} {streets.direction}"
        outer = lot.section == "ne" and lot.column == 3
        return (street, neighbor.town, neighbor.zip) if outer else (street, town.name, town.zip)

    def _household(self, lot: Lot, situs: tuple[str, str]) -> Household:
        if self._city.sections[lot.section].use == "works":
            return self._people.firm(situs)
        return self._people.household(self._role(lot), situs)

    def _role(self, lot: Lot) -> Role:
        if lot.plat is not None:
            drawn = self._random.random()
            vacant, rented = self._county.town_lots_without_house, self._county.town_rented
            return "absent" if drawn < vacant else "rented" if drawn < vacant + rented else "occupied"
        if any(_is_named(lot, each.section, each.column, each.row) for each in self._city.scenarios):
            return "occupied"
        self._country_lots += 1
        return self._county.roles[self._country_lots % len(self._county.roles)]

    def _address(self, lot: Lot, parcel: Parcel, household: Household, printed: str) -> AddressLoad:
        x, y = lot.middle if lot.acres < 20 else (lot.southwest[0] + 200, lot.southwest[1] + 200)
        dwelling = Dwelling(
            id=f"{parcel.id}/1",
            parcel_id=parcel.id,
            address=read_address(printed),
            printed=printed,
            mailing=(printed, f"{parcel.postal_city}, MN {parcel.zip}"),
            occupant=RESIDENT,
            private=household.ownership.private,
        )
        point = shapely.to_wkb(self._placement.point(x, y))
        return AddressLoad(dwelling, household.lived_in, parcel.source, parcel.vintage, point)

    def _note_site(self, lot: Lot, parcel: Parcel) -> None:
        for named in self._city.scenarios:
            if _is_named(lot, named.section, named.column, named.row) and lot.acres > 2:
                x, y = lot.southwest[0] + named.site[0], lot.southwest[1] + named.site[1]
                lon, lat = self._placement.degrees(x, y)
                acres = parcel.acres_deed or parcel.acres_polygon
                self._sites.append(NamedSite(parcel.city, named.name, parcel.pin, acres, lon, lat))


def _is_named(lot: Lot, section: Compass, column: int, row: int) -> bool:
    return (lot.section, lot.column, lot.row) == (section, column, row)


def _town_number(plat: tuple[int, int]) -> int:
    block, lot = plat
    side, along = divmod(lot - 1, 8)
    return 100 * ((block - 1) % 8) + 10 * along + (1 if side == 0 else 2)
