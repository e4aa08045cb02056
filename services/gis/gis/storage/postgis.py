"""The engine in the database: candidates by PostGIS on the generated `geom` columns of migration 0002."""

from collections.abc import Collection, Mapping
from datetime import date
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection, TextClause, text

from gis.domain.places import Holding
from gis.geometry.coordinates import GRID
from gis.geometry.questions import DWELLINGS, LAYER_PREFIX, PARCELS, PAST_PARCELS, Key, Shape, Surroundings
from gis.storage import at_point, neighbors

_FROM: Mapping[str, str] = {
    PARCELS: "parcels WHERE true",
    PAST_PARCELS: "parcel_versions WHERE true",
    DWELLINGS: "addresses WHERE residence",
    LAYER_PREFIX: "features WHERE layer = :layer",
}
_STANDS = "AND until IS NULL"
_STOOD = "AND (since IS NULL OR since <= :on) AND (until IS NULL OR until > :on)"
_PLACE = f"ST_GeomFromWKB(:place, {GRID})"
_NEAR = f"AND ST_DWithin(geom, {_PLACE}, :within_m) ORDER BY city, id"
_NEAREST = f"AND (city || '/' || id) <> ALL(:leaving_out) ORDER BY geom <-> {_PLACE} LIMIT 1"


def is_available(connection: Connection) -> bool:
    """Whether the tables carry PostGIS geometry."""
    columns = text(
        "SELECT count(*) FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = 'parcels' AND column_name = 'geom'"
    )
    return bool(connection.scalar(columns))


class PostgisEngine:
    """Finds candidates in the database."""

    def near(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        on: date | None = None,
    ) -> list[Shape]:
        """Give every shape within `within_m` grid meters."""
        question = _question("city, id, wkb", collection, _NEAR, on)
        rows = connection.execute(question, {**_bound(collection, place, on), "within_m": within_m}).all()
        keys = [(city, id_) for city, id_, _ in rows]
        shapes = shapely.from_wkb(np.array([wkb for *_, wkb in rows], dtype=object))
        return [Shape(*key, shape) for key, shape in zip(keys, shapes, strict=True)]

    def nearest(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        leaving_out: Collection[Key] = (),
        on: date | None = None,
    ) -> float | None:
        """Give the grid distance to the nearest shape not left out."""
        question = _question(f"ST_Distance(geom, {_PLACE}) AS away_m", collection, _NEAREST, on)
        left_out = [f"{city}/{id_}" for city, id_ in leaving_out]
        bound = {**_bound(collection, place, on), "leaving_out": left_out}
        away_m = connection.scalar(question, bound)
        return float(away_m) if away_m is not None and away_m <= within_m else None

    def holding(
        self, connection: Connection, city: str, point: shapely.Point, within_m: float, on: date
    ) -> Holding:
        """Give what is near a point on a day: of the city, and who governs, of every city."""
        return at_point.near(connection, city, shapely.to_wkb(point), within_m, on)

    def around(self, connection: Connection, city: str, place: BaseGeometry, within_m: float) -> Surroundings:
        """Give every parcel within `within_m` grid meters with its people."""
        return neighbors.around(connection, city, place, within_m)


def _question(columns: str, collection: str, condition: str, on: date | None) -> TextClause:
    kind = LAYER_PREFIX if collection.startswith(LAYER_PREFIX) else collection
    dated = "" if kind == DWELLINGS else _STANDS if on is None else _STOOD
    return text(f"SELECT {columns} FROM {_FROM[kind]} {dated} {condition}")  # noqa: S608 - constants only


def _bound(collection: str, place: BaseGeometry, on: date | None) -> dict[str, Any]:
    bound: dict[str, Any] = {"place": shapely.to_wkb(place)}
    if collection.startswith(LAYER_PREFIX):
        bound["layer"] = collection.removeprefix(LAYER_PREFIX)
    if on is not None and collection != DWELLINGS:
        bound["on"] = on
    return bound
