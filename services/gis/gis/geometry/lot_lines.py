"""Lot lines told apart: front, side and rear, by the streets they face. Pure; everything in grid meters.

A lot line is a run of the outline between corners. It is a front where it faces a street; a corner lot has a
front on each street, a lot between two streets one at each end. The rear lies opposite the front of the
street the lot is addressed to; what is neither is a side.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import atan2, degrees
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

CORNER_DEGREES = 35.0
"""A turn this sharp ends a lot line."""
FACING_M = 36.0
"""A lot line farther than this from a centerline does not face the street: half of a wide right-of-way."""
OBLIQUE_DEGREES = 60.0
OPPOSITE_DEGREES = 45.0
_TOUCHING_M = 1.0
_CLEAR_M = 0.5

Kind = Literal["front", "side", "rear"]
Vector = tuple[float, float]


@dataclass(frozen=True)
class Street:
    """A street by its name, and its centerline on the grid."""

    name: str
    centerline: BaseGeometry


@dataclass(frozen=True)
class LotLine:
    """One lot line. `street` is the street it faces; `addressed`: the front the lot is addressed to."""

    kind: Kind
    line: shapely.LineString
    street: str | None
    addressed: bool

    @property
    def outward(self) -> Vector:
        """The direction across the line, away from the lot."""
        (ax, ay), (bx, by) = self.line.coords[0], self.line.coords[-1]
        return by - ay, ax - bx


def lot_lines(
    outline: BaseGeometry,
    streets: Sequence[Street],
    neighbors: BaseGeometry,
    addressed_to: str | None = None,
) -> tuple[LotLine, ...]:
    """Tell the lot lines of an outline apart, in the order of the ring; holes have none.

    `neighbors` is the land of other parcels nearby: a line behind another parcel faces no street. Where the
    address names none of several streets, no front is addressed and lines that face none are sides.
    """
    runs = list(_runs(outline, streets, neighbors))
    fronts = [street for _, street in runs if street is not None]
    named = addressed_to if addressed_to in fronts else fronts[0] if len(set(fronts)) == 1 else None
    longest = max(
        (place for place, (_, street) in enumerate(runs) if street is not None and street == named),
        key=lambda place: float(runs[place][0].length),
        default=None,
    )
    lines = [
        LotLine("side" if street is None else "front", line, street, place == longest)
        for place, (line, street) in enumerate(runs)
    ]
    front = None if longest is None else lines[longest]
    return tuple(_settled(line, front, lines) for line in lines)


def is_corner(lines: Sequence[LotLine]) -> bool:
    """Whether streets run along at least two adjacent sides of the lot."""
    return any(True for _ in street_corners(lines))


def is_double_frontage(lines: Sequence[LotLine]) -> bool:
    """Whether opposite ends of the lot abut on streets."""
    fronts = [line for line in lines if line.kind == "front"]
    return any(_opposite(one, other) for one in fronts for other in fronts)


def street_corners(lines: Sequence[LotLine]) -> Iterator[tuple[LotLine, LotLine]]:
    """Give every pair of fronts that meet at a corner, in the order of the ring."""
    for place, line in enumerate(lines):
        following = lines[(place + 1) % len(lines)]
        if line is not following and line.kind == following.kind == "front":
            yield line, following


def _settled(line: LotLine, front: LotLine | None, lines: Sequence[LotLine]) -> LotLine:
    if line.kind == "front" or front is None or not _opposite(front, line):
        return line
    if any(other.kind == "front" and _opposite(front, other) for other in lines):
        return line
    return LotLine("rear", line.line, None, addressed=False)


def _opposite(one: LotLine, other: LotLine) -> bool:
    return _between(one.outward, other.outward) >= 180 - OPPOSITE_DEGREES


def _runs(
    outline: BaseGeometry, streets: Sequence[Street], neighbors: BaseGeometry
) -> Iterator[tuple[shapely.LineString, str | None]]:
    whole = max(shapely.get_parts(outline), key=lambda part: float(part.area))
    ring = np.asarray(shapely.orient_polygons(whole.simplify(0.05)).exterior.coords)[:, :2]
    edges = list(pairwise(ring))
    shrunk, clear = whole.buffer(-_CLEAR_M), neighbors.buffer(-_CLEAR_M)
    faced = [_faced(start, end, streets, shrunk, clear) for start, end in edges]
    breaks = [
        place
        for place in range(len(edges))
        if faced[place] != faced[place - 1]
        or _between(_along(*edges[place - 1]), _along(*edges[place])) > CORNER_DEGREES
    ]
    if not breaks:
        yield shapely.LineString(ring), faced[0]
        return
    for first, last in zip(breaks, [*breaks[1:], breaks[0] + len(edges)], strict=True):
        points = [edges[place % len(edges)][0] for place in range(first, last)]
        points.append(edges[(last - 1) % len(edges)][1])
        yield shapely.LineString(points), faced[first]


def _faced(
    start: np.ndarray, end: np.ndarray, streets: Sequence[Street], own: BaseGeometry, others: BaseGeometry
) -> str | None:
    middle = shapely.Point((start + end) / 2)
    dx, dy = _along(start, end)
    found: list[tuple[float, str]] = []
    for street in streets:
        sight = shapely.shortest_line(middle, street.centerline)
        if sight is None or sight.length > FACING_M:
            continue
        (ax, ay), (bx, by) = sight.coords
        if sight.length <= _TOUCHING_M:
            if _aslant(street.centerline, shapely.Point(bx, by), (dx, dy)) < CORNER_DEGREES:
                found.append((sight.length, street.name))
        elif _between((bx - ax, by - ay), (dy, -dx)) < OBLIQUE_DEGREES and not (
            sight.intersects(own) or sight.intersects(others)
        ):
            found.append((sight.length, street.name))
    return min(found)[1] if found else None


def _aslant(centerline: BaseGeometry, at: shapely.Point, along: Vector) -> float:
    """How far the centerline's course at a point is off a direction, either way, in degrees."""
    line = min(shapely.get_parts(centerline), key=lambda part: float(part.distance(at)))
    station = float(line.project(at))
    (ax, ay), (bx, by) = (
        line.interpolate(max(0.0, station - 1)).coords[0],
        line.interpolate(min(line.length, station + 1)).coords[0],
    )
    angle = _between((bx - ax, by - ay), along)
    return min(angle, 180 - angle)


def _along(start: np.ndarray, end: np.ndarray) -> Vector:
    return float(end[0] - start[0]), float(end[1] - start[1])


def _between(one: Vector, other: Vector) -> float:
    """The angle between two directions, 0 to 180 degrees."""
    turn = degrees(atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1]))
    return abs(turn)
