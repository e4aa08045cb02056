"""The place facts are asked of: a parcel, or a site or structure on it, on a day; and what lies near it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from functools import cached_property

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.address import UnreadableAddress, read_address
from gis.domain.layer_names import ALLEY, ROADS
from gis.domain.measures import FOOT_M
from gis.domain.parcel import Feature, Layer, Parcel
from gis.domain.places import ParcelNeeded
from gis.geometry.lot_lines import FACING_M, LotLine, Street, lot_lines
from gis.geometry.questions import PARCELS, Covering, Geometry, Shape, layer_collection
from gis.storage import layers


@dataclass(frozen=True)
class Lot:
    """A parcel with its outline on the grid."""

    parcel: Parcel
    outline: BaseGeometry


@dataclass(frozen=True)
class AskedPlace:
    """`place` is the site, the footprint, or without either (`at_site` false) the lot itself.

    Without a `lot` the place stands for itself: a boat or a dock on the water, a pole in the right-of-way.
    """

    connection: Connection
    geometry: Geometry
    city: str
    lot: Lot | None
    place: BaseGeometry
    at_site: bool
    on: date
    except_features: Collection[str]
    left_out: list[Feature]

    @property
    def parcel(self) -> Parcel:
        """The parcel. Raises ParcelNeeded."""
        return self._lot.parcel

    @property
    def outline(self) -> BaseGeometry:
        """The outline of the lot. Raises ParcelNeeded."""
        return self._lot.outline

    @property
    def _lot(self) -> Lot:
        if self.lot is None:
            raise ParcelNeeded
        return self.lot

    def layer(self, name: str) -> Layer | None:
        """Give a layer of the city."""
        return layers.layer(self.connection, self.city, name)

    def covering(self, layer: Layer, codes: Collection[str] = ()) -> list[Covering]:
        """Give what of the city's layer covers the place or part of it."""
        covering = self.geometry.covering(self.connection, layer_collection(layer.name), self.place, self.on)
        kept = self._with_codes(layer, [each.shape for each in covering], codes)
        return [each for each in covering if each.shape.key in kept]

    def near(
        self, layer: Layer, place: BaseGeometry, within_ft: float, codes: Collection[str] = ()
    ) -> list[Shape]:
        """Give what of the city's layer lies within so many feet of the lot or the place, nearest first."""
        near = self.geometry.candidates_within(
            self.connection, layer_collection(layer.name), place, within_ft, self.on
        )
        shapes = [each.shape for each in near]
        kept = self._with_codes(layer, shapes, codes)
        return [shape for shape in shapes if shape.key in kept]

    def told(self, layer: Layer, shapes: Collection[Shape]) -> dict[str, Feature]:
        """Give the features of these shapes by id."""
        return layers.with_ids(self.connection, self.city, layer.name, [shape.id for shape in shapes])

    @cached_property
    def lines(self) -> tuple[LotLine, ...] | None:
        """The lot lines told apart; None where the streets are not loaded."""
        roads = self.layer(ROADS)
        return None if roads is None else self.lines_beside(roads, ())

    def lines_beside(self, roads: Layer, codes: Collection[str]) -> tuple[LotLine, ...]:
        """Tell the lot lines apart; roads of these codes count as streets too: an alley is none by itself."""
        shapes = self.near(roads, self.outline, FACING_M / FOOT_M)
        told = self.told(roads, shapes)
        by_name: dict[str, list[BaseGeometry]] = {}
        for shape in shapes:
            if told[shape.id].code != ALLEY or ALLEY in codes:
                by_name.setdefault(told[shape.id].name, []).append(shape.geometry)
        streets = [Street(name, shapely.union_all(found)) for name, found in sorted(by_name.items())]
        return lot_lines(self.outline, streets, self._neighbors(), self._addressed_to(by_name))

    def roads_of(self, roads: Layer, codes: Collection[str]) -> frozenset[str]:
        """Give the names of the roads beside the lot that have one of these codes."""
        shapes = self.near(roads, self.outline, FACING_M / FOOT_M, codes)
        return frozenset(each.name for each in self.told(roads, shapes).values())

    def _neighbors(self) -> BaseGeometry:
        near = self.geometry.candidates_within(
            self.connection, PARCELS, self.outline, FACING_M / FOOT_M, self.on
        )
        others = [each.shape.geometry for each in near if each.shape.id != self.parcel.id]
        apart = [each for each in others if each.intersection(self.outline).area < 0.5 * each.area]
        return shapely.union_all(np.array(apart, dtype=object))

    def _addressed_to(self, names: Collection[str]) -> str | None:
        """The street of the parcel's address, as the roads layer writes it."""
        own = _street(self.parcel.address) if self.parcel.address else None
        return next((name for name in names if own is not None and _street(f"1 {name}") == own), None)

    def _with_codes(
        self, layer: Layer, shapes: Collection[Shape], codes: Collection[str]
    ) -> set[tuple[str, str]]:
        own = [shape for shape in shapes if shape.city == self.city]
        if codes:
            told = self.told(layer, own)
            own = [shape for shape in own if told[shape.id].code in codes]
        return {shape.key for shape in own}


def _street(address: str) -> tuple[str, str, str] | None:
    try:
        read = read_address(address)
    except UnreadableAddress:
        return None
    return read.pre_direction, read.name, read.type
