"""Notice lists against a brute force count of the sample county, on each engine."""

from datetime import UTC, date, datetime
from typing import Any
from uuid import UUID

import pytest
import shapely
from gis.domain.measures import FOOT_M
from gis.domain.notice_list import Audience, UnknownNoticeList
from gis.domain.parcel import UnknownParcel
from gis.domain.parties import Party, mailing_key
from gis.domain.places import BadPlace
from gis.geometry.coordinates import grid_point
from gis.geometry.ground import ELLIPSOID
from gis.geometry.questions import Geometry
from gis.sample.county import NamedSite
from gis.storage import loads, parcels
from gis.usecases.make_notice_list import Making, kept, make
from gis.usecases.notice_subject import area_as_subject, parcels_as_subject
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from services.gis.tests.builders import (
    CITY,
    PLACES,
    a_city_load,
    a_feature_load,
    a_layer,
    a_parcel_load,
    an_address_load,
    an_ownership,
    ground_offset,
    square,
)
from services.gis.tests.usecases.oracle import dwelling_distances_ft, parcel_distances_ft, sample_loads

pytestmark = pytest.mark.storage
AT = datetime(2026, 6, 1, 15, tzinfo=UTC)


def making() -> Making:
    return Making(uuid7(), AT, "clerk-1")


def around(
    connection: Connection, geometry: Geometry, city: str, pin: str, within_ft: float, to: Audience
) -> dict[str, Any]:
    """A list around one parcel."""
    return make(
        connection, geometry, city, parcels_as_subject(connection, city, [pin]), within_ft, to, making()
    )


