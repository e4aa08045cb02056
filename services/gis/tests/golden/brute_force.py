"""Golden answers of the sample county: `python -m services.gis.tests.golden.brute_force` writes answers.json.

Written apart from the product: it takes shapes and codes of the sample and nothing else of it. No index, no
GEOS, no grid distance. A point lies in a polygon by counting crossings; a parcel is so far away as the
nearest two edges, in a plane laid around the subject by geodesics of its own. Run it when the sample
changes, and look at what else changed.
"""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

from gis.sample.county import SampleCity, sample_county
from pyproj import Geod, Proj

ANSWERS = Path(__file__).with_name("answers.json")
LIMITS_FT = (350, 500, 1000)
POINTS, SUBJECTS = 24, 4
KINDS = ("inside", "edge", "inside", "corner", "district", "stacked")
SEED, FOOT_M = 4, 0.3048
ON_EDGE_M, SLIVER_M = 0.01, 0.5
CLEAR_FT = 0.02
"""Nothing asked lies nearer to a limit, so that no rounding decides."""

UTM15, GRS80 = Proj(proj="utm", zone=15, ellps="GRS80"), Geod(ellps="GRS80")
Place = tuple[float, float]
Rings = list[list[Place]]


def rings_of(wkb: bytes) -> Iterator[Rings]:
    """The polygons of well-known binary, each its shell and holes."""
    order = "<" if wkb[0] == 1 else ">"
    kind = struct.unpack_from(order + "I", wkb, 1)[0]
    at = 5
    if kind == 6:
        count = struct.unpack_from(order + "I", wkb, at)[0]
        at += 4
        for _ in range(count):
            rings, used = _polygon(wkb, at)
            yield rings
            at += used
    elif kind == 3:
        yield _polygon(wkb, 0)[0]


def _polygon(wkb: bytes, start: int) -> tuple[Rings, int]:
    order = "<" if wkb[start] == 1 else ">"
    at = start + 5
    (count,) = struct.unpack_from(order + "I", wkb, at)
    at += 4
    rings: Rings = []
    for _ in range(count):
        (positions,) = struct.unpack_from(order + "I", wkb, at)
        flat = struct.unpack_from(f"{order}{2 * positions}d", wkb, at + 4)
        rings.append(list(zip(flat[::2], flat[1::2], strict=True)))
        at += 4 + 16 * positions
    return rings, at - start


def holds(polygons: list[Rings], place: Place) -> bool:
    """Whether a place lies in one of the polygons, or on an edge."""
    edges = [edge for rings in polygons for ring in rings for edge in pairwise(ring)]
    if any(_to_edge(place, *edge) <= ON_EDGE_M for edge in edges):
        return True
    x, y = place
    crossings = sum(
        (y1 > y) != (y2 > y) and x < x1 + (y - y1) * (x2 - x1) / (y2 - y1) for (x1, y1), (x2, y2) in edges
    )
    return crossings % 2 == 1


def edge_clear(polygons: list[Rings], place: Place) -> bool:
    """Whether a place is well on an edge or well off it, so that rounding decides nothing."""
    nearest = min(_to_edge(place, *edge) for rings in polygons for ring in rings for edge in pairwise(ring))
    return nearest <= ON_EDGE_M / 5 or nearest >= SLIVER_M


def degrees(place: Place) -> Place:
    """Longitude and latitude of a place on the grid."""
    lon, lat = UTM15(*place, inverse=True)
    return lon, lat


def feet_between(subject: list[Rings], other: list[Rings], center: Place) -> float:
    """The ground feet between two parcels; 0 where they touch or one lies in the other."""
    if holds(subject, other[0][0][0]) or holds(other, subject[0][0][0]):
        return 0.0
    ours, theirs = (
        [edge for rings in each for ring in rings for edge in pairwise(_plane(ring, center))]
        for each in (subject, other)
    )
    return min(_between(a, b) for a in ours for b in theirs) / FOOT_M


def _plane(ring: list[Place], center: Place) -> list[Place]:
    here = degrees(center)
    laid = []
    for place in ring:
        azimuth, _, meters = GRS80.inv(*here, *degrees(place))
        laid.append((meters * math.sin(math.radians(azimuth)), meters * math.cos(math.radians(azimuth))))
    return laid


def _between(a: tuple[Place, Place], b: tuple[Place, Place]) -> float:
    if _cross(a, b):
        return 0.0
    return min(_to_edge(a[0], *b), _to_edge(a[1], *b), _to_edge(b[0], *a), _to_edge(b[1], *a))


def _cross(a: tuple[Place, Place], b: tuple[Place, Place]) -> bool:
    def side(edge: tuple[Place, Place], place: Place) -> float:
        (x1, y1), (x2, y2) = edge
        return (x2 - x1) * (place[1] - y1) - (y2 - y1) * (place[0] - x1)

    return side(a, b[0]) * side(a, b[1]) < 0 and side(b, a[0]) * side(b, a[1]) < 0


