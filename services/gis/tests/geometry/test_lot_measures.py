"""What is measured of a lot, as lines and areas on the grid, and spacing along a centerline."""

import pytest
import shapely
from gis.geometry.lot_lines import LotLine, Street, lot_lines
from gis.geometry.lot_measures import across, along, depth, frontage, vision_triangles, width_at
from gis.geometry.stations import spacing

SOUTH = Street("South Street", shapely.LineString([(-100, -10), (100, -10)]))
EAST = Street("East Street", shapely.LineString([(30, -100), (30, 100)]))
LOT = shapely.box(0, 0, 20, 40)
PIE = shapely.Polygon([(0, 0), (20, 0), (40, 40), (-20, 40)])
"""20 m wide at the street, 60 m at the rear."""


def lines_of(lot: shapely.Polygon, *streets: Street) -> tuple[LotLine, ...]:
    return lot_lines(lot, streets, shapely.Polygon(), "South Street")


def front_of(lot: shapely.Polygon) -> LotLine:
    return next(line for line in lines_of(lot, SOUTH) if line.addressed)


@pytest.mark.parametrize(("behind_m", "wide_m"), [(0.01, 20.01), (10, 30), (20, 40), (39.99, 59.99)])
def test_the_width_of_a_flaring_lot_grows_behind_its_front(behind_m: float, wide_m: float) -> None:
    found = across(PIE, front_of(PIE), behind_m)

    assert found is not None
    assert found.length == pytest.approx(wide_m, abs=0.001)


def test_behind_its_rear_a_lot_has_no_width() -> None:
    assert across(LOT, front_of(LOT), 40.5) is None


def test_frontage_is_the_longest_line_along_a_street_and_depth_the_least_to_the_rear() -> None:
    lines = lines_of(LOT, SOUTH, EAST)

    along_street, front_to_rear = frontage(lines), depth(lines)

    assert along_street is not None
    assert front_to_rear is not None
    assert (along_street.length, front_to_rear.length) == (40.0, 40.0)
    assert frontage(lines_of(LOT)) is None


@pytest.mark.parametrize(
    ("x", "y", "is_inside"), [(19.0, 10.9, True), (19.0, 11.1, False), (14.0, 5.9, True), (5.0, 1.0, False)]
)
def test_the_vision_triangle_joins_points_so_far_from_the_corner(x: float, y: float, is_inside: bool) -> None:
    (triangle,) = vision_triangles(lines_of(LOT, SOUTH, EAST), 12.0)

    assert triangle.area == pytest.approx(72.0)
    assert triangle.covers(shapely.Point(x, y)) is is_inside


def test_a_lot_on_one_street_has_no_vision_triangle() -> None:
    assert vision_triangles(lines_of(LOT, SOUTH), 12.0) == []


def test_the_shore_counts_without_the_side_lines_that_meet_it() -> None:
    lake = shapely.box(-50, 40.5, 80, 100)

    assert along(LOT, lake).length == pytest.approx(20.0)


def test_where_the_shore_crosses_the_lot_it_is_measured_inside() -> None:
    lake = shapely.box(-50, 30, 80, 100)

    assert along(LOT, lake).length == pytest.approx(20.0)
    assert along(LOT, lake.exterior).length == pytest.approx(20.0)


def test_the_width_at_a_bent_shore_is_straight_between_its_ends() -> None:
    lake = shapely.Polygon([(-10, 40), (10, 30), (30, 40), (30, 90), (-10, 90)])

    width, shore = width_at(LOT, lake), along(LOT, lake)

    assert width is not None
    assert width.length == pytest.approx(20.0)
    assert shore.length == pytest.approx(2 * (10**2 + 5**2) ** 0.5)


def test_a_lot_away_from_the_water_has_no_shore() -> None:
    far = shapely.box(100, 0, 200, 100)

    assert along(LOT, far).length == 0
    assert width_at(LOT, far) is None


BEND = shapely.LineString([(0, 0), (100, 0), (100, 100)])


@pytest.mark.parametrize(
    ("same_side", "spaced_m"),
    [(False, 40.0), (True, 130.0)],
)
def test_spacing_follows_the_centerline_to_the_next_one_on_the_side_that_counts(
    same_side: bool, spaced_m: float
) -> None:
    place = shapely.Point(20, 5)
    across_the_road, round_the_bend = shapely.Point(60, -5), shapely.Point(95, 50)

    found = spacing(place, [across_the_road, round_the_bend], BEND, same_side)

    assert found is not None
    assert found.length == pytest.approx(spaced_m)


def test_nothing_else_along_the_centerline_has_no_spacing() -> None:
    assert spacing(shapely.Point(20, 5), [], BEND, same_side=False) is None
    assert spacing(shapely.Point(20, 5), [shapely.Point(60, -5)], BEND, same_side=True) is None
