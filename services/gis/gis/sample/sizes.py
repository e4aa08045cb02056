"""Sample counties of three sizes, as a county would send them: the rows of a suburb, township by township."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Literal

from gis.sample.county_rows import CountyRows, FileRow
from gis.sample.description import described

Size = Literal["S", "M", "L"]
SIZES: Mapping[Size, int] = {"S": 5_000, "M": 100_000, "L": 1_000_000}
"""Parcels: enough for a test, a county, and the largest thing measured."""
_SIDE = 12
"""Townships on each side of the square that the largest county fits in."""


def rows_of(parcels: int) -> Iterator[FileRow]:
    """Give so many rows of the first city's county; a larger county begins with the rows of a smaller one."""
    county = described()
    rows = CountyRows(county, county.cities[0], "dense")
    return islice(rows.of_townships(_outward()), parcels)


def _outward() -> Iterator[tuple[int, int]]:
    for ring in range(_SIDE):
        yield from ((ring, -along) for along in range(ring + 1))
        yield from ((along, -ring) for along in range(ring))
