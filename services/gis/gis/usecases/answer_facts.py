"""Answering the facts that packs take from gis, for a parcel or for a site on it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain import facts
from gis.domain.facts import District, FactQuestion, KnownFact, UntoldFact
from gis.domain.measures import FOOT_M
from gis.domain.parcel import Feature, Layer, Parcel
from gis.domain.places import BadPlace, SiteOffParcel
from gis.geometry.coordinates import grid_point
from gis.geometry.ground import distances_ft, ground_acres, ground_length_ft
from gis.geometry.questions import Covering, Geometry, Shape, layer_collection, share_covered
from gis.storage import layers, parcels
from gis.usecases.find_parcels import parcel_of

OFF_PARCEL_FT = Decimal("0.1")
"""A site this near to the lot line counts as on the parcel."""
SHORE_M = 1.5
"""A lot line this near to the water's edge runs along it: outlines and shores never match exactly."""


@dataclass(frozen=True)
class FactsOfPlace:
    """What is known under each name, and what is not and why; `left_out` of the distances asked for."""

    parcel: Parcel
    on: date
    known: dict[str, KnownFact]
    untold: dict[str, UntoldFact]
    left_out: tuple[Feature, ...]


@dataclass(frozen=True)
class _Question:
    connection: Connection
    geometry: Geometry
    city: str
    parcel: Parcel
    outline: BaseGeometry
    place: BaseGeometry
    at_site: bool
    on: date
    except_features: Collection[str]
    left_out: list[Feature]

    def answer(self, asked: FactQuestion) -> KnownFact | UntoldFact:
        if asked.kind == "lot_area_acres":
            return facts.lot_area_acres(self.parcel)
        if asked.kind == "zoning_district":
            return facts.zoning_district(self._districts(), self.at_site)
        if asked.kind == "lot_line_ft":
            (away_ft,) = distances_ft(self.place, [self.outline.boundary])
            return facts.lot_line_ft(self.parcel, away_ft if self.at_site else None)
        if asked.kind == "lot_perimeter_ft":
            return facts.measured(ground_length_ft(self.outline), "ft", "perimeter", self.parcel)
        layer = layers.layer(self.connection, self.city, asked.layer)
        if layer is None:
            return facts.layer_not_loaded(asked.layer)
        answers = {
            "inside": self._inside,
            "nearest_ft": self._nearest_ft,
            "code": self._code,
            "overlap_acres": self._overlap_acres,
            "shore_ft": self._shore_ft,
        }
        return answers[asked.kind](layer)

    def _districts(self) -> list[District]:
        zoning = layers.of_kinds(self.connection, self.city, ["zoning"])
        return [district for layer in zoning for district in self._districts_of(layer)]

    def _districts_of(self, layer: Layer) -> list[District]:
        covering = self._covering(layer)
        shares = {each.shape.id: each.share for each in covering if each.shape.city == self.city}
        known = layers.with_ids(self.connection, self.city, layer.name, shares)
        return [
            District(feature.code or feature.name, shares[id_], feature.source, feature.vintage)
            for id_, feature in known.items()
        ]

    def _code(self, layer: Layer) -> KnownFact | UntoldFact:
        return facts.code_of(layer, self._districts_of(layer), self.at_site)

    def _overlap_acres(self, layer: Layer) -> KnownFact:
        areas = shapely.union_all([each.geometry for each in self._touching(layer, 0.0)])
        inside = self.outline.intersection(areas)
        polygons = [part for part in shapely.get_parts(inside) if part.geom_type == "Polygon"]
        acres = ground_acres(shapely.MultiPolygon(polygons))
        return facts.measured(acres, "acre", "the part of the lot inside", self.parcel, layer)

    def _shore_ft(self, layer: Layer) -> KnownFact:
        waters = shapely.union_all([each.geometry for each in self._touching(layer, SHORE_M)])
        along = self.outline.boundary.intersection(waters.buffer(SHORE_M))
        return facts.measured(ground_length_ft(along), "ft", "lot line along the water", self.parcel, layer)

    def _touching(self, layer: Layer, within_m: float) -> list[Shape]:
        near = self.geometry.candidates_within(
            self.connection, layer_collection(layer.name), self.outline, within_m / FOOT_M, self.on
        )
        return [each.shape for each in near if each.shape.city == self.city]

    def _inside(self, layer: Layer) -> KnownFact | UntoldFact:
        covering = self._covering(layer)
        own = [each for each in covering if each.shape.city == self.city]
        return facts.inside(layer, share_covered(self.place, own))

    def _nearest_ft(self, layer: Layer) -> KnownFact | UntoldFact:
        known = layers.with_ids(self.connection, self.city, layer.name, self.except_features)
        left_out = [known[each] for each in sorted(known)]
        self.left_out.extend(left_out)
        near = self.geometry.nearest(
            self.connection,
            layer_collection(layer.name),
            self.place,
            facts.REACH_FT,
            [(self.city, each.id) for each in left_out],
            self.on,
        )
        if near is not None and not self.at_site:
            return facts.site_needed(layer.title, near.distance_ft)
        away_ft = None if near is None else near.distance_ft
        return facts.nearest_ft(layer, away_ft, [each.id for each in left_out])

    def _covering(self, layer: Layer) -> list[Covering]:
        return self.geometry.covering(self.connection, layer_collection(layer.name), self.place, self.on)


def facts_of(
    connection: Connection,
    geometry: Geometry,
    city: str,
    pin: str,
    site: tuple[float, float] | None,
    names: Sequence[str],
    on: date,
    except_features: Collection[str] = (),
) -> FactsOfPlace:
    """Answer the named facts for a parcel, or for a site on it given as longitude and latitude.

    Layers are taken as they stood on the day `on`. `except_features` are ids of the city's own features that
    no distance is measured to: the structure that is being replaced, or that changes hands.

    Raises UnknownParcel, AmbiguousPin, BadPlace, SiteOffParcel.
    """
    parcel = parcel_of(connection, city, pin)
    outline = shapely.from_wkb(parcels.outline(connection, city, parcel.id))
    place = outline if site is None else _site_on(outline, site, parcel)
    question = _Question(
        connection,
        geometry,
        city,
        parcel,
        outline,
        place,
        at_site=site is not None,
        on=on,
        except_features=frozenset(except_features),
        left_out=[],
    )
    known: dict[str, KnownFact] = {}
    untold: dict[str, UntoldFact] = {}
    for name in dict.fromkeys(names):
        asked = facts.fact_question(name)
        answer = UntoldFact("gis has no such fact") if asked is None else question.answer(asked)
        if isinstance(answer, KnownFact):
            known[name] = answer
        else:
            untold[name] = answer
    return FactsOfPlace(parcel, on, known, untold, tuple(dict.fromkeys(question.left_out)))


def _site_on(outline: BaseGeometry, site: tuple[float, float], parcel: Parcel) -> shapely.Point:
    try:
        point = grid_point(*site)
    except BadPlace as error:
        raise error.within("site") from error
    (away_ft,) = distances_ft(outline, [point])
    if away_ft > OFF_PARCEL_FT:
        raise SiteOffParcel(parcel.pin, away_ft)
    return point
