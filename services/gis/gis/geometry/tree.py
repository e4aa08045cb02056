"""The in-process engine: one STRtree per city and collection, built anew when its generation has changed.

A generation is a number no two changes share (from a sequence, so not even a rolled back one does), therefore
a tree is right as long as the number is the same. The number is read in the caller's transaction.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from threading import Lock
from typing import Any, Protocol

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry
from sqlalchemy import Connection

from gis.domain.parcel import Neighbor
from gis.domain.places import Holding
from gis.geometry.questions import DWELLINGS, PARCELS, Held, Key, Shape, Surroundings

Days = tuple[date | None, date | None]
"""Since when and until when (no longer on that day) a shape stands; None: not known, and still."""
ALWAYS: Days = (None, None)


@dataclass(frozen=True, slots=True)
class DatedShape:
    """A stored shape: id, WKB, and when it stands."""

    id: str
    wkb: bytes
    days: Days = ALWAYS


class ShapeSource(Protocol):
    """Where the trees come from."""

    def generations(self, connection: Connection, collection: str) -> dict[str, int]:
        """Give the generation of the collection per city that has it."""

    def every_generation(self, connection: Connection) -> dict[tuple[str, str], int]:
        """Give the generation of every collection of every city, by city and collection."""

    def shapes(self, connection: Connection, city: str, collection: str) -> list[DatedShape]:
        """Give every shape of a city's collection, those that stand no longer included."""

    def told(self, connection: Connection, city: str, held: Collection[Held], on: date) -> Holding:
        """Give what is recorded of what holds a point."""

    def neighbors(self, connection: Connection, keys: Collection[Key]) -> Mapping[Key, Neighbor]:
        """Give who owns these parcels."""


@dataclass(frozen=True, slots=True)
class _Tree:
    generation: int
    city: str
    ids: tuple[str, ...]
    days: dict[int, Days]
    index: Any
    extent: BaseGeometry

    def within(self, place: BaseGeometry, within_m: float, on: date | None) -> list[int]:
        if not self.ids or self.extent.distance(place) > within_m:
            return []
        found = self.index.query(place, predicate="dwithin", distance=within_m)
        return [int(each) for each in np.sort(found) if self._stands(int(each), on)]

    def _stands(self, place: int, on: date | None) -> bool:
        since, until = self.days.get(place, ALWAYS)
        if on is None:
            return until is None
        return (since is None or since <= on) and (until is None or on < until)

    def shape(self, place: int) -> Shape:
        return Shape(self.city, self.ids[place], self.index.geometries[place])


class TreeEngine:
    """Finds candidates in memory. Safe to share between threads."""

    def __init__(self, source: ShapeSource) -> None:
        self._source = source
        self._trees: dict[tuple[str, str], _Tree] = {}
        self._building = Lock()

    def near(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        on: date | None = None,
    ) -> list[Shape]:
        """Give every shape within `within_m` grid meters."""
        return [
            tree.shape(each)
            for tree in self._current(connection, collection)
            for each in tree.within(place, within_m, on)
        ]

    def nearest(
        self,
        connection: Connection,
        collection: str,
        place: BaseGeometry,
        within_m: float,
        leaving_out: Collection[Key] = (),
        on: date | None = None,
    ) -> float | None:
        """Give the grid distance to the nearest shape not left out; the search widens until one is found."""
        trees = self._current(connection, collection)
        reach_m = min(within_m, 500.0)
        while True:
            found = [
                float(place.distance(tree.index.geometries[each]))
                for tree in trees
                for each in tree.within(place, reach_m, on)
                if (tree.city, tree.ids[each]) not in leaving_out
            ]
            if found:
                return min(found)
            if reach_m >= within_m:
                return None
            reach_m = min(within_m, reach_m * 4)

    def holding(
        self, connection: Connection, city: str, point: shapely.Point, within_m: float, on: date
    ) -> Holding:
        """Give what is near a point on a day: of the city, and who governs, of every city."""
        held = [
            Held(collection, of, tree.ids[each])
            for (of, collection), generation in self._source.every_generation(connection).items()
            if collection != DWELLINGS
            for tree in [self._tree(connection, of, collection, generation)]
            for each in tree.within(point, within_m, on)
        ]
        return self._source.told(connection, city, held, on)

    def around(self, connection: Connection, city: str, place: BaseGeometry, within_m: float) -> Surroundings:
        """Give every parcel within `within_m` grid meters with its people."""
        trees = self._current(connection, PARCELS)
        shapes = [tree.shape(each) for tree in trees for each in tree.within(place, within_m, None)]
        people = self._source.neighbors(connection, [shape.key for shape in shapes])
        own = [tree.generation for tree in trees if tree.city == city]
        return Surroundings([(shape, people[shape.key]) for shape in shapes], own[0] if own else 0, False)

    def _current(self, connection: Connection, collection: str) -> list[_Tree]:
        generations = self._source.generations(connection, collection)
        return [self._tree(connection, city, collection, generations[city]) for city in sorted(generations)]

    def _tree(self, connection: Connection, city: str, collection: str, generation: int) -> _Tree:
        known = self._trees.get((city, collection))
        if known is not None and known.generation == generation:
            return known
        with self._building:
            known = self._trees.get((city, collection))
            if known is None or known.generation != generation:
                rows = self._source.shapes(connection, city, collection)
                known = _planted(city, generation, rows)
                self._trees[(city, collection)] = known
            return known


def _planted(city: str, generation: int, rows: list[DatedShape]) -> _Tree:
    geometries = shapely.from_wkb(np.array([each.wkb for each in rows], dtype=object))
    shapely.prepare(geometries)
    extent = shapely.box(*shapely.total_bounds(geometries)) if rows else shapely.Polygon()
    ids = tuple(each.id for each in rows)
    days = {place: each.days for place, each in enumerate(rows) if each.days != ALWAYS}
    return _Tree(generation, city, ids, days, shapely.STRtree(geometries), extent)
