"""Answering the facts that packs take from gis: for a parcel, a site on it, or a place of no parcel."""

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
from gis.domain.places import BadPlace, ParcelNeeded, SiteOffParcel
from gis.geometry.areas import Polygon, read_area
from gis.geometry.coordinates import geojson, grid_point
from gis.geometry.ground import distances_ft
from gis.geometry.questions import Geometry
from gis.usecases import layer_questions, lot_questions
from gis.usecases.asked_place import AskedPlace, Lot
from gis.usecases.find_parcels import outlined_parcel_of
from gis.usecases.locate import require_in

OFF_PARCEL_FT = Decimal("0.1")
"""A site this near to the lot line counts as on the parcel."""


@dataclass(frozen=True)
class FactsOfPlace:
    """What is known under each name, and what is not and why; `left_out` of the distances asked for."""

    city: str
    parcel: Parcel | None
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
    pin: str | None,
    site: tuple[float, float] | None,
    names: Sequence[str],
    on: date,
    except_features: Collection[str] = (),
    footprint: Sequence[Polygon] = (),
) -> FactsOfPlace:
    """Answer the named facts for a parcel, or for a site on it given as longitude and latitude.

    Without a `pin` the site stands for itself, wherever in the city it lies: what asks of a lot is untold
    then. A `footprint`, the polygons of a structure in degrees, is measured from instead of the site. Layers
    are taken as they stood on the day `on`. `except_features` are ids of the city's own features that no
    distance is measured to: the structure that is being replaced, or that changes hands.

    Raises UnknownParcel, AmbiguousPin, BadPlace, SiteOffParcel, OutsideCity.
    """
    lot = None if pin is None else _lot(connection, city, pin)
    place = _place(site, footprint)
    if lot is not None:
        _require_on(lot, place)
    elif place is not None:
        require_in(connection, geometry, city, place, "footprint" if footprint else "site")
    else:
        raise BadPlace("pin", "name a parcel, or give the site or the footprint")
    at = AskedPlace(
        connection,
        geometry,
        city,
        lot,
        lot.outline if lot is not None and place is None else place,
        at_site=place is not None,
        on=on,
        except_features=frozenset(except_features),
        left_out=[],
    )
    known: dict[str, KnownFact] = {}
    untold: dict[str, UntoldFact] = {}
    for name in dict.fromkeys(names):
        asked = fact_question(name)
        try:
            answer = UntoldFact("gis has no such fact") if asked is None else _answer(asked, at)
        except ParcelNeeded:
            answer = facts.parcel_needed()
        if isinstance(answer, KnownFact):
            known[name] = answer
        else:
            untold[name] = answer
    return FactsOfPlace(
        city, None if lot is None else lot.parcel, on, known, untold, tuple(dict.fromkeys(at.left_out))
    )


def _lot(connection: Connection, city: str, pin: str) -> Lot:
    parcel, outline = outlined_parcel_of(connection, city, pin)
    return Lot(parcel, shapely.from_wkb(outline))


def _answer(asked: FactQuestion, at: AskedPlace) -> KnownFact | UntoldFact:
    if asked.kind == "zoning_district":
        return facts.zoning_district(layer_questions.districts(at), at.at_site)
    of_lot = asked.kind == "setback_ft" or asked.layer in {"", BUILDING_LINE, SETBACK_LINE}
    return lot_questions.answer(asked, at) if of_lot else layer_questions.answer(asked, at)


def _place(site: tuple[float, float] | None, footprint: Sequence[Polygon]) -> BaseGeometry | None:
    if site is None and not footprint:
        return None
    part = "footprint" if footprint else "site"
    try:
        return read_area(footprint) if footprint else grid_point(*site) if site else None
    except BadPlace as error:
        raise error.within(part) from error


def _require_on(lot: Lot, place: BaseGeometry | None) -> None:
    if place is None:
        return
    corners = [shapely.Point(each) for each in shapely.get_coordinates(place)]
    away_ft = max(distances_ft(lot.outline, corners))
    if away_ft > OFF_PARCEL_FT:
        raise SiteOffParcel(lot.parcel.pin, away_ft)
