"""The layers of a sample city: zoning, overlays, registers, who governs, where parcels are loaded."""

from collections.abc import Iterable, Iterator
from datetime import date

import shapely
from shapely.geometry.base import BaseGeometry

from gis.domain.layer_names import COVERAGE, JURISDICTIONS, RIGHT_OF_WAY, ROADS, ZONING
from gis.domain.loads import FeatureLoad
from gis.domain.parcel import Feature, Layer, LayerSource
from gis.sample.description import CityDescription, Compass, MadeOf
from gis.sample.placement import Placement
from gis.sample.plat import CORNERS, QUARTER_FT, SECTION_FT, box
from gis.sample.roads import RIGHT_OF_WAY_FT, roads_of


class Districts:
    """Makes the layers and features of one city."""

    def __init__(
        self, city: CityDescription, placement: Placement, outskirts: BaseGeometry, source: str, vintage: date
    ) -> None:
        self._city, self._placement, self._outskirts = city, placement, outskirts
        self._source, self._vintage = source, vintage

    def layers(self) -> Iterator[Layer]:
        """Give every layer, those without features included."""
        yield self._layer(ZONING, "zoning districts", "zoning")
        yield self._layer(JURISDICTIONS, "jurisdictions", "jurisdiction")
        yield self._layer(COVERAGE, "parcel coverage", "coverage")
        yield self._layer(ROADS, "road centerlines", "overlay")
        yield self._layer(RIGHT_OF_WAY, "public right-of-way", "overlay")
        for overlay in self._city.overlays:
            yield self._layer(overlay.layer, overlay.title, overlay.kind, sources_of(overlay.made_of))

    def features(self) -> Iterator[FeatureLoad]:
        """Give every feature."""
        yield from self._zoning()
        square = self._placement.polygon(box(-SECTION_FT, -SECTION_FT, SECTION_FT, SECTION_FT))
        whole = square.union(self._outskirts)
        around = whole.buffer(1600.0, join_style="mitre").difference(whole)
        name = f"City of {self._city.town.name}"
        yield self._feature(JURISDICTIONS, self._city.city, name, self._city.city, square)
        yield self._feature(
            JURISDICTIONS, f"beside-{self._city.city}", self._city.neighbor.name, None, around
        )
        yield self._feature(COVERAGE, self._city.county, "Parcels of the county", None, square)
        for overlay in self._city.overlays:
            for area in overlay.areas:
                shape = self._placement.polygon(box(*area.box))
                yield self._feature(overlay.layer, area.id, area.name, area.code, shape)
            for spot in overlay.points:
                point = self._placement.point(*spot.at)
                yield self._feature(overlay.layer, spot.id, spot.name, spot.code, point)
            for line in overlay.lines:
                course = self._placement.line(line.course)
                yield self._feature(overlay.layer, line.id, line.name, line.code, course)
        for road in roads_of(self._city):
            course = self._placement.line(road.course)
            yield self._feature(ROADS, road.id, road.name, road.kind, course)
            strip = course.buffer(RIGHT_OF_WAY_FT / 2 * self._placement.meters_per_foot, cap_style="flat")
            yield self._feature(RIGHT_OF_WAY, road.id, road.name, road.kind, strip)

    def _zoning(self) -> Iterator[FeatureLoad]:
        split = self._city.split
        west, south = CORNERS[split.into]
        left = west + split.column * QUARTER_FT
        strip = self._placement.polygon(box(left, south, left + QUARTER_FT, south + split.feet))
        for compass, code, shape in self._blocks():
            if compass == split.from_:
                shape = shape.union(strip)
            elif compass == split.into:
                shape = shape.difference(strip)
            yield self._feature(ZONING, f"{compass}-{code}".lower(), f"{code} district", code, shape)

    def _blocks(self) -> Iterator[tuple[Compass, str, BaseGeometry]]:
        for compass, section in self._city.sections.items():
            west, south = CORNERS[compass]
            east, north, middle = west + SECTION_FT, south + SECTION_FT, south + SECTION_FT / 2
            if section.north_zoning is None:
                yield compass, section.zoning, self._placement.polygon(box(west, south, east, north))
                continue
            yield compass, section.zoning, self._placement.polygon(box(west, south, east, middle))
            yield compass, section.north_zoning, self._placement.polygon(box(west, middle, east, north))

    def _layer(self, name: str, title: str, kind: str, made_of: tuple[LayerSource, ...] = ()) -> Layer:
        return Layer(self._city.city, name, title, kind, self._source, self._vintage, made_of)

    def _feature(self, layer: str, id_: str, name: str, code: str | None, shape: BaseGeometry) -> FeatureLoad:
        feature = Feature(self._city.city, layer, id_, name, code, self._source, self._vintage)
        return FeatureLoad(feature, None, shapely.to_wkb(shape))


def sources_of(described: Iterable[MadeOf]) -> tuple[LayerSource, ...]:
    """Give what a layer is made of."""
    return tuple(LayerSource(each.layer, each.codes, each.within_ft) for each in described)
