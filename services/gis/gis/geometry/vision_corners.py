"""Triangles of clear sight where driveways meet a street. Pure; everything in grid meters.

A driveway meets the street where its edges cross the right-of-way line. From each crossing one leg runs along
the right-of-way line away from the driveway, the other along the driveway's edge away from the street.
"""

from collections.abc import Iterator

import shapely
from shapely.geometry.base import BaseGeometry

_ASIDE_M = 0.05
"""How far a step along a line tells on which side it goes on."""


def driveway_triangles(
    driveways: BaseGeometry, right_of_way: BaseGeometry, leg_m: float
) -> list[shapely.Polygon]:
    """Give the triangle at either edge of every driveway that crosses the right-of-way line."""
    found = []
    for edge in _rings(driveways):
        for line in _rings(right_of_way):
            for corner in _points(edge.intersection(line)):
                first = _away(line, corner, leg_m, driveways)
                second = _away(edge, corner, leg_m, right_of_way)
                if first is not None and second is not None:
                    found.append(shapely.Polygon([corner, first, second]))
    return found


def _away(
    ring: shapely.LineString, start: shapely.Point, leg_m: float, shunned: BaseGeometry
) -> shapely.Point | None:
    """The point so far along the ring, on the way that does not lead into what is shunned."""
    at, length = float(ring.project(start)), float(ring.length)
    for way in (1, -1):
        if shunned.distance(ring.interpolate((at + way * _ASIDE_M) % length)) > _ASIDE_M / 10:
            return ring.interpolate((at + way * leg_m) % length)
    return None


def _rings(areas: BaseGeometry) -> Iterator[shapely.LineString]:
    for part in shapely.get_parts(areas):
        if part.geom_type == "Polygon":
            yield from (shapely.LineString(ring.coords) for ring in (part.exterior, *part.interiors))


def _points(crossing: BaseGeometry) -> Iterator[shapely.Point]:
    for part in shapely.get_parts(crossing):
        if part.geom_type == "Point":
            yield part
