"""Where the lots of the sample lie: pure arithmetic in feet from the middle of a city."""

from collections.abc import Iterator
from dataclasses import dataclass

from gis.sample.description import CityDescription, Compass, Section

SECTION_FT = 5280.0
QUARTER_FT = 1320.0
ACRE_SQFT = 43_560.0
CORNERS: dict[Compass, tuple[float, float]] = {
    "nw": (-SECTION_FT, 0.0),
    "ne": (0.0, 0.0),
    "sw": (-SECTION_FT, -SECTION_FT),
    "se": (0.0, -SECTION_FT),
}
"""The southwest corner of each section."""

HALF_ROAD_FT, ROAD_FT = 33.0, 60.0
BLOCKS_ACROSS, BLOCKS_UP, _LOTS_ALONG = 8, 6, 8
LOT_FT = (75.0, 135.0)
_HOMESTEAD_FT = (250.0, 243.936)
"""1.4 acres."""
_PARTS: dict[float, tuple[int, int]] = {2.5: (4, 4), 5: (4, 2), 10: (2, 2), 20: (2, 1), 40: (1, 1)}
"""Into how many parcels across and up a quarter-quarter of forty acres is cut."""

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Lot:
    """A lot: its section and quarter-quarter, its outline, and the street it is on.

    `plat` is the block and the lot in it; `column` and `row` name the quarter-quarter, from the southwest.
    """

    section: Compass
    column: int
    row: int
    outline: Ring
    acres: float
    plat: tuple[int, int] | None
    street: int

    @property
    def southwest(self) -> tuple[float, float]:
        """The corner that site offsets count from."""
        return min(x for x, _ in self.outline), min(y for _, y in self.outline)

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the lot's box, where a house stands."""
        xs, ys = [x for x, _ in self.outline], [y for _, y in self.outline]
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2

    @property
    def quarter(self) -> str:
        """The two digits of the quarter-quarter: 1 northeast, 2 northwest, 3 southwest, 4 southeast."""
        return quarter_digits(self.column, self.row)


def quarter_digits(column: int, row: int) -> str:
    """Give the digits of the quarter-quarter in a column and row (0 to 3) counted from the southwest."""
    column, row = min(max(column, 0), 3), min(max(row, 0), 3)
    return _digit(column // 2, row // 2) + _digit(column % 2, row % 2)


def lots_of(city: CityDescription) -> Iterator[Lot]:
    """Give every lot of a city in a fixed order."""
    for compass in CORNERS:
        section = city.sections[compass]
        yield from _town(compass) if section.pattern == "town" else _country(compass, section)


def box(west: float, south: float, east: float, north: float) -> Ring:
    """Give a rectangle."""
    return ((west, south), (east, south), (east, north), (west, north))


def _town(compass: Compass) -> Iterator[Lot]:
    west, south = CORNERS[compass]
    pitch_x, pitch_y = SECTION_FT / BLOCKS_ACROSS, 2 * LOT_FT[1] + ROAD_FT
    for block_row in range(BLOCKS_UP):
        for block_column in range(BLOCKS_ACROSS):
            block = block_row * BLOCKS_ACROSS + block_column + 1
            x = west + block_column * pitch_x + (pitch_x - _LOTS_ALONG * LOT_FT[0]) / 2
            y = south + HALF_ROAD_FT + block_row * pitch_y
            for place in range(2 * _LOTS_ALONG):
                side, along = divmod(place, _LOTS_ALONG)
                left, low = x + along * LOT_FT[0], y + side * LOT_FT[1]
                outline = box(left, low, left + LOT_FT[0], low + LOT_FT[1])
                acres = LOT_FT[0] * LOT_FT[1] / ACRE_SQFT
                yield _town_lot(compass, outline, acres, (block, place + 1), block_row + side)
    for row in (2, 3):
        for column in range(4):
            yield from _parts(compass, column, row, 2.5)


def _town_lot(compass: Compass, outline: Ring, acres: float, plat: tuple[int, int], street: int) -> Lot:
    west, south = CORNERS[compass]
    column, row = int((outline[0][0] - west) // QUARTER_FT), int((outline[0][1] - south) // QUARTER_FT)
    return Lot(compass, column, row, outline, acres, plat, street)


def _country(compass: Compass, section: Section) -> Iterator[Lot]:
    for down, sizes in enumerate(section.quarters):
        row = 3 - down
        for column, size in enumerate(sizes):
            if size == 80:
                yield _whole(compass, column, row, 2, 80.0)
            elif size == 38.6:
                yield from _with_homestead(compass, column, row)
            elif size != "west":
                yield from _parts(compass, column, row, float(size))


def _parts(compass: Compass, column: int, row: int, acres: float) -> Iterator[Lot]:
    across, up = _PARTS[acres]
    west, south = _quarter_corner(compass, column, row)
    width, height = QUARTER_FT / across, QUARTER_FT / up
    for place in range(across * up):
        line, along = divmod(place, across)
        left, low = west + along * width, south + line * height
        yield Lot(compass, column, row, box(left, low, left + width, low + height), acres, None, row)


def _whole(compass: Compass, column: int, row: int, quarters: int, acres: float) -> Lot:
    west, south = _quarter_corner(compass, column, row)
    outline = box(west, south, west + quarters * QUARTER_FT, south + QUARTER_FT)
    return Lot(compass, column, row, outline, acres, None, row)


def _with_homestead(compass: Compass, column: int, row: int) -> Iterator[Lot]:
    west, south = _quarter_corner(compass, column, row)
    east, north = west + QUARTER_FT, south + QUARTER_FT
    left, low = east - _HOMESTEAD_FT[0], north - _HOMESTEAD_FT[1]
    rest = ((west, south), (east, south), (east, low), (left, low), (left, north), (west, north))
    yield Lot(compass, column, row, rest, 38.6, None, row)
    yield Lot(compass, column, row, box(left, low, east, north), 1.4, None, row)


def _quarter_corner(compass: Compass, column: int, row: int) -> tuple[float, float]:
    west, south = CORNERS[compass]
    return west + column * QUARTER_FT, south + row * QUARTER_FT


def _digit(east: int, north: int) -> str:
    return {(1, 1): "1", (0, 1): "2", (0, 0): "3", (1, 0): "4"}[east, north]
