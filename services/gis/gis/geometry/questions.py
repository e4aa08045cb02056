"""The one interface to geometry: what is near, at, nearest, covering.

An engine only finds candidates by the grid, with room; what counts is decided here on ground distances, the
same for every engine. Engines: `gis.geometry.tree` (in process) and `gis.storage.postgis` (in the database).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Protocol

import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.parcel import Neighbor
from gis.domain.places import Holding
from gis.geometry.ground import MARGIN, distances_ft, grid_reach_m

EDGE_M = 0.01
"""A point this near to an edge lies on it: both parcels of a shared edge are at the point."""
SLIVER_SQM = 5.0
"""An overlap this small is where two outlines do not quite match, and covers nothing."""

PARCELS = "parcels"
PAST_PARCELS = "past_parcels"
"""What parcels were before they became what they are: asked only of an earlier day."""
DWELLINGS = "dwellings"
LAYER_PREFIX = "layer:"

Key = tuple[str, str]
"""A shape of a collection: whose it is, and its id."""


def layer_collection(layer: str) -> str:
    """Give the name of the collection that holds the features of a layer."""
    return LAYER_PREFIX + layer


@dataclass(frozen=True, slots=True)
class Shape:
    """A stored shape: whose it is, its id within the city and collection, its geometry in grid meters."""

    city: str
    id: str
    geometry: BaseGeometry

    @property
    def key(self) -> Key:
        """City and id."""
        return self.city, self.id


@dataclass(frozen=True, slots=True)
class Held:
    """What holds a point: of which collection, whose it is, and its id."""

    collection: str
    city: str
    id: str


@dataclass(frozen=True, slots=True)
class Near:
    """A shape with its ground distance."""

    shape: Shape
    distance_ft: Decimal


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Parcels near a place with their people, and the generation of the city's parcels.

    `is_covered`: the land within reach is surely all loaded; False where that is not known.
    """

    parcels: Sequence[tuple[Shape, Neighbor]]
    generation: int
    is_covered: bool


@dataclass(frozen=True, slots=True)
class Covering:
    """A shape that covers a place, and the share of the place it covers (1 for a point)."""

    shape: Shape
    share: float


class Engine(Protocol):
    """What finds candidates by grid distance, in every city at once."""

    def near(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        on: date | None = None,
    ) -> list[Shape]:
        """Give every shape of the collection whose grid distance is at most `within_m`.

        `on`: those that stood on that day; None: those that stand by the newest knowledge.
        """

    def nearest(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        leaving_out: Collection[Key] = (),
        on: date | None = None,
    ) -> float | None:
        """Give the grid distance in meters to the nearest shape not left out; None beyond `within_m`."""

    def holding(
        self, connection: Connection, city: str, point: shapely.Point, within_m: float, on: date
    ) -> Holding:
        """Give what is within `within_m` of a point on a day: of the city, and who governs, of every city."""

    def around(self, connection: Connection, city: str, place: BaseGeometry, within_m: float) -> Surroundings:
        """Give every parcel whose grid distance is at most `within_m`, with its people."""


class Geometry:
    """Answers questions about places, on whichever engine is there."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def candidates_within(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_ft: float,
        on: date | None = None,
    ) -> list[Near]:
        """Give what lies within so many ground feet (the number included), the nearest first."""
        shapes = self._engine.near(connection, collection, place, grid_reach_m(within_ft), on)
        return _within(place, shapes, within_ft)

    def around(
        self, connection: Connection, city: str, place: BaseGeometry, within_ft: float
    ) -> tuple[list[Near], Surroundings]:
        """Give the parcels of every city within so many ground feet (the number included), the nearest first;
        and what is known of them and of the land within reach.
        """
        found = self._engine.around(connection, city, place, grid_reach_m(within_ft))
        return _within(place, [shape for shape, _ in found.parcels], within_ft), found

    def at(
        self, connection: Connection, collection: str, point: shapely.Point, on: date | None = None
    ) -> list[Shape]:
        """Give every shape that holds the point, edges included."""
        shapes = self._engine.near(connection, collection, point, EDGE_M, on)
        return sorted(shapes, key=lambda shape: (shape.city, shape.id))

    def everything_at(self, connection: Connection, city: str, point: shapely.Point, on: date) -> Holding:
        """Give what of the city, parcels as they were included, holds the point on a day, edges included; and
        who governs it, of every city.
        """
        return self._engine.holding(connection, city, point, EDGE_M, on)

    def nearest(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_ft: float,
        leaving_out: Collection[Key] = (),
        on: date | None = None,
    ) -> Near | None:
        """Give the shape nearest by ground distance, within `within_ft`; None when there is none."""
        reach_m = grid_reach_m(within_ft)
        away_m = self._engine.nearest(connection, collection, place, reach_m, leaving_out, on)
        if away_m is None:
            return None
        shapes = self._engine.near(connection, collection, place, min(reach_m, away_m * MARGIN + EDGE_M), on)
        shapes = [shape for shape in shapes if shape.key not in leaving_out]
        distances = distances_ft(place, [shape.geometry for shape in shapes])
        near = [Near(shape, away) for shape, away in zip(shapes, distances, strict=True)]
        found = min(near, key=_nearest_first)
        return found if found.distance_ft <= feet_limit(within_ft) else None

    def covering(
        self, connection: Connection, collection: str, place: BaseGeometry, on: date | None = None
    ) -> list[Covering]:
        """Give what covers the place or part of it, the largest share first; slivers cover nothing."""
        shapes = self._engine.near(connection, collection, place, EDGE_M, on)
        if isinstance(place, shapely.Point):
            found = [Covering(shape, 1.0) for shape in shapes]
        else:
            areas = [float(place.intersection(shape.geometry).area) for shape in shapes]
            least = min(SLIVER_SQM, place.area / 2)
            found = [
                Covering(shape, area / place.area)
                for shape, area in zip(shapes, areas, strict=True)
                if area > least
            ]
        return sorted(found, key=lambda each: (-each.share, each.shape.city, each.shape.id))


def share_covered(place: BaseGeometry, covering: Sequence[Covering]) -> float:
    """Give the share of the place that all of these cover together (0 to 1)."""
    if not covering or isinstance(place, shapely.Point):
        return 1.0 if covering else 0.0
    together = shapely.union_all([each.shape.geometry for each in covering])
    return min(1.0, float(place.intersection(together).area / place.area))


def beyond(place: BaseGeometry, within_ft: float, covered: Sequence[Shape]) -> BaseGeometry | None:
    """Give what part of the land within the distance none of the shapes covers; None when all is covered."""
    reach = place.buffer(grid_reach_m(within_ft))
    rest = reach.difference(shapely.union_all([shape.geometry for shape in covered]))
    return rest if rest.area > SLIVER_SQM else None


def _within(place: BaseGeometry, shapes: Sequence[Shape], within_ft: float) -> list[Near]:
    distances = distances_ft(place, [shape.geometry for shape in shapes])
    limit = feet_limit(within_ft)
    near = [Near(shape, away) for shape, away in zip(shapes, distances, strict=True) if away <= limit]
    return sorted(near, key=_nearest_first)


def feet_limit(within_ft: float) -> Decimal:
    """Give a limit in feet exactly as it was written: 350.1 is 350.1, not its nearest binary number."""
    return Decimal(repr(within_ft))


def _nearest_first(near: Near) -> tuple[Decimal, str, str]:
    return near.distance_ft, near.shape.city, near.shape.id
