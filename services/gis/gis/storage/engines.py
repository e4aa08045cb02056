"""Which geometry engine answers: PostGIS where the tables carry it, the trees in memory otherwise."""

from collections.abc import Collection
from datetime import date
from typing import Literal

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.places import Holding
from gis.geometry.questions import Engine, Key, Shape, Surroundings
from gis.geometry.tree import TreeEngine
from gis.storage.postgis import PostgisEngine, is_available
from gis.storage.shapes import StoredShapes

EngineChoice = Literal["auto", "tree", "postgis"]


class ChosenEngine:
    """Chooses at the first question, when the database is there to be asked."""

    def __init__(self, choice: EngineChoice) -> None:
        self._choice = choice
        self._engine: Engine | None = None

    def near(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        on: date | None = None,
    ) -> list[Shape]:
        """Give every shape within `within_m` grid meters."""
        return self._chosen(connection).near(connection, collection, place, within_m, on)

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
        return self._chosen(connection).nearest(connection, collection, place, within_m, leaving_out, on)

    def holding(
        self, connection: Connection, city: str, point: shapely.Point, within_m: float, on: date
    ) -> Holding:
        """Give what is near a point on a day: of the city, and who governs, of every city."""
        return self._chosen(connection).holding(connection, city, point, within_m, on)

    def around(self, connection: Connection, city: str, place: BaseGeometry, within_m: float) -> Surroundings:
        """Give every parcel within `within_m` grid meters with its people."""
        return self._chosen(connection).around(connection, city, place, within_m)

    def _chosen(self, connection: Connection) -> Engine:
        if self._engine is None:
            in_database = self._choice == "postgis" or (self._choice == "auto" and is_available(connection))
            self._engine = PostgisEngine() if in_database else TreeEngine(StoredShapes())
        return self._engine
