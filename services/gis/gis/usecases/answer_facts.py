"""Answering the facts that packs take from gis, for a parcel, a site or a structure on it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain import facts
from gis.domain.fact_names import BUILDING_LINE, SETBACK_LINE, FactQuestion, fact_question
from gis.domain.facts import KnownFact, UntoldFact
from gis.domain.parcel import Feature, Parcel
from gis.domain.places import BadPlace, SiteOffParcel
from gis.geometry.areas import Polygon, read_area
from gis.geometry.coordinates import geojson, grid_point
from gis.geometry.ground import distances_ft
from gis.geometry.questions import Geometry
from gis.storage import parcels
from gis.usecases import layer_questions, lot_questions
from gis.usecases.asked_place import AskedPlace
from gis.usecases.find_parcels import parcel_of

OFF_PARCEL_FT = Decimal("0.1")
"""A site this near to the lot line counts as on the parcel."""


@dataclass(frozen=True)
class FactsOfPlace:
    """What is known under each name, and what is not and why; `left_out` of the distances asked for."""

    parcel: Parcel
    on: date
    known: dict[str, KnownFact]
    untold: dict[str, UntoldFact]
    left_out: tuple[Feature, ...]

    def shapes(self) -> dict[str, dict[str, Any]]:
        """Give what was measured, by the names of the facts, as GeoJSON in degrees."""
        return {name: geojson(fact.wkb) for name, fact in self.known.items() if fact.wkb is not None}


def facts_of(
    connection: Connection,
    geometry: Geometry,
    city: str,
    pin: str,
    site: tuple[float, float] | None,
    names: Sequence[str],
    on: date,
    except_features: Collection[str] = (),
    footprint: Sequence[Polygon] = (),
) -> FactsOfPlace:
    """Answer the named facts for a parcel, or for a site on it given as longitude and latitude.

    A `footprint`, the polygons of a structure in degrees, is measured from instead of the site. Layers are
    taken as they stood on the day `on`. `except_features` are ids of the city's own features that no distance
    is measured to: the structure that is being replaced, or that changes hands.

    Raises UnknownParcel, AmbiguousPin, BadPlace, SiteOffParcel.
    """
    parcel = parcel_of(connection, city, pin)
    outline = shapely.from_wkb(parcels.outline(connection, city, parcel.id))
    place = _place(outline, site, footprint, parcel)
    at = AskedPlace(
        connection,
        geometry,
        city,
        parcel,
        outline,
        outline if place is None else place,
        at_site=place is not None,
        on=on,
        except_features=frozenset(except_features),
        left_out=[],
    )
    known: dict[str, KnownFact] = {}
    untold: dict[str, UntoldFact] = {}
    for name in dict.fromkeys(names):
        asked = fact_question(name)
        answer = UntoldFact("gis has no such fact") if asked is None else _answer(asked, at)
        if isinstance(answer, KnownFact):
            known[name] = answer
        else:
            untold[name] = answer
    return FactsOfPlace(parcel, on, known, untold, tuple(dict.fromkeys(at.left_out)))


def _answer(asked: FactQuestion, at: AskedPlace) -> KnownFact | UntoldFact:
    if asked.kind == "zoning_district":
        return facts.zoning_district(layer_questions.districts(at), at.at_site)
    of_lot = asked.kind == "setback_ft" or asked.layer in {"", BUILDING_LINE, SETBACK_LINE}
    return lot_questions.answer(asked, at) if of_lot else layer_questions.answer(asked, at)


def _place(
    outline: BaseGeometry, site: tuple[float, float] | None, footprint: Sequence[Polygon], parcel: Parcel
) -> BaseGeometry | None:
    if site is None and not footprint:
        return None
    part = "footprint" if footprint else "site"
    try:
        place = read_area(footprint) if footprint else grid_point(*site) if site else outline
    except BadPlace as error:
        raise error.within(part) from error
    corners = [shapely.Point(each) for each in shapely.get_coordinates(place)]
    away_ft = max(distances_ft(outline, corners))
    if away_ft > OFF_PARCEL_FT:
        raise SiteOffParcel(parcel.pin, away_ft)
    return place
