"""Points and shapes that cannot be on this map."""

import math

import pytest
import shapely
from gis.domain.places import BadPlace
from gis.geometry.coordinates import POSITIONS_MAX, checked_outline, grid_point

from services.gis.tests.builders import CITY, PLACES, ground_offset, square


@pytest.mark.parametrize(
    ("lon", "lat", "part", "word"),
    [
        (math.nan, 45.0, "lon", "finite"),
        (-93.0, math.inf, "lat", "finite"),
        (45.0, -93.0, "lon", "swapped"),
        (-93.0, 91.0, "lat", "off this map"),
        (0.0, 0.0, "lon", "off this map"),
        (-98.01, 45.0, "lon", "off this map"),
        (1e308, 45.0, "lon", "off this map"),
    ],
)
def test_a_bad_point_is_refused_with_the_mend(lon: float, lat: float, part: str, word: str) -> None:
    with pytest.raises(BadPlace) as refusal:
        grid_point(lon, lat)

    assert refusal.value.part == part
    assert word in refusal.value.message


def test_a_point_is_put_on_the_grid_east_before_north() -> None:
    point = grid_point(*PLACES[CITY])

    assert (round(point.x), round(point.y)) == (507_126, 4_981_599)


def circle_of(positions: int) -> shapely.Polygon:
    middle = ground_offset(CITY, 0)
    angles = [2 * math.pi * step / positions for step in range(positions)]
    return shapely.Polygon([(middle.x + 500 * math.cos(a), middle.y + 500 * math.sin(a)) for a in angles])


@pytest.mark.parametrize(
    ("shape", "word"),
    [
        (shapely.Polygon(), "empty"),
        (shapely.Point(math.nan, 1.0), "finite"),
        (shapely.LineString([(507_000, 4_981_000), (math.inf, 4_981_100)]), "finite"),
        (shapely.box(-93.1, 45.0, -93.0, 45.1), "degrees"),
        (shapely.box(4_981_000, 507_000, 4_981_100, 507_100), "off this map"),
        (shapely.box(507_000, 4_981_000, 1e300, 4_981_100), "off this map"),
        (
            shapely.Polygon(
                [(507_000, 4_981_000), (507_100, 4_981_100), (507_100, 4_981_000), (507_000, 4_981_100)]
            ),
            "not valid",
        ),
        (circle_of(POSITIONS_MAX + 1), "positions"),
    ],
)
def test_a_bad_shape_is_refused_with_the_reason(shape: shapely.Geometry, word: str) -> None:
    wkb = shapely.to_wkb(shape)

    with pytest.raises(BadPlace) as refusal:
        checked_outline(wkb)

    assert word in refusal.value.message


def test_what_is_no_wkb_is_refused() -> None:
    with pytest.raises(BadPlace):
        checked_outline(b"\x01\x02not a shape")


def test_a_good_shape_is_taken() -> None:
    outline = square(ground_offset(CITY, 0))

    taken = checked_outline(shapely.to_wkb(outline))

    assert taken.equals(outline)
