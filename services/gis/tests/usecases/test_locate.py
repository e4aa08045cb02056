"""What lies at a point: every candidate, each once, by where things lie and never by what they are called."""

from datetime import date
from typing import Any

import pytest
import shapely
import shapely.affinity
from gis.geometry.coordinates import degrees_of
from gis.geometry.questions import Geometry
from gis.storage import loads
from gis.usecases.locate import Place, place_at
from gis.usecases.make_notice_list import make
from gis.usecases.notice_subject import parcels_as_subject
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    a_party,
    ground_offset,
    square,
)
from services.gis.tests.usecases.test_make_notice_list import making

pytestmark = pytest.mark.storage
ON = date(2026, 11, 30)
HERE = square(ground_offset(CITY, 0), 100)
LEFT, LOW, RIGHT, HIGH = HERE.bounds
WEST, EAST = shapely.box(LEFT, LOW, LEFT + 50, HIGH), shapely.box(LEFT + 50, LOW, RIGHT, HIGH)
GOVERNED = a_feature_load(HERE.buffer(500), "jurisdictions", CITY, CITY)
LAYERS = [
    a_layer("jurisdictions", "jurisdiction"),
    a_layer("zoning_districts", "zoning"),
    a_layer("shoreland"),
    a_layer("wind_generators", "register"),
]


def at(connection: Connection, geometry: Geometry, x: float, y: float, city: str = CITY) -> Place:
    lon, lat = degrees_of(*(shapely.get_coordinates(shapely.Point(x, y))[:, axis] for axis in (0, 1)))
    return place_at(connection, geometry, city, float(lon[0]), float(lat[0]), ON)


def three_owners(**given: Any) -> Any:
    owners = [a_party(f"Owner {place}", f"{place} Elm Street", "Fargo, ND 58102") for place in range(3)]
    return a_parcel_load(HERE, "1", *owners, **given)


def test_a_parcel_of_three_owners_in_two_districts_is_there_once(
    connection: Connection, geometry: Geometry
) -> None:
    districts = [
        a_feature_load(WEST, "zoning_districts", "west", "R-1"),
        a_feature_load(EAST, "zoning_districts", "east", "C-1"),
        a_feature_load(HERE, "shoreland", "lake-1"),
        a_feature_load(HERE, "shoreland", "lake-2"),
    ]
    loads.write(connection, a_city_load([three_owners()], layers=LAYERS, features=[GOVERNED, *districts]))

    found = at(connection, geometry, LEFT + 50, LOW + 50)
    inside = at(connection, geometry, LEFT + 20, LOW + 50)
    made = make(
        connection, geometry, CITY, parcels_as_subject(connection, CITY, ["1"]), 350, "owners", making()
    )

    assert [parcel.pin for parcel in found.parcels] == ["1"]
    assert [each.code for each in found.zoning] == ["C-1", "R-1"], "on the line both are given"
    assert [each.code for each in inside.zoning] == ["R-1"]
    assert [each.id for each in found.overlays] == ["lake-1", "lake-2"]
    assert [(row["names"], len(row["parcels"])) for row in made["rows"]] == [
        ([f"Owner {place}"], 1) for place in range(3)
    ]


def test_who_governs_is_told_by_where_it_lies_whatever_the_postal_city(
    connection: Connection, geometry: Geometry
) -> None:
    elsewhere = a_parcel_load(HERE, "1", postal_city="Stillwater", zip="55082")
    loads.write(connection, a_city_load([elsewhere], layers=LAYERS, features=[GOVERNED]))

    found = at(connection, geometry, LEFT + 10, LOW + 10)
    beyond = at(connection, geometry, RIGHT + 700, LOW)

    assert [each.code for each in found.governed_by] == [CITY]
    assert (found.in_city, [parcel.postal_city for parcel in found.parcels]) == (True, ["Stillwater"])
    assert (beyond.in_city, beyond.governed_by) == (False, ())


def test_stacked_parcels_and_both_of_a_shared_line_are_all_given(
    connection: Connection, geometry: Geometry
) -> None:
    stacked = [a_parcel_load(WEST, f"unit {place}") for place in range(12)]
    beside = a_parcel_load(EAST, "house")
    loads.write(connection, a_city_load([*stacked, beside], layers=LAYERS, features=[GOVERNED]))

    on_line = at(connection, geometry, LEFT + 50, LOW + 50)
    inside = at(connection, geometry, LEFT + 20, LOW + 50)

    assert {parcel.pin for parcel in inside.parcels} == {f"unit {place}" for place in range(12)}
    assert {parcel.pin for parcel in on_line.parcels} == {"house"} | {f"unit {place}" for place in range(12)}


def test_what_is_loaded_past_the_former_extent_is_found(connection: Connection, geometry: Geometry) -> None:
    far = shapely.affinity.translate(HERE, 9_000, 9_000)
    around = a_feature_load(HERE.buffer(20_000), "jurisdictions", CITY, CITY)
    loads.write(connection, a_city_load([a_parcel_load(HERE, "1")], layers=LAYERS, features=[around]))
    before = at(connection, geometry, far.centroid.x, far.centroid.y)

    loads.write(connection, a_city_load([a_parcel_load(far, "2")]))
    after = at(connection, geometry, far.centroid.x, far.centroid.y)

    assert (before.parcels, [parcel.pin for parcel in after.parcels]) == ((), ["2"])


def test_another_citys_layers_are_not_told(connection: Connection, geometry: Geometry) -> None:
    theirs = a_feature_load(HERE, "zoning_districts", "theirs", "M-1", city="fridley")
    loads.write(connection, a_city_load([a_parcel_load(HERE, "1")], layers=LAYERS, features=[GOVERNED]))
    loads.write(
        connection,
        a_city_load(
            layers=[a_layer("zoning_districts", "zoning", "fridley")], features=[theirs], city="fridley"
        ),
    )

    found = at(connection, geometry, LEFT + 50, LOW + 50)
    from_there = at(connection, geometry, LEFT + 50, LOW + 50, "fridley")

    assert found.zoning == ()
    assert (from_there.in_city, from_there.zoning) == (False, ())
