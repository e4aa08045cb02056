"""What lies at a point: who governs, which parcels, which districts and overlays."""

from dataclasses import dataclass
from datetime import date

import shapely
from sqlalchemy import Connection

from gis.domain.layer_names import JURISDICTIONS
from gis.domain.parcel import Feature, Parcel
from gis.geometry.coordinates import grid_point
from gis.geometry.questions import (
    LAYER_PREFIX,
    PARCELS,
    PAST_PARCELS,
    Geometry,
    Held,
    Shape,
    layer_collection,
)
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
    held = geometry.everything_at(connection, grid_point(lon, lat), on)
    found = layers.told_with_kinds(connection, _features_among(held, city))
    governed_by = tuple(sorted((each for kind, each in found if kind == "jurisdiction"), key=_by_id))
    if not any(each.code == city for each in governed_by):
        return Place(lon, lat, governed_by, False, (), (), ())
    overlays = (each for kind, each in found if kind in {"overlay", "register"})
    return Place(
        lon=lon,
        lat=lat,
        governed_by=governed_by,
        in_city=True,
        parcels=_parcels_among(connection, held, city, on),
        zoning=tuple(each for kind, each in found if kind == "zoning"),
        overlays=tuple(overlays),
    )


def _features_among(held: list[Held], city: str) -> list[tuple[str, str, str]]:
    governing_all = layer_collection(JURISDICTIONS)
    return [
        (each.city, each.collection.removeprefix(LAYER_PREFIX), each.id)
        for each in held
        if each.collection == governing_all
        or (each.city == city and each.collection.startswith(LAYER_PREFIX))
    ]


def _parcels_among(connection: Connection, held: list[Held], city: str, on: date) -> tuple[Parcel, ...]:
    now, past = (
        [each.id for each in held if each.city == city and each.collection == collection]
        for collection in (PARCELS, PAST_PARCELS)
    )
    here = [
        *(parcels.with_ids(connection, city, now).values() if now else ()),
        *(parcels.as_they_were(connection, city, past, on) if past else ()),
    ]
    return tuple(sorted(here, key=lambda parcel: parcel.pin))


def _by_id(feature: Feature) -> str:
    return feature.id


def governing(connection: Connection, geometry: Geometry, place: shapely.Geometry) -> tuple[Feature, ...]:
    """Give the jurisdictions that cover the place or part of it, by geometry."""
    found = [each.shape for each in geometry.covering(connection, layer_collection(JURISDICTIONS), place)]
    return tuple(sorted(_features(connection, JURISDICTIONS, found), key=_by_id))


def _features(connection: Connection, layer: str, shapes: list[Shape]) -> list[Feature]:
    by_city: dict[str, list[str]] = {}
    for shape in shapes:
        by_city.setdefault(shape.city, []).append(shape.id)
    return [
        feature
        for city, ids in by_city.items()
        for feature in layers.with_ids(connection, city, layer, ids).values()
    ]
