"""The geometry interface, the same on every engine."""

from datetime import date, timedelta

import pytest
import shapely
import shapely.affinity
from gis.geometry.coordinates import degrees_of
from gis.geometry.ground import ELLIPSOID
from gis.geometry.questions import (
    DWELLINGS,
    PARCELS,
    Geometry,
    Shape,
    beyond,
    layer_collection,
    share_covered,
)
from gis.storage import layers, loads
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    FOOT_M,
    PLACES,
    VINTAGE,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    an_address_load,
    ground_offset,
    square,
)

pytestmark = pytest.mark.storage
LAYER = "ponds"


def west_corner_at(city: str, away_ft: float) -> shapely.Polygon:
    """A diamond whose western corner, its nearest, is so many ground feet east of the middle."""
    x, y = ground_offset(city, away_ft).coords[0]
    return shapely.Polygon([(x, y), (x + 20, y + 20), (x + 40, y), (x + 20, y - 20)])


@pytest.mark.parametrize("city", PLACES)
@pytest.mark.parametrize("limit_ft", [350, 500, 1000])
@pytest.mark.parametrize(
    ("beside_ft", "is_within"), [(-0.01, True), (0.0, True), (0.01, False), (0.05, False)]
)
def test_the_limit_is_on_the_ground_and_included(
    connection: Connection, geometry: Geometry, city: str, limit_ft: int, beside_ft: float, is_within: bool
) -> None:
    outline = west_corner_at(city, limit_ft + beside_ft)
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")]))

    near = geometry.candidates_within(connection, PARCELS, ground_offset(city, 0), limit_ft)

    assert [each.shape.id for each in near] == (["washington-1"] if is_within else [])
    if is_within:
        assert float(near[0].distance_ft) == pytest.approx(limit_ft + beside_ft, abs=0.0006)


def test_a_parcel_350_05_ground_feet_away_is_not_within_350_although_the_grid_says_so(
    connection: Connection, geometry: Geometry
) -> None:
    outline = west_corner_at("fridley", 350.05)
    subject = ground_offset("fridley", 0)
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")]))

    near = geometry.candidates_within(connection, PARCELS, subject, 350)

    assert subject.distance(outline) / FOOT_M == pytest.approx(349.91, abs=0.01)
    assert near == []


@pytest.mark.parametrize("city", PLACES)
def test_distances_agree_with_the_geodesic_at_a_thousand_feet(
    connection: Connection, geometry: Geometry, city: str
) -> None:
    targets = [ground_offset(city, east, north) for east, north in [(1000, 0), (0, -1000), (600, 800)]]
    addresses = [an_address_load(point, f"{100 + i} Elm Street") for i, point in enumerate(targets)]
    loads.write(connection, a_city_load(addresses=addresses))
    lon, lat = PLACES[city]

    near = geometry.candidates_within(connection, DWELLINGS, ground_offset(city, 0), 1010)

    assert len(near) == 3
    for each in near:
        point = each.shape.geometry
        lons, lats = degrees_of(shapely.get_coordinates(point)[:, 0], shapely.get_coordinates(point)[:, 1])
        _, _, meters = ELLIPSOID.inv(lon, lat, lons[0], lats[0])
        assert float(each.distance_ft) == pytest.approx(meters / FOOT_M, abs=0.05)


def test_the_nearest_come_first_and_overlaps_are_at_zero(connection: Connection, geometry: Geometry) -> None:
    subject = square(ground_offset(CITY, 0), 20)
    parcels = [
        a_parcel_load(west_corner_at(CITY, 300), "far"),
        a_parcel_load(west_corner_at(CITY, 100), "near"),
        a_parcel_load(subject, "same"),
    ]
    loads.write(connection, a_city_load(parcels))

    near = geometry.candidates_within(connection, PARCELS, subject, 500)

    assert [each.shape.id for each in near] == ["washington-same", "washington-near", "washington-far"]
    assert near[0].distance_ft == 0


def test_both_parcels_of_a_shared_edge_are_at_a_point_on_it(
    connection: Connection, geometry: Geometry
) -> None:
    west = square(ground_offset(CITY, 0))
    east = shapely.affinity.translate(west, 40.0)
    loads.write(connection, a_city_load([a_parcel_load(west, "w"), a_parcel_load(east, "e")]))
    edge = shapely.Point(west.bounds[2], west.centroid.y)

    on_edge = geometry.at(connection, PARCELS, edge)
    inside = geometry.at(connection, PARCELS, west.centroid)

    assert [shape.id for shape in on_edge] == ["washington-e", "washington-w"]
    assert [shape.id for shape in inside] == ["washington-w"]


def test_stacked_condominiums_are_all_at_the_point(connection: Connection, geometry: Geometry) -> None:
    outline = square(ground_offset(CITY, 0))
    loads.write(connection, a_city_load([a_parcel_load(outline, str(unit)) for unit in range(24)]))

    found = geometry.at(connection, PARCELS, outline.centroid)

    assert len(found) == 24


def test_a_hole_is_not_inside(connection: Connection, geometry: Geometry) -> None:
    outer, hole = square(ground_offset(CITY, 0), 100), square(ground_offset(CITY, 0), 20)
    loads.write(connection, a_city_load([a_parcel_load(outer.difference(hole), "1")]))

    in_hole = geometry.at(connection, PARCELS, hole.centroid)
    near = geometry.candidates_within(connection, PARCELS, hole.centroid, 40)

    assert in_hole == []
    assert float(near[0].distance_ft) == pytest.approx(10 / FOOT_M, abs=0.02)


