"""Lot lines told apart by the streets they face. All in meters on the grid."""

import numpy as np
import pytest
import shapely
from gis.geometry.lot_lines import LotLine, Street, is_corner, is_double_frontage, lot_lines

LOT = shapely.box(0, 0, 20, 40)
SOUTH = Street("South Street", shapely.LineString([(-100, -10), (100, -10)]))
EAST = Street("East Street", shapely.LineString([(30, -100), (30, 100)]))
NORTH = Street("North Street", shapely.LineString([(-100, 50), (100, 50)]))
NOBODY = shapely.Polygon()


def kinds(lines: tuple[LotLine, ...]) -> dict[str, str]:
    """What each line is, by the side of the lot its middle lies on."""
    sides = {(10.0, 0.0): "south", (20.0, 20.0): "east", (10.0, 40.0): "north", (0.0, 20.0): "west"}
    return {
        sides[line.line.interpolate(0.5, normalized=True).coords[0]]: line.street or line.kind
        for line in lines
    }


def test_an_interior_lot_has_a_front_two_sides_and_a_rear() -> None:
    lines = lot_lines(LOT, [SOUTH], NOBODY)

    assert kinds(lines) == {"south": "South Street", "east": "side", "north": "rear", "west": "side"}
    assert not is_corner(lines)


def test_a_corner_lot_has_a_front_on_each_street_and_its_rear_opposite_the_address() -> None:
    by_south = lot_lines(LOT, [SOUTH, EAST], NOBODY, "South Street")
    by_east = lot_lines(LOT, [SOUTH, EAST], NOBODY, "East Street")

    both = {"south": "South Street", "east": "East Street"}
    assert kinds(by_south) == {**both, "north": "rear", "west": "side"}
    assert kinds(by_east) == {**both, "north": "side", "west": "rear"}
    assert [line.street for line in by_east if line.addressed] == ["East Street"]
    assert is_corner(by_south)
    assert not is_double_frontage(by_south)


def test_without_an_address_on_either_street_no_line_is_called_the_rear() -> None:
    lines = lot_lines(LOT, [SOUTH, EAST], NOBODY, "Elm Street")

    assert not any(line.addressed or line.kind == "rear" for line in lines)


def test_a_lot_between_two_streets_has_two_fronts_and_no_rear() -> None:
    lines = lot_lines(LOT, [SOUTH, NORTH], NOBODY, "South Street")

    expected = {"south": "South Street", "east": "side", "north": "North Street", "west": "side"}
    assert kinds(lines) == expected
    assert is_double_frontage(lines)
    assert not is_corner(lines)


def test_a_line_behind_another_parcel_faces_no_street() -> None:
    between = shapely.box(20, 0, 26, 40)

    lines = lot_lines(LOT, [SOUTH, EAST], between, "South Street")

    assert kinds(lines)["east"] == "side"


def test_a_street_too_far_away_is_not_faced() -> None:
    far = Street("Far Street", shapely.LineString([(-100, -37), (100, -37)]))

    assert kinds(lot_lines(LOT, [far], NOBODY)) == dict.fromkeys(["south", "east", "north", "west"], "side")


def test_a_country_lot_that_reaches_the_centerline_faces_the_road() -> None:
    road = Street("County Road 17", shapely.LineString([(-100, 0), (100, 0)]))

    lines = lot_lines(LOT, [road], NOBODY)

    assert kinds(lines) == {"south": "County Road 17", "east": "side", "north": "rear", "west": "side"}


def test_lots_around_a_bulb_have_one_bent_front() -> None:
    turn = np.linspace(-0.4, 0.4, 9)
    inner = [(18 * np.cos(each), 18 * np.sin(each)) for each in turn]
    outer = [(48 * np.cos(each), 48 * np.sin(each)) for each in turn[::-1]]
    street = Street("Court", shapely.LineString([(-100, 0), (0, 0)]))

    lines = lot_lines(shapely.Polygon([*inner, *outer]), [street], NOBODY)

    fronts = [line for line in lines if line.kind == "front"]
    assert [line.kind for line in lines].count("side") == 2
    assert len(fronts) == 1
    assert fronts[0].line.length == pytest.approx(18 * 0.8, abs=0.05)
    assert [line.kind for line in lines].count("rear") == 1


def test_vertices_on_a_straight_line_do_not_divide_it() -> None:
    lines = lot_lines(shapely.segmentize(LOT, 3.0), [SOUTH], NOBODY)

    assert sorted(line.kind for line in lines) == ["front", "rear", "side", "side"]