def subjects(city: str) -> list[str]:
    """A large lot, a lot in town, and the last lot of a city."""
    parcels = sample_loads()[city].parcels
    largest = max(parcels, key=lambda each: each.parcel.acres_polygon)
    return [largest.parcel.pin, parcels[len(parcels) // 2].parcel.pin, parcels[-1].parcel.pin]


@pytest.mark.parametrize("city", PLACES)
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("within_ft", [350, 500, 1000])
def test_owners_are_those_a_brute_force_count_finds(
    sample: Connection, sample_geometry: Geometry, city: str, place: int, within_ft: int
) -> None:
    load, pin = sample_loads()[city], subjects(city)[place]
    distances = parcel_distances_ft(city, pin)
    expected = {other for other, away in distances.items() if away <= within_ft + 0.0005}
    protected = {each.parcel.pin for each in load.parcels if each.ownership.private}

    made = around(sample, sample_geometry, city, pin, within_ft, "owners")

    listed = {each["pin"]: each["distance_ft"] for row in made["rows"] for each in row["parcels"]}
    listed |= {each["pin"]: each["distance_ft"] for each in made["unaddressed"]}
    assert set(listed) == expected - protected
    assert made["withheld"] == len(expected & protected)
    assert listed == pytest.approx({each: distances[each] for each in listed}, abs=0.01)
    keys = [mailing_key(tuple(row["mailing_lines"])) for row in made["rows"]]
    assert len(keys) == len(set(keys))
    assert pin in listed


@pytest.mark.parametrize("city", PLACES)
@pytest.mark.parametrize("within_ft", [350, 500, 1000])
def test_residents_are_those_a_brute_force_count_finds(
    sample: Connection, sample_geometry: Geometry, city: str, within_ft: int
) -> None:
    load, pin = sample_loads()[city], subjects(city)[0]
    distances = dwelling_distances_ft(city, pin)
    near = {each for each, away in distances.items() if away <= within_ft + 0.0005}
    dwellings = {each.dwelling.id: each.dwelling for each in load.addresses}
    expected = {mailing_key(dwellings[each].mailing) for each in near if not dwellings[each].private}

    made = make(
        sample,
        sample_geometry,
        city,
        parcels_as_subject(sample, city, [pin]),
        within_ft,
        "residents",
        making(),
    )

    assert {mailing_key(tuple(row["mailing_lines"])) for row in made["rows"]} == expected
    assert made["withheld"] == sum(dwellings[each].private for each in near)


def test_the_sample_list_of_500_ft_has_owners_at_home_renters_and_owners_of_several_parcels(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite]
) -> None:
    pin = sites["fine_site"].pin

    made = make(
        sample,
        sample_geometry,
        CITY,
        parcels_as_subject(sample, CITY, [pin]),
        500,
        "owners_and_residents",
        making(),
    )

    rows: list[dict[str, Any]] = made["rows"]
    assert made["complete"] is True
    assert sum("owner_occupant" in row["basis"] for row in rows) >= 3
    assert sum(row["names"] == ["Resident"] for row in rows) >= 3
    assert any(len(row["parcels"]) > 1 and "owner" in row["basis"] for row in rows)
    assert any("taxpayer" in row["basis"] for row in rows)
    assert [row["subject"] for row in rows].count(True) == 1
    assert [row["distance_ft"] for row in rows] == sorted(row["distance_ft"] for row in rows)


def test_a_list_reaching_past_the_loaded_parcels_says_so_and_names_whose_are_missing(
    sample: Connection, sample_geometry: Geometry
) -> None:
    pin = sample_loads()[CITY].parcels[-1].parcel.pin

    made = around(sample, sample_geometry, CITY, pin, 500, "owners")

    assert (made["complete"], made["reaches_into"]) == (False, ["Baytown Township"])


@pytest.mark.parametrize(
    ("house_ft", "listed"), [(480, True), (499.99, True), (500, True), (500.01, False), (505, False)]
)
def test_a_renter_is_told_up_to_the_limit(
    connection: Connection, geometry: Geometry, house_ft: float, listed: bool
) -> None:
    x, y = ground_offset(CITY, 0).coords[0]
    outline = shapely.Polygon([(x, y), (x - 20, y + 20), (x - 40, y), (x - 20, y - 20)])
    house = an_address_load(ground_offset(CITY, house_ft), "9 Elm Street")
    loads.write(connection, a_city_load([a_parcel_load(outline, "1")], [house]))

    made = around(connection, geometry, CITY, "1", 500, "residents")

    assert [row["names"] for row in made["rows"]] == ([["Resident"]] if listed else [])


def test_a_list_is_frozen_however_owners_change(connection: Connection, geometry: Geometry) -> None:
    outline = square(ground_offset(CITY, 0))
    load = a_parcel_load(outline, "1", Party("Ada Vang", ("1 Elm St", "Fargo, ND 58102")))
    loads.write(connection, a_city_load([load]))
    made = around(connection, geometry, CITY, "1", 100, "owners")

    buyer = an_ownership(Party("Nils Moua", ("2 Elm St", "Fargo, ND 58102")), owner_since=date(2026, 6, 1))
    parcels.set_ownership(connection, CITY, load.parcel.id, buyer)
    again = kept(connection, CITY, UUID(made["id"]))
    anew = around(connection, geometry, CITY, "1", 100, "owners")

    assert again == made
    assert [row["names"] for row in anew["rows"]] == [["Nils Moua"]]


def test_neighbors_in_another_city_are_told_too(connection: Connection, geometry: Geometry) -> None:
    here = square(ground_offset(CITY, 0))
    there = square(ground_offset(CITY, 300))
    beyond_line = a_parcel_load(there, "2", city="fridley", county="anoka")
    loads.write(connection, a_city_load([a_parcel_load(here, "1", Party("Ada Vang", ("1 Elm", "Fargo")))]))
    loads.write(connection, a_city_load([beyond_line], city="fridley"))

    made = around(connection, geometry, CITY, "1", 500, "owners")

    assert sorted(each["pin"] for row in made["rows"] for each in row["parcels"]) == ["1", "2"]


def test_a_dwelling_is_put_on_the_parcel_it_stands_on_when_the_county_does_not_say(
    connection: Connection, geometry: Geometry
) -> None:
    outline = square(ground_offset(CITY, 0))
    home = ("9 Elm Street", "Lake Elmo, MN 55042")
    house = an_address_load(shapely.Point(outline.centroid), "9 Elm Street")
    loads.write(connection, a_city_load([a_parcel_load(outline, "1", Party("Ada Vang", home))], [house]))

    made = around(connection, geometry, CITY, "1", 10, "residents")

    (row,) = made["rows"]
    assert (row["names"], row["parcels"]) == (["Ada Vang"], [{"pin": "1", "distance_ft": 0.0}])


def test_the_oldest_vintage_of_what_was_used_is_said(connection: Connection, geometry: Geometry) -> None:
    here, there = square(ground_offset(CITY, 0)), square(ground_offset(CITY, 300))
    old = a_parcel_load(there, "2", vintage=date(2024, 2, 1))
    loads.write(connection, a_city_load([a_parcel_load(here, "1"), old]))

    made = around(connection, geometry, CITY, "1", 500, "owners")

    assert made["vintage"] == "2024-02-01"


def test_land_outside_every_jurisdiction_is_said(connection: Connection, geometry: Geometry) -> None:
    here = square(ground_offset(CITY, 0))
    coverage = a_feature_load(square(ground_offset(CITY, 0), 100), "parcel_coverage", "county")
    layer = a_layer("parcel_coverage", "coverage")
    loads.write(connection, a_city_load([a_parcel_load(here, "1")], layers=[layer], features=[coverage]))

    made = around(connection, geometry, CITY, "1", 500, "owners")

    assert (made["complete"], made["reaches_into"]) == (
        False,
        ["land outside every jurisdiction on this map"],
    )


def test_another_citys_parcel_and_list_are_absent(
    sample: Connection, sample_geometry: Geometry, sites: dict[str, NamedSite]
) -> None:
    pin = sites["fine_site"].pin
    made = around(sample, sample_geometry, CITY, pin, 100, "owners")

    with pytest.raises(UnknownParcel):
        make(
            sample,
            sample_geometry,
            "fridley",
            parcels_as_subject(sample, "fridley", [pin]),
            100,
            "owners",
            making(),
        )
    with pytest.raises(UnknownNoticeList):
        kept(sample, "fridley", UUID(made["id"]))


def test_several_parcels_are_one_site(connection: Connection, geometry: Geometry) -> None:
    places = {"1": 0, "2": 200, "far": 900, "beyond": 1400}
    rows = [a_parcel_load(square(ground_offset(CITY, east)), pin) for pin, east in places.items()]
    loads.write(connection, a_city_load(rows))

    site = parcels_as_subject(connection, CITY, ["2", "1"])
    made = make(connection, geometry, CITY, site, 700, "owners", making())

    listed = {each["pin"] for row in made["rows"] for each in row["parcels"]}
    assert (made["pin"], made["pins"], made["measured_from"]) == (None, ["2", "1"], "project_site")
    assert listed == {"1", "2", "far"}


@pytest.mark.parametrize(("within_ft", "listed"), [(349.99, False), (350.0, True), (350.01, True)])
def test_an_area_on_the_map_is_measured_from_its_edge(
    connection: Connection, geometry: Geometry, within_ft: float, listed: bool
) -> None:
    lon, lat = PLACES[CITY]
    east_lon, east_lat, _ = ELLIPSOID.fwd(lon, lat, 90.0, 350 * FOOT_M)
    corners = [[lon, lat], [lon - 0.001, lat + 0.001], [lon - 0.002, lat], [lon - 0.001, lat - 0.001]]
    x, y = grid_point(east_lon, east_lat).coords[0]
    house = shapely.Polygon([(x, y), (x + 20, y + 20), (x + 40, y), (x + 20, y - 20)])
    loads.write(connection, a_city_load([a_parcel_load(house, "1")]))

    area = area_as_subject({"type": "Polygon", "coordinates": [[*corners, corners[0]]]})
    made = make(connection, geometry, CITY, area, within_ft, "owners", making())

    assert (made["pin"], made["pins"], made["measured_from"]) == (None, [], "area")
    assert [each["distance_ft"] for row in made["rows"] for each in row["parcels"]] == (
        [350.0] if listed else []
    )


def test_a_city_without_parcels_has_a_list_of_nobody(connection: Connection, geometry: Geometry) -> None:
    area = area_as_subject({"type": "Polygon", "coordinates": [GOOD]})

    made = make(connection, geometry, CITY, area, 350, "owners_and_residents", making())

    assert (made["rows"], made["complete"], made["generation"]) == ([], False, 0)


LON, LAT = PLACES[CITY]
GOOD = [[LON, LAT], [LON + 0.001, LAT], [LON, LAT + 0.001], [LON, LAT]]


@pytest.mark.parametrize(
    ("ring", "told"),
    [
        ([GOOD[0], GOOD[1], GOOD[2], GOOD[1]], "ends where it began"),
        ([[lat, lon] for lon, lat in GOOD], "look swapped"),
        ([[lon + 40, lat] for lon, lat in GOOD], "off this map"),
        ([GOOD[0], [LON + 0.001, LAT + 0.001], GOOD[1], GOOD[2], GOOD[0]], "Self-intersection"),
        (GOOD[:3] + [[LON + place / 1e8, LAT + 0.0005] for place in range(10_000)] + GOOD[:1], "at most"),
    ],
)
def test_a_bad_area_is_refused_with_what_is_wrong(ring: list[list[float]], told: str) -> None:
    with pytest.raises(BadPlace, match=told) as refused:
        area_as_subject({"type": "Polygon", "coordinates": [ring]})

    assert refused.value.part == "area/coordinates"
