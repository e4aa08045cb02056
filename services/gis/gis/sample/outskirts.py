"""What lies in the southwest of a city's township: sections real in shape, a lake, overlays around it."""

from collections.abc import Iterator
from datetime import date

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.county_files.schemas import described as schemas
from gis.domain.county_row import County, CountyRow, RowReader
from gis.domain.layer_names import COVERAGE, JURISDICTIONS, RIGHT_OF_WAY, ROADS, ZONING
from gis.domain.loads import AddressLoad, FeatureLoad, ParcelLoad
from gis.domain.notice_list import RESIDENT
from gis.domain.parcel import Dwelling, Feature, Layer, Ownership, Parcel
from gis.domain.pin import parcel_id
from gis.geometry.outlines import Outline, read_outlines
from gis.sample.countryside import lake_section
from gis.sample.county_rows import CountyRows, FileRow
from gis.sample.description import CityDescription, CountyDescription
from gis.sample.districts import sources_of
from gis.sample.lakeside import drawn
from gis.sample.plat import SECTION_FT
from gis.sample.roads import RIGHT_OF_WAY_FT
from gis.sample.survey import SurveySection


class Outskirts:
    """Makes the outskirts of one city."""

    def __init__(self, county: CountyDescription, city: CityDescription) -> None:
        self._county, self._city, self._outer = county, city, city.outer
        self._rows = CountyRows(county, city, "mixed")
        self._lake_section = self._section(self._outer.lake.section)
        self._lake = lake_section(self._rows.random, self._outer.lake.acres)
        self._overlays = (*self._outer.overlays, *self._outer.more)
        self._reader = RowReader(
            County(city.county, city.county_code, county.vintage), county.vintage, schemas().blanks
        )

    @property
    def area(self) -> BaseGeometry:
        """The land of the outskirts."""
        return shapely.union_all([self._square(number) for number, _ in self._districts()])

    def rows(self) -> Iterator[FileRow]:
        """Give the rows a county's file would have."""
        yield from self._rows.of_section(self._lake_section, self._lake.tracts)
        numbers = [each.section for each in self._outer.sections]
        yield from self._rows.of_sections(numbers, self._outer.district)

    def records(self) -> Iterator[tuple[ParcelLoad, AddressLoad | None]]:
        """Give parcels, and the address point of each that has a street address."""
        rows = list(self.rows())
        wkb = shapely.to_wkb(np.array([row.outline for row in rows], dtype=object))
        for row, outline in zip(rows, read_outlines(wkb, None), strict=True):
            if isinstance(outline, Outline):
                told, _ = self._reader.read(row.columns)
                yield self._parcel(told, outline), self._address(told, outline)

    def layers(self) -> Iterator[Layer]:
        """Give the layers of the overlays."""
        for overlay in self._overlays:
            source, vintage = self._county.source, self._county.vintage
            made_of = sources_of(overlay.made_of)
            yield Layer(self._city.city, overlay.layer, overlay.title, "overlay", source, vintage, made_of)

    def features(self) -> Iterator[FeatureLoad]:
        """Give districts, the city's part of the map, and the overlays."""
        name = f"City of {self._city.town.name}"
        whole = self.area
        yield self._feature(JURISDICTIONS, f"{self._city.city}-southwest", name, self._city.city, whole)
        yield self._feature(COVERAGE, f"{self._city.county}-southwest", "Parcels of the county", None, whole)
        for number, district in self._districts():
            square = self._square(number)
            yield self._feature(ZONING, f"section-{number}", f"{district} district", district, square)
        for overlay in self._overlays:
            if overlay.makes == "nothing":
                continue
            for place, each in enumerate(drawn(overlay, self._lake, self._outer.lake), 1):
                placed = shapely.transform(each.shape, self._lake_section.placed)
                yield self._feature(overlay.layer, f"southwest-{place}", each.name, each.code, placed)
        yield from self._shore_road()

    def _shore_road(self) -> Iterator[FeatureLoad]:
        street = f"{self._city.streets.country[1]} {self._city.streets.direction}"
        strip = self._lake.road.buffer(RIGHT_OF_WAY_FT / 2)
        for layer, shape in ((ROADS, self._lake.road), (RIGHT_OF_WAY, strip)):
            placed = shapely.transform(shape, self._lake_section.placed)
            yield self._feature(layer, "southwest-shore", street, "city", placed)

    def _section(self, number: int) -> SurveySection:
        return self._rows.survey.section(number, district=self._outer.district)

    def _square(self, number: int) -> BaseGeometry:
        return shapely.transform(shapely.box(0, 0, SECTION_FT, SECTION_FT), self._section(number).placed)

    def _districts(self) -> list[tuple[int, str]]:
        lake = self._outer.lake
        return [*((each.section, each.zoning) for each in self._outer.sections), (lake.section, lake.zoning)]

    def _parcel(self, told: CountyRow, outline: Outline) -> ParcelLoad:
        parcel = Parcel(
            id=parcel_id(self._city.county, told.pin),
            city=self._city.city,
            county=self._city.county,
            pin=told.pin,
            pin_digits=told.pin_digits,
            address=told.printed,
            postal_city=told.postal_city,
            zip=told.zip,
            acres_deed=told.acres_deed,
            acres_polygon=outline.acres,
            lon=outline.lon,
            lat=outline.lat,
            source=self._county.source,
            vintage=told.vintage,
            generation=0,
        )
        owned = Ownership(told.owners, told.taxpayers, owner_since=None, private=False, candidate_id=None)
        return ParcelLoad(parcel, owned, outline.wkb)

    def _address(self, told: CountyRow, outline: Outline) -> AddressLoad | None:
        if told.address is None or told.printed is None:
            return None
        id_ = parcel_id(self._city.county, told.pin)
        dwelling = Dwelling(
            id=f"{id_}/1",
            parcel_id=id_,
            address=told.address,
            printed=told.printed,
            mailing=(told.printed, f"{told.postal_city}, MN {told.zip}"),
            occupant=RESIDENT,
            private=False,
        )
        return AddressLoad(dwelling, told.dwelling, self._county.source, told.vintage, outline.inside_wkb)

    def _feature(self, layer: str, id_: str, name: str, code: str | None, shape: BaseGeometry) -> FeatureLoad:
        source, vintage = self._county.source, self._county.vintage
        since: date | None = None
        return FeatureLoad(
            Feature(self._city.city, layer, id_, name, code, source, vintage), since, shapely.to_wkb(shape)
        )