def _to_edge(place: Place, start: Place, end: Place) -> float:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    along = 0.0 if length == 0 else ((place[0] - start[0]) * dx + (place[1] - start[1]) * dy) / length
    along = max(0.0, min(1.0, along))
    return math.hypot(place[0] - start[0] - along * dx, place[1] - start[1] - along * dy)


def answers_of(city: SampleCity) -> dict[str, Any]:
    """What lies at some points of a city, and how far other parcels are from some of its own."""
    drawn = Random(f"{SEED} {city.load.city}")
    parcels = {each.parcel.pin: list(rings_of(each.wkb)) for each in city.load.parcels}
    areas = [(each.feature, list(rings_of(each.wkb))) for each in city.load.features]
    areas = [(feature, polygons) for feature, polygons in areas if polygons]
    points: list[dict[str, Any]] = []
    pins = sorted(parcels)
    stacked = [pin for pin in pins if sum(other == parcels[pin] for other in parcels.values()) > 1]
    districts = [polygons for feature, polygons in areas if feature.layer == "zoning_districts"]
    while len(points) < POINTS:
        kind = KINDS[len(points) % len(KINDS)]
        of = {"stacked": [parcels[pin] for pin in stacked], "district": districts}.get(kind)
        place = _drawn_place(drawn, drawn.choice(of or [parcels[pin] for pin in pins]), kind)
        near = [each for each in (*parcels.values(), *(area for _, area in areas)) if _is_near(each, place)]
        if all(edge_clear(each, place) for each in near):
            points.append(_at(place, parcels, areas))
    layers = sorted({feature.layer for feature, _ in areas})
    return {"layers": layers, "at": points, "near": _lists(drawn.sample(pins, SUBJECTS), parcels)}


def _drawn_place(drawn: Random, polygons: list[Rings], kind: str) -> Place:
    ring = polygons[0][0]
    start, end = drawn.choice(list(pairwise(ring)))
    if kind == "corner":
        return start
    along = drawn.uniform(0.3, 0.7)
    edge = (start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1]))
    if kind in {"edge", "district"}:
        return edge
    middle = (sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring))
    part = drawn.uniform(0.2, 0.8)
    return edge[0] + part * (middle[0] - edge[0]), edge[1] + part * (middle[1] - edge[1])


def _at(
    place: Place, parcels: dict[str, list[Rings]], areas: list[tuple[Any, list[Rings]]]
) -> dict[str, Any]:
    lon, lat = degrees(place)
    here = [feature for feature, polygons in areas if _is_near(polygons, place) and holds(polygons, place)]
    governed = {feature.code for feature in here if feature.layer == "jurisdictions"}
    others = {"jurisdictions", "parcel_coverage", "zoning_districts"}
    return {
        "lon": lon,
        "lat": lat,
        "governed_by": sorted(code for code in governed if code),
        "parcels": sorted(
            pin for pin, each in parcels.items() if _is_near(each, place) and holds(each, place)
        ),
        "zoning": sorted({feature.code for feature in here if feature.layer == "zoning_districts"}),
        "overlays": sorted(f"{each.layer}/{each.id}" for each in here if each.layer not in others),
    }


def _is_near(polygons: list[Rings], place: Place, reach_m: float = 1.0) -> bool:
    return _boxes_apart(_box(polygons), (*place, *place)) <= reach_m


def _box(polygons: list[Rings]) -> tuple[float, float, float, float]:
    xs, ys = zip(*(place for rings in polygons for place in rings[0]), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _boxes_apart(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    return max(b[0] - a[2], a[0] - b[2], b[1] - a[3], a[1] - b[3])


def _lists(subjects: list[str], parcels: dict[str, list[Rings]]) -> list[dict[str, Any]]:
    boxes = {pin: _box(polygons) for pin, polygons in parcels.items()}
    lists = []
    for pin in subjects:
        own, box = parcels[pin], boxes[pin]
        center = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
        reach_m = (LIMITS_FT[-1] + 10) * FOOT_M
        away = {
            other: feet_between(own, polygons, center)
            for other, polygons in parcels.items()
            if other != pin and _boxes_apart(box, boxes[other]) <= reach_m
        }
        if any(abs(feet - limit) < CLEAR_FT for feet in away.values() for limit in LIMITS_FT):
            raise SystemExit(f"{pin} has a neighbor too near to a limit: draw again with another SEED")
        within = {other: round(feet, 2) for other, feet in away.items() if feet <= LIMITS_FT[-1]}
        lists.append({"pin": pin, "within_1000_ft": {pin: 0.0, **dict(sorted(within.items()))}})
    return lists


def main() -> None:
    """Write the answers anew."""
    told = {city.load.city: answers_of(city) for city in sample_county()}
    lines = [
        f'"{city}": {{"layers": {json.dumps(each["layers"])},\n '
        f"{_lines('at', each)},\n {_lines('near', each)}}}"
        for city, each in told.items()
    ]
    ANSWERS.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _lines(name: str, told: dict[str, Any]) -> str:
    return f'"{name}": [\n  ' + ",\n  ".join(map(json.dumps, told[name])) + "\n ]"


if __name__ == "__main__":
    main()
