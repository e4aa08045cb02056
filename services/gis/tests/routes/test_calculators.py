"""The calculators mounted in gis: a check takes its facts of the parcel from the map."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from calculators.permissions import LawPermissions
from citycode import load_law
from gis.app import compose
from gis.sample.county import NamedSite
from gis.settings import GisSettings
from servicekit.clock import FixedClock
from servicekit.testing.client import ProvenClient, client_for

from services.gis.tests.builders import CITY
from services.gis.tests.services import SECRET, TODAY

pytestmark = pytest.mark.storage
CODES = Path(__file__).parents[4] / "codes"
HUNG_AFTER_S = 20.0


def over(url: str, **given: Any) -> ProvenClient:
    law = load_law(CODES)
    permissions = LawPermissions(law)
    settings = GisSettings.for_service(
        "gis", profile="test", database_url=url, service_secret=SECRET, **given
    )
    return client_for(compose(settings, permissions, FixedClock(TODAY, permissions.zone_of), law))


@pytest.fixture(scope="module")
def client(sample_url: str) -> Iterator[ProvenClient]:
    made = over(sample_url)
    yield made
    made.app.state.kit.engine.dispose()  # type: ignore[attr-defined]


def check(
    client: ProvenClient, pin: str, site: NamedSite | None = None, stated: dict[str, Any] | None = None
) -> Any:
    asked = {"on": "2026-06-01", "facts": stated or {}, "parcel": {"pin": pin}}
    place = {"site": {"lon": site.lon, "lat": site.lat}} if site else {}
    return client.post(f"/v1/{CITY}/programs/wind-generator/check", json={**asked, **place})


def test_a_program_that_is_of_no_parcel_is_asked_at_the_place(client: ProvenClient) -> None:
    asked = {"on": "2026-07-04", "facts": {}, "site": {"lon": -95.911238, "lat": 46.7650039}}

    answer = client.post("/v1/detroit-lakes/programs/no-wake-zones/check", json=asked)

    place = answer.json()["place"]
    told = {fact["name"]: fact["value"] for fact in place["facts"]}
    assert (answer.status_code, place["pin"]) == (200, None)
    assert (told["in_zone_by_resolution"], told["in_bay_or_lake"]) == (True, True)
    assert told["waters_edge_ft"] > 0
    assert "in_zone_by_resolution" not in {each["name"] for each in answer.json()["missing_facts"]}


@pytest.mark.parametrize(
    ("name", "fails"),
    [
        ("fine_site", set()),
        ("under_40_acres", {"le-wind-lot-size"}),
        ("inside_airport_safety_zone", {"le-wind-airport"}),
        ("near_a_wind_generator", {"le-wind-spacing"}),
    ],
)
def test_the_map_decides_what_it_can(
    client: ProvenClient, sites: dict[str, NamedSite], name: str, fails: set[str]
) -> None:
    answer = check(client, sites[name].pin, sites[name])

    body = answer.json()
    assert answer.status_code == 200
    assert set(body["fails"]) == fails
    assert len(body["place"]["facts"]) == 5
    assert {each["name"] for each in body["missing_facts"]}.isdisjoint(
        {"zoning_district", "lot_area_acres", "in_airport_safety_zone", "nearest_wind_generator_ft"}
    )


def test_the_setback_of_a_generator_is_the_measured_one_not_the_stated(
    client: ProvenClient, sites: dict[str, NamedSite]
) -> None:
    site = sites["fine_site"]
    stated = {"property_line_setback_ft": 100}

    body = check(client, site.pin, site, stated).json()

    told = {each["name"]: each for each in body["place"]["facts"]}
    assert told["property_line_setback_ft"]["value"] == pytest.approx(660, abs=0.1)
    assert told["property_line_setback_ft"]["stated"] == 100
    assert "le-wind-setback" not in body["fails"]


def test_without_a_site_what_depends_on_it_is_missing(
    client: ProvenClient, sites: dict[str, NamedSite]
) -> None:
    body = check(client, sites["fine_site"].pin).json()

    assert "nearest_wind_generator_ft" in {each["name"] for each in body["missing_facts"]}
    assert any("give the site" in note for note in body["notes"])


@pytest.mark.parametrize("pin", ["99.999.99.99.9999", "10-30-24-11-0001"])
def test_a_parcel_that_is_not_this_citys_is_refused(client: ProvenClient, pin: str) -> None:
    answer = check(client, pin)

    assert answer.status_code == 422
    assert "no such parcel" in answer.text


def test_a_site_off_the_parcel_is_refused(client: ProvenClient, sites: dict[str, NamedSite]) -> None:
    answer = check(client, sites["fine_site"].pin, sites["under_40_acres"])

    assert answer.status_code == 422
    assert "off the parcel" in answer.text


def test_without_its_database_a_check_says_what_is_missing(sites: dict[str, NamedSite]) -> None:
    away = over("postgresql://nobody@127.0.0.1:1/none")

    answer = check(away, sites["fine_site"].pin, sites["fine_site"])

    body = answer.json()
    assert (answer.status_code, body["outcome"]) == (200, "needs_information")
    assert "zoning_district" in {each["name"] for each in body["missing_facts"]}
    assert answer.elapsed.total_seconds() < HUNG_AFTER_S
