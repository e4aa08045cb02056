"""Setbacks, widths, shares and spacings of a structure on a lot, on each engine, in ground feet."""

from decimal import Decimal
from typing import Any

import pytest
import shapely
from gis.domain.places import SiteOffParcel
from gis.geometry.coordinates import degrees_of
from gis.geometry.questions import Geometry
from gis.storage import loads
from gis.usecases.answer_facts import FactsOfPlace, facts_of
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    VINTAGE,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    ground_offset,
)

pytestmark = pytest.mark.storage


def box(west: float, south: float, east: float, north: float) -> shapely.Polygon:
    """A rectangle in ground feet from the middle of the city."""
    corners = ((west, south), (east, south), (east, north), (west, north))
    return shapely.Polygon([ground_offset(CITY, *corner) for corner in corners])


def line(*places: tuple[float, float]) -> shapely.LineString:
    return shapely.LineString([ground_offset(CITY, *place) for place in places])


def a_corner_on_the_lake(connection: Connection) -> None:
    """A lot of 100 by 200 ft between Legion Lane (south), Kimbro Avenue (east) and a lake (north)."""
    road = "road_centerlines"
    features = [
        a_feature_load(line((-900, -33), (900, -33)), road, "Legion Lane North", "city"),
        a_feature_load(line((133, -900), (133, 200)), road, "Kimbro Avenue North", "city"),
        a_feature_load(line((-500, 210), (90, 210)), road, "Alley North", "alley"),
        a_feature_load(line((-900, -33), (900, -33)), "interstate_centerline", "I-94"),
        a_feature_load(box(-500, 200, 900, 900), "lakes", "lake"),
        a_feature_load(box(0, 150, 50, 200), "wetlands", "pond", "type_3"),
        a_feature_load(box(0, 0, 40, 100), "impervious_surfaces", "roof"),
        a_feature_load(box(-500, -500, -300, -400), "zoning_districts", "near", "AG"),
        a_feature_load(box(-900, 0, -700, 200), "zoning_districts", "far", "R-1"),
        a_feature_load(ground_offset(CITY, 550, -100), "billboards", "across"),
        a_feature_load(ground_offset(CITY, 750, 50), "billboards", "beside"),
    ]
    names = {"road_centerlines", "interstate_centerline", "lakes", "wetlands", "impervious_surfaces"}
    layers = [a_layer(name) for name in sorted(names)]
    layers += [a_layer("billboards", "register"), a_layer("zoning_districts", "zoning")]
    lot = a_parcel_load(box(0, 0, 100, 200), "1", address="5008 Legion Lane North", acres_deed=None)
    beside = a_parcel_load(box(-100, 0, 0, 200), "2", address="5006 Legion Lane North")
    loads.write(connection, a_city_load([lot, beside], layers=layers, features=features))


def asked(
    connection: Connection, geometry: Geometry, names: list[str], footprint: shapely.Polygon | None = None
) -> FactsOfPlace:
    rings = []
    if footprint is not None:
        lon, lat = degrees_of(*shapely.get_coordinates(footprint).T)
        rings = [[[[float(x), float(y)] for x, y in zip(lon, lat, strict=True)]]]
    return facts_of(connection, geometry, CITY, "1", None, names, VINTAGE, footprint=rings)


MEASURES: dict[str, Any] = {
    "gis.setback_ft:front": 15,
    "gis.setback_ft:addressed_front": 30,
    "gis.setback_ft:side": 25,
    "gis.setback_ft:rear": 130,
    "gis.lot_line_ft": 15,
    "gis.nearest_ft:road_centerlines": 48,
    "gis.nearest_ft:lakes": 130,
    "gis.nearest_ft:wetlands": 80,
    "gis.nearest_ft:zoning_districts=R-1": 725,
    "gis.along_ft:billboards:interstate_centerline": 465,
    "gis.along_ft:billboards:interstate_centerline:same_side": 665,
    "gis.lot_width_ft:building_line": 100,
    "gis.lot_width_ft:setback_line@150": 100,
    "gis.lot_width_ft:lakes": 100,
    "gis.shore_ft:lakes": 100,
    "gis.frontage_ft": 200,
    "gis.lot_depth_ft": 200,
    "gis.lot_area_sqft": 20_000,
    "gis.overlap_sqft:impervious_surfaces": 4_000,
    "gis.overlap_percent:impervious_surfaces": 20,
    "gis.overlap_sqft:wetlands=type_8": 0,
    "gis.corner_lot": True,
    "gis.double_frontage_lot": False,
    "gis.in_vision_triangle@40": False,
    "gis.in_vision_triangle@60": True,
    "gis.inside:wetlands": False,
    "gis.inside:wetlands@80.001": True,
    "gis.inside:wetlands@79.9": False,
}


CORNERS = {
    "street": "gis.in_vision_triangle@40",
    "alley": "gis.in_vision_triangle=alley@20",
    "driveway": "gis.in_vision_triangle:driveways@10",
}


