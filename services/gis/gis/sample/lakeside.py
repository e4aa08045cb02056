"""Overlays around the lake of a city's outskirts, in feet from the southwest corner of its section."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.sample.countryside import Lake
from gis.sample.description import LakeOverlay, OuterLake
from gis.sample.plat import SECTION_FT

_POOLS = ((700, 800), (4500, 700), (800, 4400), (4600, 4500), (2600, 350))


@dataclass(frozen=True)
class Drawn:
    """A feature to be: what it is called, its code, its shape."""

    name: str
    code: str | None
    shape: BaseGeometry


def drawn(overlay: LakeOverlay, lake: Lake, described: OuterLake) -> Iterator[Drawn]:
    """Draw the features of an overlay; the same every time."""
    section = shapely.box(0, 0, SECTION_FT, SECTION_FT)
    match overlay.makes:
        case "band":
            inner = lake.shore.buffer(overlay.from_ft) if overlay.from_ft else lake.shore
            outer = lake.shore.buffer(overlay.from_ft + overlay.feet) if overlay.feet else lake.shore
            band = outer.difference(inner) if overlay.from_ft else outer
            clip = shapely.box(0, 0, SECTION_FT / 3, SECTION_FT) if overlay.in_the_west else section
            yield _named(overlay, described, band.intersection(clip))
        case "line":
            line = lake.shore.buffer(overlay.from_ft).exterior if overlay.from_ft else lake.shore.exterior
            clip = shapely.box(0, 0, SECTION_FT / 3, SECTION_FT) if overlay.in_the_west else section
            yield _named(overlay, described, line.intersection(clip))
        case "box":
            yield _named(overlay, described, shapely.box(*(overlay.box or (0, 0, 1, 1))))
        case "water":
            water = lake.shore.intersection(shapely.box(*overlay.box)) if overlay.box else lake.shore
            yield _named(overlay, described, water)
        case "course":
            yield _named(overlay, described, shapely.LineString(overlay.course))
        case "pools":
            yield from _pools(overlay.codes)
        case _:
            yield from _soils(overlay, lake, section)


def _named(overlay: LakeOverlay, described: OuterLake, shape: BaseGeometry) -> Drawn:
    code = described.code if overlay.of_the_lake else overlay.code
    return Drawn(overlay.name or described.name, code, shape)


def _pools(codes: Sequence[str]) -> Iterator[Drawn]:
    random = np.random.default_rng(len("wetlands"))
    for place, (x, y) in enumerate(_POOLS):
        theta = np.linspace(0, 2 * pi, 49)[:-1]
        radius = random.uniform(90, 260) * (1 + 0.25 * np.cos(3 * theta + random.uniform(0, 6)))
        ring = np.column_stack([x + radius * np.cos(theta), y + radius * np.sin(theta)])
        code = codes[place % len(codes)] if codes else None
        yield Drawn(f"Wetland {place + 1}", code, shapely.Polygon(ring))


def _soils(overlay: LakeOverlay, lake: Lake, section: BaseGeometry) -> Iterator[Drawn]:
    """Cells by map symbol; of a symbol as 302D the group is 302 and the slope letter D."""
    random = np.random.default_rng(len("soils"))
    points = shapely.multipoints(random.uniform(0, SECTION_FT, (30, 2)))
    cells = shapely.get_parts(shapely.voronoi_polygons(points, extend_to=section))
    for place, cell in enumerate(cells):
        symbol = overlay.codes[place % len(overlay.codes)]
        group = symbol.rstrip("ABCDEF")
        part = {"soils": symbol, "soil_groups": group, "soil_slopes": symbol[len(group) :] or "none"}
        dry = cell.intersection(section).difference(lake.shore)
        if not dry.is_empty:
            yield Drawn(f"Soil {symbol}", part[overlay.makes], dry)
