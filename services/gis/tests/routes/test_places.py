"""Places and facts over HTTP."""

import pytest
from gis.sample.county import NamedSite

from services.gis.tests.builders import CITY, PLACES
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage


def test_a_point_names_who_governs_its_parcel_district_and_overlays(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site = sites["inside_airport_safety_zone"]

    answer = callers.anonymous().get(f"/v1/{CITY}/at", params={"lon": site.lon, "lat": site.lat})

    body = answer.json()
    assert answer.status_code == 200
    assert [(each["city"], each["source"]) for each in body["governed_by"]] == [
        (CITY, "synthetic sample county")
    ]
    assert [each["pin"] for each in body["parcels"]] == [site.pin]
    assert [each["code"] for each in body["zoning"]] == ["RR"]
    assert [(each["layer"], each["code"]) for each in body["overlays"]] == [
        ("airport_impact_zones", "A"),
        ("airport_safety_zones", "A"),
    ]
    assert "owners" not in str(body)


def test_outside_the_city_only_the_jurisdiction_is_told(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site = sites["fine_site"]

    from_elsewhere = (
        callers.anonymous().get("/v1/fridley/at", params={"lon": site.lon, "lat": site.lat}).json()
    )
    beside = callers.anonymous().get(f"/v1/{CITY}/at", params={"lon": -92.886, "lat": 44.9878}).json()
    nowhere = callers.anonymous().get(f"/v1/{CITY}/at", params={"lon": -94.5, "lat": 47.5}).json()

    assert [each["name"] for each in from_elsewhere["governed_by"]] == ["City of Lake Elmo"]
    assert [each["name"] for each in beside["governed_by"]] == ["Baytown Township"]
    assert nowhere["governed_by"] == []
    for body in (from_elsewhere, beside, nowhere):
        assert (body["in_city"], body["parcels"], body["zoning"], body["overlays"]) == (False, [], [], [])


@pytest.mark.parametrize(
    ("lon", "lat", "pointer", "word"),
    [
        ("nan", "45", "#/lon", "finite"),
        ("-93", "inf", "#/lat", "finite"),
        ("44.99", "-92.9", "#/lon", "swapped"),
        ("0", "0", "#/lon", "off this map"),
        ("-93", "95", "#/lat", "off this map"),
        ("x", "45", "#/lon", "number"),
    ],
)
def test_a_bad_point_is_refused_clearly(
    callers: Callers, lon: str, lat: str, pointer: str, word: str
) -> None:
    answer = callers.anonymous().get(f"/v1/{CITY}/at", params={"lon": lon, "lat": lat})

    (error,) = answer.json()["errors"]
    assert answer.status_code == 422
    assert (error["in"], error["pointer"]) == ("query", pointer)
    assert word in error["message"]


def test_the_wind_facts_of_the_fine_site_in_one_call(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site = sites["fine_site"]
    names = ["gis.zoning_district", "gis.lot_area_acres", "gis.inside:airport_safety_zones"]
    asked = {
        "pin": site.pin,
        "site": {"lon": site.lon, "lat": site.lat},
        "names": [*names, "gis.nearest_ft:wind_generators", "gis.unheard_of"],
    }

    answer = callers.neighbor().post(f"/v1/{CITY}/facts", json=asked)

    body = answer.json()
    told = {name: (fact["value"], fact["unit"]) for name, fact in body["facts"].items()}
    assert answer.status_code == 200
    assert [told[name] for name in names] == [("AG", None), (80.0, "acre"), (False, None)]
    assert told["gis.nearest_ft:wind_generators"] == (pytest.approx(3947.265, abs=0.01), "ft")
    assert [each["name"] for each in body["missing"]] == ["gis.unheard_of"]
    assert {fact["vintage"] for fact in body["facts"].values()} == {"2026-10-01"}


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"site": {"lon": 44.99, "lat": -92.9}}, "#/site/lon"),
        ({"site": {"lon": -92.95, "lat": 44.99}}, "#/site"),
        ({"site": {"lon": -92.9}}, "#/site/lat"),
        ({"names": []}, "#/names"),
        ({"names": ["x"] * 51}, "#/names"),
        ({"nmes": ["x"]}, "#/nmes"),
        ({"pin": ""}, "#/pin"),
    ],
)
def test_a_bad_ask_is_refused_with_its_place(
    callers: Callers, sites: dict[str, NamedSite], change: dict[str, object], pointer: str
) -> None:
    asked = {"pin": sites["fine_site"].pin, "names": ["gis.zoning_district"], **change}

    answer = callers.anonymous().post(f"/v1/{CITY}/facts", json=asked)

    assert answer.status_code == 422
    assert [each["pointer"] for each in answer.json()["errors"]] == [pointer]


def test_a_place_of_no_parcel_is_told_of_the_place_alone(callers: Callers) -> None:
    names = ["gis.inside:no_wake_zones_by_resolution", "gis.lot_area_acres"]
    asked = {"site": {"lon": -95.911238, "lat": 46.7650039}, "names": names}

    body = callers.anonymous().post("/v1/detroit-lakes/facts", json=asked).json()

    assert (body["pin"], body["city"]) == (None, "detroit-lakes")
    assert body["facts"][names[0]]["value"] is True
    assert [each["name"] for each in body["missing"]] == [names[1]]


@pytest.mark.parametrize(
    ("asked", "pointer", "says"),
    [
        ({}, "#", "Name a parcel"),
        ({"site": {"lon": -95.95, "lat": 46.7650039}}, "#/site", "outside the city"),
    ],
    ids=["no-place", "another-government"],
)
def test_no_place_and_a_place_outside_are_refused(
    callers: Callers, asked: dict[str, object], pointer: str, says: str
) -> None:
    answer = callers.anonymous().post(
        "/v1/detroit-lakes/facts", json={"names": ["gis.inside:swimming_areas"], **asked}
    )

    body = answer.json()
    assert (answer.status_code, answer.headers["Content-Type"]) == (422, "application/problem+json")
    assert [each["pointer"] for each in body["errors"]] == [pointer]
    assert says in f"{body['detail']} {body['errors'][0]}"


@pytest.mark.parametrize("city", PLACES)
def test_the_middle_of_each_city_is_in_it(callers: Callers, city: str) -> None:
    lon, lat = PLACES[city]

    body = callers.anonymous().get(f"/v1/{city}/at", params={"lon": lon, "lat": lat}).json()

    assert body["in_city"] is True
    assert len(body["parcels"]) >= 1
