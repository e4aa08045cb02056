"""Measures of a lot, each as the line or area on the grid whose ground measure counts. Pure."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.lot_lines import LotLine, street_corners

SHORE_M = 1.5
"""A lot line this near to the water's edge runs along it: outlines and shores never match exactly."""
_STEP_M = 3.05
_FAR_M = 5_000.0
_STRAIGHT_M = 0.5


def nearest_points(place: BaseGeometry, other: BaseGeometry) -> BaseGeometry:
    """Give the line between the nearest points of both: what a distance is measured along."""
    return shapely.shortest_line(place, other)


def frontage(lines: Sequence[LotLine]) -> shapely.LineString | None:
    """Give the longest line along a street; None where the lot faces none."""
    fronts = [each.line for each in lines if each.kind == "front"]
    return max(fronts, key=lambda line: float(line.length), default=None)


def depth(lines: Sequence[LotLine]) -> BaseGeometry | None:
    """Give the shortest line between the addressed front and the rear; None where either is missing."""
    front = next((each.line for each in lines if each.addressed), None)
    rear = [each.line for each in lines if each.kind == "rear"]
    return nearest_points(front, shapely.MultiLineString(rear)) if front is not None and rear else None


def across(outline: BaseGeometry, front: LotLine, behind_m: float) -> shapely.LineString | None:
    """Give the straight line between side lines so far behind the front; None where the lot ends before.

    Behind a front that bends, the line joins the points of the side lines that are so far from it.
    """
    line = front.line
    (ax, ay), (bx, by) = line.coords[0], line.coords[-1]
    chord = shapely.LineString([(ax, ay), (bx, by)])
    if shapely.hausdorff_distance(line, chord) > _STRAIGHT_M or chord.length == 0:
        bent = line.buffer(behind_m).boundary.intersection(outline.buffer(-0.01))
        whole = _longest(bent)
        return None if whole is None else shapely.LineString([whole.coords[0], whole.coords[-1]])
    ox, oy = front.outward
    x, y = -ox / chord.length * behind_m, -oy / chord.length * behind_m
    ux, uy = (bx - ax) / chord.length, (by - ay) / chord.length
    ray = shapely.LineString(
        [(ax + x - ux * _FAR_M, ay + y - uy * _FAR_M), (bx + x + ux * _FAR_M, by + y + uy * _FAR_M)]
    )
    return _longest(ray.intersection(outline))


def along(outline: BaseGeometry, edge_of: BaseGeometry) -> BaseGeometry:
    """Give what of the lot line runs along water or a right-of-way, or what of its edge crosses the lot."""
    edge = edge_of.boundary if edge_of.geom_type in {"Polygon", "MultiPolygon"} else edge_of
    within = edge.intersection(outline.buffer(-SHORE_M))
    ring = shapely.segmentize(outline.boundary, _STEP_M)
    points = [shapely.get_coordinates(part) for part in shapely.get_parts(ring)]
    pieces = [shapely.LineString(pair) for part in points for pair in pairwise(part)]
    near = edge.buffer(SHORE_M)
    shapely.prepare(near)
    ends = shapely.linestrings(np.array([piece.coords for piece in pieces])) if pieces else np.array([])
    beside = [piece for piece, inside in zip(pieces, shapely.covers(near, ends), strict=True) if inside]
    whole = shapely.line_merge(shapely.MultiLineString(beside)) if beside else shapely.LineString()
    return edge.intersection(outline) if within.length > whole.length else whole


def width_at(outline: BaseGeometry, edge_of: BaseGeometry) -> shapely.LineString | None:
    """Give the straight line between the ends of the lot's shore; None where it has none."""
    shore = _longest(along(outline, edge_of))
    return None if shore is None else shapely.LineString([shore.coords[0], shore.coords[-1]])


def vision_triangles(
    lines: Sequence[LotLine], leg_m: float, among: frozenset[str] | None = None
) -> list[shapely.Polygon]:
    """Give the triangle at every street corner of the lot: so far along each line, and across.

    `among`: only where one of these roads meets another that is none of them.
    """
    found = []
    for one, other in street_corners(lines):
        if among is not None and (one.street in among) == (other.street in among):
            continue
        corner = shapely.Point(one.line.coords[-1])
        first = one.line.interpolate(max(0.0, one.line.length - leg_m))
        second = other.line.interpolate(leg_m)
        found.append(shapely.Polygon([corner, first, second]))
    return found


def _longest(lines: BaseGeometry) -> shapely.LineString | None:
    if lines.geom_type == "MultiLineString":
        lines = shapely.line_merge(lines)
    parts = [part for part in shapely.get_parts(lines) if part.geom_type == "LineString" and part.length > 0]
    return max(parts, key=lambda part: float(part.length), default=None)
