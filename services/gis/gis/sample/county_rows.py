"""The rows of a county's parcel file, in the names of the GAC standard, drawn from a seed.

Owners are the invented ones of `county.yaml`; one in ten letters goes to a box or in care of somebody, one
parcel in twenty-five names a taxpayer only, landlords hold many parcels, a third of the land has no address.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.sample.countryside import Countryside, Profile
from gis.sample.description import CityDescription, CountyDescription
from gis.sample.people import postal_form
from gis.sample.placement import Placement
from gis.sample.plat import QUARTER_FT, quarter_digits
from gis.sample.survey import Survey, SurveySection
from gis.sample.tracts import Random, Tract

FAR = (
    ("2208 Pine Street", "Saint Paul, MN 55101"),
    ("77 Cedar Lane", "Fargo, ND 58102"),
    ("410 Harbor Road", "Eau Claire, WI 54701"),
    ("1300 Orchard Avenue", "Minneapolis, MN 55401"),
)
LANDLORDS = 60
_FIRST_SALE, _SALE_DAYS = date(1985, 1, 2), 15_000
_BOUNDARY_NOISE_SHARE, _BOUNDARY_NOISE_M = 0.08, 0.003
_DIVIDED_SHARE = 0.019
"""How many parcels lie on both sides of a road."""


@dataclass(frozen=True)
class FileRow:
    """A row of a parcel file: its columns and its outline on the grid."""

    columns: dict[str, Any]
    outline: BaseGeometry


class CountyRows:
    """Draws the rows of one county."""

    def __init__(self, county: CountyDescription, city: CityDescription, profile: Profile) -> None:
        self._county, self._city = county, city
        self._random = np.random.default_rng([county.seed, sum(map(ord, city.city))])
        self._countryside = Countryside(self._random, profile)
        placement = Placement(city.center.lon, city.center.lat)
        east, north = placement.point(0, 0).coords[0]
        scale = placement.point(1000, 0).x / 1000 - east / 1000
        self._survey = Survey(
            county.seed, city.survey.township, city.survey.range, np.array([[east, north]]), scale
        )
        self._sequences: Counter[tuple[int, int, int, str]] = Counter()
        self._serials: Counter[int] = Counter()
        self._names = [self._person() for _ in range(LANDLORDS)]

    @property
    def random(self) -> Random:
        """The one source of chance."""
        return self._random

    @property
    def survey(self) -> Survey:
        """Where sections lie."""
        return self._survey

    def of_townships(self, places: Iterable[tuple[int, int]]) -> Iterator[FileRow]:
        """Give the rows of whole townships, so many east and north of the center's."""
        for district, (east, north) in enumerate(places, 1):
            for section in self._survey.township(east, north, district):
                yield from self.of_section(section, self._countryside.tracts())

    def of_sections(self, numbers: Iterable[int], district: int) -> Iterator[FileRow]:
        """Give the rows of sections of the center's own township."""
        for number in numbers:
            section = self._survey.section(number, district=district)
            yield from self.of_section(section, self._countryside.tracts())

    def of_section(self, section: SurveySection, tracts: Iterable[Tract]) -> Iterator[FileRow]:
        """Give the rows of the tracts of a section."""
        found = list(tracts)
        outlines = shapely.transform(np.array([each.outline for each in found]), section.placed)
        middles = shapely.get_coordinates(shapely.centroid(np.array([each.outline for each in found])))
        for place, tract in enumerate(found):
            outline = self._roughened(outlines[place])
            if tract.use == "farm" and self._random.random() < 2.5 * _DIVIDED_SHARE:
                outline = self._divided_by_road(outline)
            x, y = middles[place]
            columns = self._columns(
                section, tract, place, quarter_digits(int(x // QUARTER_FT), int(y // QUARTER_FT))
            )
            yield FileRow({**columns, "ACRES_POLY": round(outline.area / 4046.8564224, 2)}, outline)

    def _columns(self, section: SurveySection, tract: Tract, place: int, quarter: str) -> dict[str, Any]:
        street, mailing = self._situs(section, tract, place)
        owner, taxpayer = self._people(mailing)
        sold = _FIRST_SALE + timedelta(days=int(self._random.integers(_SALE_DAYS)))
        return {
            "COUNTY_PIN": self._pin(section, quarter),
            "CTU_NAME": self._city.neighbor.name,
            "CO_NAME": self._city.county.title(),
            "CO_CODE": self._city.county_code,
            "STATE_CODE": "MN",
            "POSTCOMM": self._city.town.name,
            "ZIP": self._city.town.zip,
            **street,
            **owner,
            **taxpayer,
            "ACRES_DEED": self._acres(tract),
            "HOMESTEAD": "YES" if mailing and self._random.random() < 0.6 else "NO",
            "DWELL_TYPE": "S.FAM.RES" if street and tract.use != "farm" else None,
            "NUM_UNITS": 1 if street and tract.use != "farm" else None,
            "SALE_DATE": sold if self._random.random() < 0.7 else None,
            "SALE_VALUE": int(self._random.integers(40, 900)) * 1000,
            "EMV_TOTAL": int(self._random.integers(40, 900)) * 1000,
            "TAX_YEAR": self._county.vintage.year,
            "ABB_LEGAL": f"SECT-{section.number:02d} TWP-{section.township:03d} RGE-{section.range:02d}",
            "EDIT_DATE": self._county.vintage,
            "EXP_DATE": self._county.vintage + timedelta(days=365),
        }

    def _pin(self, section: SurveySection, quarter: str) -> str:
        key = (section.township, section.range, section.number, quarter)
        self._sequences[key] += 1
        self._serials[section.district] += 1
        return self._city.pin.outer.format(
            section=section.number,
            section_code=100 + section.number,
            township=section.township,
            range=section.range,
            district=section.district,
            quarter=quarter,
            sequence=self._sequences[key],
            serial=self._serials[section.district] % 10_000,
            split=self._serials[section.district] // 10_000,
        )

    def _situs(
        self, section: SurveySection, tract: Tract, place: int
    ) -> tuple[dict[str, Any], tuple[str, ...]]:
        if tract.use in {"farm", "acreage"} and self._random.random() < 0.36:
            return {}, ()
        streets = self._city.streets.town if tract.use == "town_house" else self._city.streets.country
        name, _, kind = streets[tract.street % len(streets)].rpartition(" ")
        number = 20_000 + 1_000 * section.number + place + 10 * section.district
        written = {
            "ANUMBER": number,
            "ST_NAME": name or kind,
            "ST_POS_TYP": kind if name else None,
            "ST_POS_DIR": self._city.streets.direction,
        }
        line = f"{number} {name} {kind} {self._city.streets.direction}"
        return written, (line, f"{self._city.town.name}, MN {self._city.town.zip}")

    def _people(self, mailing: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
        drawn = float(self._random.random())
        party: tuple[str, tuple[str, ...]]
        if drawn < 0.04:
            return {}, self._party("TAX", self._names[int(self._random.integers(LANDLORDS))], FAR[0])
        if drawn < 0.22 or not mailing:
            landlord = int(LANDLORDS * self._random.random() ** 3)
            party = (self._names[landlord], FAR[landlord % len(FAR)])
        elif drawn < 0.27:
            box = f"PO Box {int(self._random.integers(10, 990))}"
            party = (self._person(), (box, mailing[-1]))
        elif drawn < 0.32:
            care = "C/O " + str(self._random.choice(self._county.names.firms))
            party = (self._person(), (care, *FAR[int(self._random.integers(len(FAR)))]))
        else:
            party = (self._person(), mailing)
        return self._party("OWNER", *party), self._party("TAX", *party)

    def _party(self, role: str, name: str, lines: tuple[str, ...]) -> dict[str, Any]:
        upper = self._city.owner_names == "upper"
        prefix = "OWN" if role == "OWNER" else "TAX"
        written = [postal_form(line) if upper else line for line in lines]
        return {
            f"{role}_NAME": name,
            **{f"{prefix}_ADD_L{place}": line for place, line in enumerate(written, 1)},
        }

    def _person(self) -> str:
        names = self._county.names
        first, last = self._random.choice(names.first), self._random.choice(names.last)
        initial = chr(65 + int(self._random.integers(26)))
        natural = f"{first} {initial} {last}"
        return natural if self._city.owner_names == "natural" else f"{last} {first} {initial}".upper()

    def _acres(self, tract: Tract) -> float | None:
        return round(tract.outline.area / 43_560, 2) if self._random.random() < 0.9 else None

    def _roughened(self, outline: BaseGeometry) -> BaseGeometry:
        if self._random.random() >= _BOUNDARY_NOISE_SHARE:
            return outline
        noise = self._random.uniform(-_BOUNDARY_NOISE_M, _BOUNDARY_NOISE_M, 2)
        return shapely.transform(outline, lambda xy: np.round(xy + noise, 4))

    def _divided_by_road(self, outline: BaseGeometry) -> BaseGeometry:
        west, south, east, north = outline.bounds
        y = south + (north - south) * float(self._random.uniform(0.3, 0.7))
        return outline.difference(shapely.box(west - 1, y, east + 1, y + 10))
