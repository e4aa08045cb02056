"""What lies at a point: who governs, which parcels, which districts and overlays."""

from dataclasses import dataclass
from datetime import date

import shapely
from sqlalchemy import Connection

from gis.domain.layer_names import JURISDICTIONS
from gis.domain.parcel import Feature, Layer, Parcel
from gis.geometry.coordinates import grid_point
from gis.geometry.questions import PARCELS, PAST_PARCELS, Geometry, Shape, layer_collection
from gis.storage import layers, parcels


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
    point = grid_point(lon, lat)
    governed_by = governing(connection, geometry, point)
    in_city = any(each.code == city for each in governed_by)
    if not in_city:
        return Place(lon, lat, governed_by, False, (), (), ())
    own = [shape.id for shape in geometry.at(connection, PARCELS, point, on) if shape.city == city]
    past = [shape.id for shape in geometry.at(connection, PAST_PARCELS, point, on) if shape.city == city]
    found = parcels.with_ids(connection, city, own).values()
    here = [*found, *(parcels.as_they_were(connection, city, past, on) if past else ())]
    here.sort(key=lambda parcel: parcel.pin)
    known = layers.of_kinds(connection, city, ["zoning", "overlay", "register"])
    covering = [(layer.kind, _of_layer(connection, geometry, layer, point, on)) for layer in known]
    return Place(
        lon=lon,
        lat=lat,
        governed_by=governed_by,
        in_city=True,
        parcels=tuple(here),
        zoning=tuple(each for kind, found in covering if kind == "zoning" for each in found),
        overlays=tuple(each for kind, found in covering if kind != "zoning" for each in found),
    )


def governing(connection: Connection, geometry: Geometry, place: shapely.Geometry) -> tuple[Feature, ...]:
    """Give the jurisdictions that cover the place or part of it, by geometry."""
    found = [each.shape for each in geometry.covering(connection, layer_collection(JURISDICTIONS), place)]
    by_id = {feature.id: feature for feature in _features(connection, JURISDICTIONS, found)}
    return tuple(by_id[each] for each in sorted(by_id))


def _of_layer(
    connection: Connection, geometry: Geometry, layer: Layer, point: shapely.Point, on: date
) -> list[Feature]:
    shapes = geometry.at(connection, layer_collection(layer.name), point, on)
    own = [shape for shape in shapes if shape.city == layer.city]
    return sorted(_features(connection, layer.name, own), key=lambda feature: feature.id)


def _features(connection: Connection, layer: str, shapes: list[Shape]) -> list[Feature]:
    by_city: dict[str, list[str]] = {}
    for shape in shapes:
        by_city.setdefault(shape.city, []).append(shape.id)
    return [
        feature
        for city, ids in by_city.items()
        for feature in layers.with_ids(connection, city, layer, ids).values()
    ]