@pytest.mark.parametrize(
    ("east", "north", "zones"),
    [
        (80, 20, {"street"}),
        (79.9, 20, set()),
        (10, 10, {"alley"}),
        (10.1, 10, set()),
        (10, 10.1, set()),
        (25, 5, {"driveway"}),
        (24.9, 5, set()),
        (25, 5.1, set()),
        (47, 5, {"driveway"}),
        (47.1, 5, set()),
        (36, 5, set()),
    ],
)
def test_a_sign_in_a_vision_triangle_is_told_by_the_kind_of_corner(
    connection: Connection, geometry: Geometry, east: float, north: float, zones: set[str]
) -> None:
    """A lot of 100 by 200 ft: streets south and east, an alley west, a drive from 30 to 42 ft east."""
    road, street = "road_centerlines", "public_right_of_way"
    features = [
        a_feature_load(line((-900, -33), (900, -33)), road, "Legion Lane North", "city"),
        a_feature_load(line((133, -900), (133, 900)), road, "Kimbro Avenue North", "city"),
        a_feature_load(line((-10, -33), (-10, 900)), road, "Alley North", "alley"),
        a_feature_load(box(-900, -66, 900, 0), street, "Legion"),
        a_feature_load(box(100, -900, 166, 900), street, "Kimbro"),
        a_feature_load(box(30, -20, 42, 80), "driveways", "drive"),
    ]
    layers = [a_layer(name) for name in (road, street, "driveways")]
    lot = a_parcel_load(box(0, 0, 100, 200), "1", address="5008 Legion Lane North", acres_deed=None)
    loads.write(connection, a_city_load([lot], layers=layers, features=features))

    sign = box(east - 0.01, north - 0.01, east + 0.01, north + 0.01)
    found = asked(connection, geometry, list(CORNERS.values()), sign)

    assert found.untold == {}
    assert {what for what, name in CORNERS.items() if found.known[name].value} == zones
    assert all(found.known[name].wkb for name in CORNERS.values())


def test_a_house_on_a_corner_lot_is_measured_to_everything(
    connection: Connection, geometry: Geometry
) -> None:
    a_corner_on_the_lake(connection)
    house = box(25, 30, 85, 70)

    found = asked(connection, geometry, list(MEASURES), house)

    assert found.untold == {}
    told = {name: float(fact.value) for name, fact in found.known.items()}
    assert told == pytest.approx({name: float(value) for name, value in MEASURES.items()}, rel=6e-6, abs=0.06)


def test_every_measure_comes_with_what_it_measured(connection: Connection, geometry: Geometry) -> None:
    a_corner_on_the_lake(connection)
    lengths = [name for name in MEASURES if "_ft" in name and "@" not in name]

    shapes = asked(connection, geometry, lengths, box(25, 30, 85, 70)).shapes()

    assert {name: shape["type"] for name, shape in shapes.items()} == dict.fromkeys(lengths, "LineString")
    (west, south), (east, north) = shapes["gis.setback_ft:addressed_front"]["coordinates"]
    assert west == pytest.approx(east, abs=1e-5)
    assert abs(north - south) == pytest.approx(30 * 0.3048 / 111_143, abs=2e-7), "degrees of latitude"


def test_without_a_site_setbacks_are_not_told_but_the_lot_is(
    connection: Connection, geometry: Geometry
) -> None:
    a_corner_on_the_lake(connection)

    found = asked(
        connection, geometry, ["gis.setback_ft:rear", "gis.lot_depth_ft", "gis.in_vision_triangle@40"]
    )

    assert set(found.known) == {"gis.lot_depth_ft"}
    assert "give the site" in found.untold["gis.setback_ft:rear"].reason


def test_a_structure_partly_in_a_wetland_stands_in_it(connection: Connection, geometry: Geometry) -> None:
    a_corner_on_the_lake(connection)

    found = asked(
        connection, geometry, ["gis.inside:wetlands", "gis.nearest_ft:wetlands"], box(40, 140, 90, 160)
    )

    values = {name: fact.value for name, fact in found.known.items()}
    assert values == {"gis.inside:wetlands": True, "gis.nearest_ft:wetlands": Decimal("0.000")}


def test_a_footprint_that_leaves_the_lot_is_refused(connection: Connection, geometry: Geometry) -> None:
    a_corner_on_the_lake(connection)

    with pytest.raises(SiteOffParcel) as refused:
        asked(connection, geometry, ["gis.lot_line_ft"], box(50, 50, 103, 90))

    assert float(refused.value.distance_ft) == pytest.approx(3, abs=0.05)


def test_without_streets_on_the_map_nothing_is_called_a_front(
    connection: Connection, geometry: Geometry
) -> None:
    loads.write(connection, a_city_load([a_parcel_load(box(0, 0, 100, 200), "1")]))

    found = asked(connection, geometry, ["gis.setback_ft:front", "gis.frontage_ft"], box(25, 30, 85, 70))

    assert found.known == {}
    assert {each.reason for each in found.untold.values()} == {
        "the layer road_centerlines is not loaded for this city"
    }
