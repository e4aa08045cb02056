"""How forty acres, and more, are cut into parcels: farms, homesteads, acreages, plats, lots on a lake.

Everything in feet from a section's southwest corner. What a pattern leaves uncovered is street or water.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import pi
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.sample.plat import QUARTER_FT

Use = Literal["farm", "acreage", "house", "town_house", "lake_home"]
Random = np.random.Generator
_VERTEX_FT = 330.0
_STREET_FT, _ALLEY_FT = 60.0, 16.0
_BULB_FT = 60.0


@dataclass(frozen=True)
class Tract:
    """A parcel to be: its outline in feet, what it is used for, and the street it lies on (a number)."""

    outline: BaseGeometry
    use: Use
    street: int


def rectangle(
    west: float, south: float, width: float, height: float, step_ft: float = _VERTEX_FT
) -> shapely.Polygon:
    """Give a rectangle with a vertex at every corner that neighbors may have on its edges."""
    return shapely.segmentize(shapely.box(west, south, west + width, south + height), step_ft + 0.01)


def parts(across: int, up: int, use: Use = "acreage") -> Callable[[Random, float, float], Iterator[Tract]]:
    """Give a pattern that cuts forty acres evenly."""

    def cut(_random: Random, west: float, south: float) -> Iterator[Tract]:
        width, height = QUARTER_FT / across, QUARTER_FT / up
        for row in range(up):
            for column in range(across):
                yield Tract(
                    rectangle(west + column * width, south + row * height, width, height), use, row % 4
                )

    return cut


def with_homestead(random: Random, west: float, south: float) -> Iterator[Tract]:
    """Forty acres with a homestead cut out at a corner, or amid the field: then the field has a hole."""
    acres = random.choice([random.uniform(1.0, 2.0), random.uniform(2.0, 6.0)])
    width = (acres * 43_560) ** 0.5 * random.uniform(0.8, 1.2)
    height = acres * 43_560 / width
    amid = random.random() < 0.15
    x = (
        west + (QUARTER_FT - width) / 2
        if amid
        else west + (0 if random.random() < 0.5 else QUARTER_FT - width)
    )
    y = south + (QUARTER_FT - height) / 2 if amid else south
    home = shapely.box(x, y, x + width, y + height)
    yield Tract(rectangle(west, south, QUARTER_FT, QUARTER_FT).difference(home), "farm", 0)
    yield Tract(home, "acreage", 0)


def acreages(random: Random, west: float, south: float) -> Iterator[Tract]:
    """Lots of one to four acres on both sides of a lane."""
    lane = QUARTER_FT / 2
    for side in (0, 1):
        x = float(west)
        while x < west + QUARTER_FT - 40:
            width = min(float(random.uniform(130, 260)), west + QUARTER_FT - x)
            if west + QUARTER_FT - x - width < 90:
                width = west + QUARTER_FT - x
            y = south + side * (lane + 33)
            yield Tract(rectangle(x, y, width, lane - 33), "acreage", side)
            x += width


def half_acres(random: Random, west: float, south: float) -> Iterator[Tract]:
    """Lots of half an acre to an acre without sewers, four rows of them."""
    for row in range(4):
        x, y = float(west), south + row * QUARTER_FT / 4 + (_STREET_FT / 2 if row % 2 else 0)
        height = QUARTER_FT / 4 - _STREET_FT / 2
        while x < west + QUARTER_FT - 40:
            width = min(float(random.uniform(90, 140)), west + QUARTER_FT - x)
            if west + QUARTER_FT - x - width < 70:
                width = west + QUARTER_FT - x
            yield Tract(rectangle(x, y, width, height), "house", row)
            x += width


def town_blocks(random: Random, west: float, south: float) -> Iterator[Tract]:
    """Blocks of the 1920s: lots of 50 by 130 ft back to back on an alley, the odd one of two lots."""
    row_ft = 2 * 130 + _ALLEY_FT + _STREET_FT
    for row in range(int(QUARTER_FT // row_ft)):
        for half in (0, 1):
            y = south + _STREET_FT / 2 + row * row_ft + half * (130 + _ALLEY_FT)
            for block in (0, 1):
                x, end = (
                    west + _STREET_FT / 2 + block * QUARTER_FT / 2,
                    west + (block + 1) * QUARTER_FT / 2 - 30,
                )
                while x + 50 <= end:
                    width = 100.0 if random.random() < 0.06 and x + 100 <= end else 50.0
                    yield Tract(shapely.box(x, y, x + width, y + 130), "town_house", (2 * row + half) % 7)
                    x += width


def curved_plat(random: Random, west: float, south: float) -> Iterator[Tract]:
    """A plat of the 1960s: lots of 75 to 90 ft, streets that bend, a cul-de-sac with lots around its bulb."""
    bend = random.uniform(40, 90)
    for row in range(4):
        base = south + 25 + row * (2 * 145 + _STREET_FT) * 0.92
        for side in (0, 1):
            x = west + 20.0
            while x < west + QUARTER_FT - (415 if row == 0 else 180):
                width = float(random.uniform(75, 92))
                yield Tract(_bent(x, x + width, base + side * 137, 135, west, bend), "house", row)
                x += width
    yield from _around_bulb(west + QUARTER_FT - 100, south + 180)
    for place in range(3):
        low, high = south + 330 * place, south + 330 * place + float(random.uniform(30, 60))
        yield Tract(shapely.box(west + 1, low, west + 18, high), "farm", 0)


def _bent(left: float, right: float, low: float, depth: float, west: float, bend: float) -> shapely.Polygon:
    xs = np.linspace(left, right, 4)
    ys = low + bend * np.sin((xs - west) / QUARTER_FT * pi) * 0.5
    upper = np.column_stack([xs[::-1], (ys + depth)[::-1]])
    return shapely.Polygon(np.vstack([np.column_stack([xs, ys]), upper]))


def _around_bulb(x: float, y: float) -> Iterator[Tract]:
    angles = np.linspace(-0.35 * pi, 1.0 * pi, 6)
    for start, end in pairwise(angles):
        turn = np.linspace(start, end, 6)
        inner = np.column_stack([x - 60 + _BULB_FT * np.cos(turn), y + _BULB_FT * np.sin(turn)])
        outer = np.column_stack([x - 60 + 155 * np.cos(turn[::-1]), y + 155 * np.sin(turn[::-1])])
        yield Tract(shapely.Polygon(np.vstack([inner, outer])), "house", 3)


FORTIES: Mapping[str, Callable[[Random, float, float], Iterator[Tract]]] = {
    "forty": parts(1, 1, "farm"),
    "homestead": with_homestead,
    "twenties": parts(2, 1, "farm"),
    "tens": parts(2, 2),
    "fives": parts(4, 2),
    "acreages": acreages,
    "half_acres": half_acres,
    "town_blocks": town_blocks,
    "curved_plat": curved_plat,
}
