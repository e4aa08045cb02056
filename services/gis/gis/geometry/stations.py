"""Spacing along a centerline: how far places are from one another by their stations. Pure, on the grid."""

from collections.abc import Iterable
from dataclasses import dataclass

import shapely
from shapely import ops
from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True)
class Stretch:
    """What stretch of a centerline a place stands along: meters from its start, and its side (1 left)."""

    line: shapely.LineString
    from_m: float
    to_m: float
    side: int


def stretch_of(place: BaseGeometry, centerline: BaseGeometry) -> Stretch:
    """Give the stretch of the nearest centerline that a place stands along, between its outermost points."""
    merged = shapely.line_merge(centerline) if centerline.geom_type == "MultiLineString" else centerline
    line = min(shapely.get_parts(merged), key=lambda part: float(part.distance(place)))
    (px, py), (qx, qy) = shapely.shortest_line(place, line).coords
    stations = [float(line.project(shapely.Point(each))) for each in shapely.get_coordinates(place)]
    at_m = float(line.project(shapely.Point(qx, qy)))
    start, end = line.interpolate(max(0.0, at_m - 0.5)), line.interpolate(min(line.length, at_m + 0.5))
    turn = (end.x - start.x) * (py - qy) - (end.y - start.y) * (px - qx)
    return Stretch(line, min(stations), max(stations), 1 if turn >= 0 else -1)


def spacing(
    place: BaseGeometry, others: Iterable[BaseGeometry], centerline: BaseGeometry, same_side: bool
) -> shapely.LineString | None:
    """Give the piece of the centerline between the place and the next of the others; None: there is none."""
    own = stretch_of(place, centerline)
    gaps: list[tuple[float, float]] = []
    for other in (stretch_of(each, centerline) for each in others):
        if other.line.equals(own.line) and (not same_side or other.side == own.side):
            start, end = min(own.to_m, other.to_m), max(own.from_m, other.from_m)
            gaps.append((start, max(start, end)))
    if not gaps:
        return None
    start, end = min(gaps, key=lambda gap: gap[1] - gap[0])
    piece: BaseGeometry = ops.substring(own.line, start, end)
    return piece if piece.geom_type == "LineString" else shapely.LineString([piece, piece])
