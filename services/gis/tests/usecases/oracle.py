"""Distances by brute force: every edge against every edge, in a plane of its own around each subject.

Independent of the grid, of shapely and of every index: azimuthal equidistant offsets by inverse geodesics,
and distances between segments in plain arithmetic.
"""

import math
from collections.abc import Sequence
from functools import cache
from itertools import pairwise

import numpy as np
import shapely
from gis.domain.loads import CityLoad
from gis.geometry.coordinates import degrees_of
from gis.geometry.ground import ELLIPSOID

from services.gis.tests.services import sample_cities

Offset = tuple[float, float]
FOOT_M = 0.3048
FAR_FT = 2_000.0


def sample_loads() -> dict[str, CityLoad]:
    """The sample county, by city."""
    return {sample.load.city: sample.load for sample in sample_cities()}


@cache
def parcel_distances_ft(city: str, pin: str) -> dict[str, float]:
    """The ground distance from one parcel to every parcel of its city."""
    load = sample_loads()[city]
    subject = next(each for each in load.parcels if each.parcel.pin == pin)
    plane = _Plane(subject.parcel.lon, subject.parcel.lat)
    own = plane.edges(subject.wkb)
    return {
        each.parcel.pin: 0.0 if each is subject else _between(own, plane.edges(each.wkb), FAR_FT)
        for each in load.parcels
    }


@cache
def dwelling_distances_ft(city: str, pin: str) -> dict[str, float]:
    """The ground distance from one parcel to every dwelling of its city, by the id of its address point."""
    load = sample_loads()[city]
    subject = next(each for each in load.parcels if each.parcel.pin == pin)
    plane = _Plane(subject.parcel.lon, subject.parcel.lat)
    ring = plane.ring(subject.wkb)
    own = list(pairwise(ring))
    distances = {}
    for each in load.addresses:
        if each.residence:
            (place,) = plane.ring(each.wkb)
            inside = _inside(place, ring)
            distances[each.dwelling.id] = (
                0.0 if inside else min(_to_edge(place, *edge) for edge in own) / FOOT_M
            )
    return distances


class _Plane:
    def __init__(self, lon: float, lat: float) -> None:
        self._lon, self._lat = lon, lat

    def ring(self, wkb: bytes) -> list[Offset]:
        positions = shapely.get_coordinates(shapely.from_wkb(wkb))
        lon, lat = degrees_of(positions[:, 0], positions[:, 1])
        here = np.full_like(lon, self._lon), np.full_like(lat, self._lat)
        azimuth, _, meters = ELLIPSOID.inv(*here, lon, lat)
        angles = np.radians(azimuth)
        return list(zip((meters * np.sin(angles)).tolist(), (meters * np.cos(angles)).tolist(), strict=True))

    def edges(self, wkb: bytes) -> list[tuple[Offset, Offset]]:
        ring = self.ring(wkb)
        return list(pairwise(ring))


def _between(
    ours: Sequence[tuple[Offset, Offset]], theirs: Sequence[tuple[Offset, Offset]], far_ft: float
) -> float:
    """The distance; where the boxes around both are more than `far_ft` apart, that of the boxes."""
    boxes = max(_apart(ours, theirs, 0), _apart(ours, theirs, 1)) / FOOT_M
    if boxes > far_ft:
        return boxes
    return min(_edge_to_edge(a, b) for a in ours for b in theirs) / FOOT_M


def _apart(
    ours: Sequence[tuple[Offset, Offset]], theirs: Sequence[tuple[Offset, Offset]], axis: int
) -> float:
    here, there = ([place[axis] for edge in each for place in edge] for each in (ours, theirs))
    return max(min(there) - max(here), min(here) - max(there))


def _edge_to_edge(a: tuple[Offset, Offset], b: tuple[Offset, Offset]) -> float:
    return min(_to_edge(a[0], *b), _to_edge(a[1], *b), _to_edge(b[0], *a), _to_edge(b[1], *a))


def _to_edge(place: Offset, start: Offset, end: Offset) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    along = ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / (dx * dx + dy * dy)
    along = max(0.0, min(1.0, along))
    return math.hypot(place[0] - start[0] - along * dx, place[1] - start[1] - along * dy)


def _inside(place: Offset, ring: Sequence[Offset]) -> bool:
    crossings = 0
    for (x1, y1), (x2, y2) in pairwise(ring):
        if (y1 > place[1]) != (y2 > place[1]) and place[0] < x1 + (place[1] - y1) * (x2 - x1) / (y2 - y1):
            crossings += 1
    return crossings % 2 == 1
