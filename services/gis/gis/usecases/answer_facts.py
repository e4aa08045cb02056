"""Answering the facts that packs take from gis, for a parcel or for a site on it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain import facts
from gis.domain.facts import District, FactQuestion, KnownFact, UntoldFact
from gis.domain.parcel import Layer, Parcel
from gis.geometry.coordinates import BadPlace, grid_point
from gis.geometry.ground import distances_ft
from gis.geometry.questions import Geometry, layer_collection, share_covered
from gis.storage import layers, parcels
from gis.usecases.find_parcels import parcel_of

OFF_PARCEL_FT = Decimal("0.1")
"""A site this near to the lot line counts as on the parcel."""


class SiteOffParcel(Exception):  # noqa: N818
    """The site does not lie on the parcel."""

    def __init__(self, pin: str, distance_ft: Decimal) -> None:
        super().__init__(f"the site lies {distance_ft:,.1f} ft off parcel {pin}")
        self.pin = pin
        self.distance_ft = distance_ft


@dataclass(frozen=True)
class FactsOfPlace:
    """What is known under each name, and what is not and why."""

    parcel: Parcel
    known: dict[str, KnownFact]
    untold: dict[str, UntoldFact]


@dataclass(frozen=True)
class _Question:
    connection: Connection
    geometry: Geometry
    city: str
    parcel: Parcel
    place: BaseGeometry
    at_site: bool
    except_features: Collection[str]

    def answer(self, asked: FactQuestion) -> KnownFact | UntoldFact:
        if asked.kind == "lot_area_acres":
            return facts.lot_area_acres(self.parcel)
        if asked.kind == "zoning_district":
            return facts.zoning_district(self._districts(), self.at_site)
        layer = layers.layer(self.connection, self.city, asked.layer)
        if layer is None:
            return facts.layer_not_loaded(asked.layer)
        return self._inside(layer) if asked.kind == "inside" else self._nearest_ft(layer)

    def _districts(self) -> list[District]:
        found: list[District] = []
        for layer in layers.of_kinds(self.connection, self.city, ["zoning"]):
            covering = self.geometry.covering(self.connection, layer_collection(layer.name), self.place)
            shares = {each.shape.id: each.share for each in covering if each.shape.city == self.city}
            known = layers.with_ids(self.connection, self.city, layer.name, shares)
            found.extend(
                District(feature.code or feature.name, shares[id_], feature.source, feature.vintage)
                for id_, feature in known.items()
            )
        return found

    def _inside(self, layer: Layer) -> KnownFact | UntoldFact:
        covering = self.geometry.covering(self.connection, layer_collection(layer.name), self.place)
        own = [each for each in covering if each.shape.city == self.city]
        return facts.inside(layer, share_covered(self.place, own))

    def _nearest_ft(self, layer: Layer) -> KnownFact | UntoldFact:
        near = self.geometry.nearest(
            self.connection, layer_collection(layer.name), self.place, facts.REACH_FT, self.except_features
        )
        if near is None:
            return facts.nearest_ft(layer, None)
        if not self.at_site:
            return facts.site_needed(layer.title, near.distance_ft)
        return facts.nearest_ft(layer, near.distance_ft)


def facts_of(
    connection: Connection,
    geometry: Geometry,
    city: str,
    pin: str,
    site: tuple[float, float] | None,
    names: Sequence[str],
    except_features: Collection[str] = (),
) -> FactsOfPlace:
    """Answer the named facts for a parcel, or for a site on it given as longitude and latitude.

    Raises UnknownParcel, AmbiguousPin, BadPlace, SiteOffParcel.
    """
    parcel = parcel_of(connection, city, pin)
    outline = shapely.from_wkb(parcels.outline(connection, city, parcel.id))
    place = outline if site is None else _site_on(outline, site, parcel)
    question = _Question(
        connection, geometry, city, parcel, place, at_site=site is not None, except_features=except_features
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
    return FactsOfPlace(parcel, known, untold)


def _site_on(outline: BaseGeometry, site: tuple[float, float], parcel: Parcel) -> shapely.Point:
    try:
        point = grid_point(*site)
    except BadPlace as error:
        raise error.within("site") from error
    (away_ft,) = distances_ft(outline, [point])
    if away_ft > OFF_PARCEL_FT:
        raise SiteOffParcel(parcel.pin, away_ft)
    return point
