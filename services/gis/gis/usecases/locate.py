"""What lies at a point: who governs, which parcels, which districts and overlays."""

from dataclasses import dataclass
from datetime import date

import shapely
from sqlalchemy import Connection

from gis.domain.layer_names import JURISDICTIONS
from gis.domain.parcel import Feature, Parcel
from gis.domain.places import Holding, OutsideCity
from gis.geometry.coordinates import grid_point
from gis.geometry.questions import Geometry, Shape, layer_collection
from gis.storage import layers


@dataclass(frozen=True)
class Place:
    """Everything that covers a point. Parcels and districts are the city's own only."""

    lon: float
    lat: float
    governed_by: tuple[Feature, ...]
    in_city: bool
    parcels: tuple[Parcel, ...]
    zoning: tuple[Feature, ...]
    overlays: tuple[Feature, ...]


def place_at(
    connection: Connection, geometry: Geometry, city: str, lon: float, lat: float, on: date
) -> Place:
    """Give what covers a point, as it stood on the day `on`. Raises BadPlace.

    Outside the city the jurisdiction is named and nothing else is told: it is not this city's to tell.
    """
    held = geometry.everything_at(connection, city, grid_point(lon, lat), on)
    governed_by = tuple(sorted(_of_kinds(held, "jurisdiction"), key=_by_id))
    if not any(each.code == city for each in governed_by):
        return Place(lon, lat, governed_by, False, (), (), ())
    return Place(
        lon=lon,
        lat=lat,
        governed_by=governed_by,
        in_city=True,
        parcels=held.parcels,
        zoning=_of_kinds(held, "zoning"),
        overlays=_of_kinds(held, "overlay", "register"),
    )


def _of_kinds(held: Holding, *kinds: str) -> tuple[Feature, ...]:
    return tuple(each for kind, each in held.features if kind in kinds)


def _by_id(feature: Feature) -> str:
    return feature.id


def governing(connection: Connection, geometry: Geometry, place: shapely.Geometry) -> tuple[Feature, ...]:
    """Give the jurisdictions that cover the place or part of it, by geometry."""
    found = [each.shape for each in geometry.covering(connection, layer_collection(JURISDICTIONS), place)]
    return tuple(sorted(_features(connection, JURISDICTIONS, found), key=_by_id))


def require_in(
    connection: Connection, geometry: Geometry, city: str, place: shapely.Geometry, part: str
) -> None:
    """Refuse a place that lies wholly outside the city: what is there is another's to tell of.

    `part` names it in the question. Raises OutsideCity.
    """
    found = governing(connection, geometry, place)
    if not any(each.code == city for each in found):
        raise OutsideCity(tuple(each.name for each in found), part)


def _features(connection: Connection, layer: str, shapes: list[Shape]) -> list[Feature]:
    by_city: dict[str, list[str]] = {}
    for shape in shapes:
        by_city.setdefault(shape.city, []).append(shape.id)
    return [
        feature
        for city, ids in by_city.items()
        for feature in layers.with_ids(connection, city, layer, ids).values()
    ]
