"""Outlines of county files, many at a time: what is wrong with one is told, and the others are taken."""

import math
import time

import numpy as np
import pytest
import shapely
from gis.domain.county_row import Finding
from gis.geometry.outlines import Outline, read_outlines
from pyproj import CRS

from services.gis.tests.builders import CITY, ground_offset, square

GOOD = square(ground_offset(CITY, 0))
NEXT = square(ground_offset(CITY, 200))
BOW_TIE = shapely.Polygon(
    [(507_000, 4_981_000), (507_100, 4_981_100), (507_100, 4_981_000), (507_000, 4_981_100)]
)


def of(*shapes: shapely.Geometry | bytes | None, crs: CRS | None = None) -> list[Outline | Finding]:
    wkb = np.array(
        [each if isinstance(each, bytes | None) else shapely.to_wkb(each) for each in shapes], object
    )
    return read_outlines(wkb, crs)


def million() -> shapely.Polygon:
    theta = np.linspace(0, 2 * np.pi, 1_000_001)
    middle = ground_offset(CITY, 0)
    return shapely.Polygon(np.column_stack([middle.x + 900 * np.cos(theta), middle.y + 900 * np.sin(theta)]))


@pytest.mark.parametrize(
    ("shape", "fault"),
    [
        (BOW_TIE, "bad_outline"),
        (shapely.Polygon([(507_000, 4_981_000), (math.nan, 4_981_000), (507_100, 4_981_100)]), "bad_outline"),
        (shapely.Point(507_000, 4_981_000), "bad_outline"),
        (shapely.box(4_981_000, 507_000, 4_981_100, 507_100), "off_the_map"),
        (b"\x01\x03not a shape", "bad_outline"),
        (shapely.Polygon(), "no_outline"),
        (None, "no_outline"),
    ],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:invalid value:RuntimeWarning")
def test_a_bad_outline_is_told_and_its_neighbors_are_taken(
    shape: shapely.Geometry | bytes | None, fault: str
) -> None:
    before, found, after = of(GOOD, shape, NEXT)

    assert isinstance(found, Finding)
    assert found.fault == fault
    assert isinstance(before, Outline)
    assert isinstance(after, Outline)


def test_a_million_positions_are_refused_before_they_are_looked_at() -> None:
    shape = shapely.to_wkb(million())
    began = time.process_time()

    (found,) = of(shape)

    assert time.process_time() - began < 1.0
    assert isinstance(found, Finding)
    assert (found.fault, found.message) == ("bad_outline", "1,000,001 positions are too many")


@pytest.mark.parametrize("code", [4326, 4269, 26914, 26916, 3857, 6344])
def test_outlines_in_other_coordinates_are_brought_to_the_grid(code: int) -> None:
    from pyproj import Transformer

    told = Transformer.from_crs(26915, code, always_xy=True)
    shape = shapely.transform(GOOD, lambda xy: np.column_stack(told.transform(*xy.T)))

    (found,) = of(shape, crs=CRS.from_epsg(code))

    assert isinstance(found, Outline)
    outline = shapely.from_wkb(found.wkb)
    assert shapely.hausdorff_distance(outline, GOOD) < 0.01