def test_the_nearest_is_found_far_and_near_and_without_those_left_out(
    connection: Connection, geometry: Geometry
) -> None:
    features = [
        a_feature_load(ground_offset(CITY, 30_000), LAYER, "far"),
        a_feature_load(ground_offset(CITY, 900), LAYER, "near"),
    ]
    loads.write(connection, a_city_load(layers=[a_layer(LAYER)], features=features))
    place = ground_offset(CITY, 0)

    first = geometry.nearest(connection, layer_collection(LAYER), place, 52_800)
    next_ = geometry.nearest(connection, layer_collection(LAYER), place, 52_800, [(CITY, "near")])
    none = geometry.nearest(
        connection, layer_collection(LAYER), place, 52_800, [(CITY, "near"), (CITY, "far")]
    )
    beyond_reach = geometry.nearest(connection, layer_collection(LAYER), place, 899.99)

    assert first is not None
    assert next_ is not None
    assert (first.shape.id, round(float(first.distance_ft), 2)) == ("near", 900.0)
    assert (next_.shape.id, round(float(next_.distance_ft), 1)) == ("far", 30_000.0)
    assert none is None
    assert beyond_reach is None


def test_what_covers_a_place_by_share_and_no_slivers(connection: Connection, geometry: Geometry) -> None:
    place = square(ground_offset(CITY, 0), 100)
    left, low, right, high = place.bounds
    features = [
        a_feature_load(shapely.box(left, low, left + 70, high), LAYER, "most"),
        a_feature_load(shapely.box(left + 60, low, right - 0.02, high), LAYER, "rest"),
        a_feature_load(shapely.box(right - 0.02, low, right + 50, high), LAYER, "sliver"),
        a_feature_load(shapely.box(right, low, right + 50, high), LAYER, "beside"),
    ]
    loads.write(connection, a_city_load(layers=[a_layer(LAYER)], features=features))

    covering = geometry.covering(connection, layer_collection(LAYER), place)
    at_point = geometry.covering(connection, layer_collection(LAYER), shapely.Point(left + 65, low + 50))

    assert [(each.shape.id, round(each.share, 2)) for each in covering] == [("most", 0.7), ("rest", 0.4)]
    assert share_covered(place, covering) == pytest.approx(0.9998, abs=0.0001)
    assert [each.shape.id for each in at_point] == ["most", "rest"]


def test_what_reaches_past_the_loaded_land() -> None:
    place = square(ground_offset(CITY, 0), 100)
    wide, narrow = place.buffer(500 * FOOT_M * 1.01), place.buffer(400 * FOOT_M)

    covered = beyond(place, 500, [_shape(wide)])
    rest = beyond(place, 500, [_shape(narrow)])
    nothing = beyond(place, 500, [])

    assert covered is None
    assert rest is not None
    assert nothing is not None


def test_a_change_is_seen_by_the_next_question(connection: Connection, geometry: Geometry) -> None:
    place = ground_offset(CITY, 0)
    loads.write(connection, a_city_load(layers=[a_layer(LAYER, "register")]))
    collection = layer_collection(LAYER)
    entered = a_feature_load(ground_offset(CITY, 10), LAYER, "new")

    before = geometry.nearest(connection, collection, place, 1000)
    layers.enter(connection, entered.feature, entered.wkb, VINTAGE)
    while_standing = geometry.nearest(connection, collection, place, 1000)
    layers.end(connection, CITY, LAYER, "new", VINTAGE)
    after = geometry.nearest(connection, collection, place, 1000)

    assert (before, after) == (None, None)
    assert while_standing is not None
    assert while_standing.shape.id == "new"


def test_what_stood_on_a_day_is_told_of_that_day(connection: Connection, geometry: Geometry) -> None:
    place, day = ground_offset(CITY, 0), timedelta(days=1)
    loads.write(connection, a_city_load(layers=[a_layer(LAYER, "register")]))
    stood = a_feature_load(place, LAYER, "stood")
    layers.enter(connection, stood.feature, stood.wkb, VINTAGE, VINTAGE + 2 * day)

    def seen(on: date | None) -> tuple[bool, bool, bool]:
        collection = layer_collection(LAYER)
        return (
            bool(geometry.at(connection, collection, place, on)),
            geometry.nearest(connection, collection, place, 1000, on=on) is not None,
            bool(geometry.covering(connection, collection, place.buffer(5), on))
            or bool(geometry.covering(connection, collection, place, on)),
        )

    days = [VINTAGE - day, VINTAGE, VINTAGE + day, VINTAGE + 2 * day, None]
    assert [all(seen(on)) for on in days] == [False, True, True, False, False]
    assert [any(seen(on)) for on in days] == [False, True, True, False, False]


def test_a_change_rolled_back_leaves_nothing_behind(connection: Connection, geometry: Geometry) -> None:
    place = ground_offset(CITY, 0)
    loads.write(connection, a_city_load(layers=[a_layer(LAYER, "register")]))
    collection = layer_collection(LAYER)
    lost = a_feature_load(ground_offset(CITY, 10), LAYER, "lost")
    kept = a_feature_load(ground_offset(CITY, 20), LAYER, "kept")

    attempt = connection.begin_nested()
    layers.enter(connection, lost.feature, lost.wkb, VINTAGE)
    inside = geometry.nearest(connection, collection, place, 1000)
    attempt.rollback()
    layers.enter(connection, kept.feature, kept.wkb, VINTAGE)
    after = geometry.nearest(connection, collection, place, 1000)

    assert inside is not None
    assert inside.shape.id == "lost"
    assert after is not None
    assert after.shape.id == "kept"


def _shape(geometry: shapely.Polygon) -> Shape:
    return Shape(CITY, "coverage", geometry)
