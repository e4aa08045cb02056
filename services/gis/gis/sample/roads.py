"""The roads of a city's four sections: streets between blocks in town, roads on the lines of forties."""

from collections.abc import Iterator
from dataclasses import dataclass

from gis.sample.description import CityDescription
from gis.sample.plat import (
    BLOCKS_ACROSS,
    BLOCKS_UP,
    CORNERS,
    HALF_ROAD_FT,
    LOT_FT,
    QUARTER_FT,
    ROAD_FT,
    SECTION_FT,
    Ring,
)

RIGHT_OF_WAY_FT = 60.0


@dataclass(frozen=True)
class Road:
    """A road by name; `kind` is who keeps it; its middle in feet from the center of the city."""

    id: str
    name: str
    kind: str
    course: Ring


def roads_of(city: CityDescription) -> Iterator[Road]:
    """Give every road, in a fixed order."""
    for compass, (west, south) in CORNERS.items():
        if city.sections[compass].pattern == "town":
            yield from _town(city, west, south)
            continue
        for row, name in enumerate(city.streets.country):
            y = south + row * QUARTER_FT
            course = ((west, y), (west + SECTION_FT, y))
            kind = "county" if name.startswith("County") else "city"
            yield Road(f"{compass}-{row}", f"{name} {city.streets.direction}", kind, course)


def _town(city: CityDescription, west: float, south: float) -> Iterator[Road]:
    pitch_x, pitch_y = SECTION_FT / BLOCKS_ACROSS, 2 * LOT_FT[1] + ROAD_FT
    first = south + HALF_ROAD_FT - ROAD_FT / 2
    for row, name in enumerate(city.streets.town):
        y = first + row * pitch_y
        course = ((west, y), (west + SECTION_FT, y))
        yield Road(f"town-{row}", f"{name} {city.streets.direction}", "city", course)
    for column in range(1, BLOCKS_ACROSS):
        x = west + column * pitch_x
        course = ((x, first), (x, first + BLOCKS_UP * pitch_y))
        yield Road(f"town-cross-{column}", f"Cross Street {column}", "city", course)
