"""Whole sections: what each forty acres becomes, where a stream divides farms, where a lake lies."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import pi
from typing import Literal

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.sample.plat import ACRE_SQFT, QUARTER_FT, SECTION_FT
from gis.sample.tracts import FORTIES, Random, Tract, rectangle

Profile = Literal["mixed", "dense"]
HALF = SECTION_FT / 2
_ROAD_FT = 323.0
"""From the shore to the middle of the road around the lake; lots lie on its near side, farms beyond it."""


@dataclass(frozen=True)
class Mix:
    """How often a quarter section stays whole or is divided by a stream, a half of one stays whole, and what
    its forties become (weights).
    """

    whole: float
    stream: float
    eighty: float
    forties: Mapping[str, float]


MIXES: Mapping[Profile, Mix] = {
    "mixed": Mix(
        whole=0.18,
        stream=0.36,
        eighty=0.30,
        forties={
             "forty": 3.0, "homestead": 8.0, "twenties": 1.6, "tens": 2.9, "fives": 1.25,
            "acreages": 1.9, "half_acres": 0.14, "town_blocks": 0.075, "curved_plat": 0.125,
        },
    ),
    "dense": Mix(
        whole=0.01,
        stream=0.02,
        eighty=0.03,
        forties={
            "forty": 0.5, "homestead": 0.5, "twenties": 0.5, "tens": 1.0, "fives": 1.0,
            "acreages": 2.0, "half_acres": 3.0, "town_blocks": 6.0, "curved_plat": 6.0,
        },
    ),
}  # fmt: skip
"""`mixed` has the shares of sizes of a rural county with towns in it, `dense` those of a suburb."""


class Countryside:
    """Divides section after section, so that the kinds of tracts come in their shares even over few."""

    def __init__(self, random: Random, profile: Profile) -> None:
        self._random, self._mix = random, MIXES[profile]
        self._deck: list[str] = []

    def tracts(self) -> Iterator[Tract]:
        """Give the parcels of the next section."""
        for east in (0, 1):
            for north in (0, 1):
                west, south = east * HALF, north * HALF
                drawn = self._random.random()
                if drawn < self._mix.whole:
                    yield Tract(rectangle(west, south, HALF, HALF), "farm", 0)
                elif drawn < self._mix.whole + self._mix.stream:
                    yield from _divided_by_stream(self._random, west, south)
                else:
                    yield from self._halves(west, south)

    def _halves(self, west: float, south: float) -> Iterator[Tract]:
        for half in (0, 1):
            if self._random.random() < self._mix.eighty:
                yield Tract(rectangle(west + half * QUARTER_FT, south, QUARTER_FT, HALF), "farm", 0)
                continue
            for up in (0, 1):
                cut = FORTIES[self._next_kind()]
                yield from cut(self._random, west + half * QUARTER_FT, south + up * QUARTER_FT)

    def _next_kind(self) -> str:
        if not self._deck:
            total = sum(self._mix.forties.values())
            for kind, weight in self._mix.forties.items():
                whole, part = divmod(DECK * weight / total, 1)
                self._deck += [kind] * (int(whole) + int(self._random.random() < part))
            self._random.shuffle(self._deck)
        return self._deck.pop()


DECK = 250
"""How many forties are dealt out before the kinds come round again."""


def _divided_by_stream(random: Random, west: float, south: float) -> Iterator[Tract]:
    count = int(random.integers(60, 290))
    along = np.linspace(0, HALF, count)
    waves = sum(
        random.uniform(20, 160) / k * np.sin(k * along / HALF * 2 * pi + random.uniform(0, 2 * pi))
        for k in range(1, 7)
    )
    course = np.column_stack([west + along, south + HALF / 2 + waves])
    low = np.vstack([course, [[west + HALF, south], [west, south]]])
    high = np.vstack([course, [[west + HALF, south + HALF], [west, south + HALF]]])
    yield Tract(shapely.Polygon(low), "farm", 0)
    yield Tract(shapely.Polygon(high), "farm", 2)


@dataclass(frozen=True)
class Lake:
    """A lake amid a section, in feet: its ordinary high water line, the road around it, the lots between."""

    shore: BaseGeometry
    road: BaseGeometry
    tracts: tuple[Tract, ...]


def lake_section(random: Random, acres: float) -> Lake:
    """Give a section with a lake of so many acres, lots on its shore, and farms behind the shore road."""
    shore = _shore(random, acres)
    middle = shore.centroid
    whole = shapely.box(0, 0, SECTION_FT, SECTION_FT)
    band = shore.buffer(290.0, quad_segs=6).difference(shore).intersection(whole)
    tracts = [Tract(lot, "lake_home", 1) for lot in _riparian(random, shore, band, middle)]
    behind = whole.difference(shore.buffer(356.0, quad_segs=6))
    for x in (0, HALF):
        for y in (0, HALF):
            piece = behind.intersection(shapely.box(x, y, x + HALF, y + HALF))
            if piece.area > 2 * ACRE_SQFT:
                tracts.append(Tract(piece, "farm", 0))
    return Lake(shore, shore.buffer(_ROAD_FT, quad_segs=6).exterior, tuple(tracts))


def _shore(random: Random, acres: float) -> shapely.Polygon:
    theta = np.linspace(0, 2 * pi, 241)[:-1]
    radius = 1 + sum(
        random.uniform(0.1, 0.3) / k * np.cos(k * theta + random.uniform(0, 2 * pi)) for k in range(2, 10)
    )
    shape = np.column_stack([radius * np.cos(theta), radius * np.sin(theta)])
    scale = (acres * ACRE_SQFT / shapely.Polygon(shape).area) ** 0.5
    shore = shapely.Polygon(shape * scale + HALF).buffer(0)
    return max(shapely.get_parts(shore), key=lambda part: part.area)


def _riparian(
    random: Random, shore: BaseGeometry, band: BaseGeometry, middle: shapely.Point
) -> Iterator[BaseGeometry]:
    turn = 0.0
    radius = (shore.area / pi) ** 0.5
    while turn < 2 * pi - 0.02:
        step = min(float(random.uniform(60, 140)) / radius, 2 * pi - turn)
        rays = np.array([turn, turn + step / 2, turn + step])
        far = np.column_stack([np.cos(rays), np.sin(rays)]) * 4 * radius + [middle.x, middle.y]
        lot = band.intersection(shapely.Polygon([(middle.x, middle.y), *far]))
        whole = max(shapely.get_parts(lot), key=lambda part: part.area, default=None)
        if whole is not None and whole.geom_type == "Polygon" and whole.area > 4_000:
            yield whole
        turn += step
