"""Permit events keep registers on the map true."""

from typing import Any

import pytest
from gis.sample.county import NamedSite
from servicekit.identifiers import uuid7

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
GENERATORS = "gis.nearest_ft:wind_generators"


def event(type_: str, number: str, event_id: str | None = None, **register: Any) -> dict[str, Any]:
    hint = {"layer": "wind_generators", **register}
    return {
        "specversion": "1.0",
        "id": event_id or str(uuid7()),
        "type": type_,
        "source": "urn:citycode:permits",
        "subject": f"permits/{number}",
        "time": "2026-06-01T15:00:00Z",
        "datacontenttype": "application/json",
        "data": {"city": CITY, "permit_number": number, "register": hint, "other": 1},
    }


def take(callers: Callers, body: dict[str, Any]) -> Any:
    return callers.neighbor().post("/v1/events", json=body)


def nearest_ft(callers: Callers, site: NamedSite) -> float:
    asked = {"pin": site.pin, "site": {"lon": site.lon, "lat": site.lat}, "names": [GENERATORS]}
    body = callers.anonymous().post(f"/v1/{CITY}/facts", json=asked).json()
    return float(body["facts"][GENERATORS]["value"])


@pytest.mark.parametrize("ending", ["permit.expired", "permit.revoked", "permit.ended"])
def test_a_permit_enters_its_structure_and_its_end_ends_it(
    callers: Callers, sites: dict[str, NamedSite], ending: str
) -> None:
    site, number = sites["fine_site"], f"LE-WIND-2026-{ending}"

    entered = take(callers, event("permit.issued", number, lon=site.lon, lat=site.lat))
    while_issued = nearest_ft(callers, site)
    ended = take(callers, event(ending, number))
    after = nearest_ft(callers, site)

    assert (entered.json(), ended.json()) == ({"changed": True}, {"changed": True})
    assert while_issued == 0.0
    assert after == pytest.approx(3947.265, abs=0.01)


def test_an_event_delivered_again_changes_nothing(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site, number, id_ = sites["fine_site"], "LE-WIND-2026-again", str(uuid7())
    issued = event("permit.issued", number, id_, lon=site.lon, lat=site.lat)
    take(callers, issued)
    take(callers, event("permit.expired", number))

    again = take(callers, issued)

    assert (again.status_code, again.json()) == (200, {"changed": False})
    assert nearest_ft(callers, site) > 1000


def test_a_structure_still_standing_stays_on_the_map(callers: Callers, sites: dict[str, NamedSite]) -> None:
    site, number = sites["fine_site"], "LE-WIND-2026-stands"
    take(callers, event("permit.issued", number, lon=site.lon, lat=site.lat))

    closed = take(callers, event("permit.closed", number))
    standing = take(callers, event("permit.expired", number, standing=True))
    while_standing = nearest_ft(callers, site)
    removed = take(callers, event("permit.ended", number))

    assert (closed.json(), standing.json()) == ({"changed": False}, {"changed": False})
    assert while_standing == 0.0
    assert removed.json() == {"changed": True}


@pytest.mark.parametrize(
    ("change", "type_"),
    [
        ({"layer": "zoning_districts"}, "permit.issued"),
        ({"layer": "swimming_pools"}, "permit.issued"),
        ({}, "permit.expired"),
        ({}, "permit.renamed"),
        ({}, "charge.unpaid"),
    ],
)
def test_what_concerns_no_register_changes_nothing(
    callers: Callers, change: dict[str, Any], type_: str
) -> None:
    answer = take(callers, event(type_, "LE-WIND-2026-nothing", lon=-92.9, lat=44.99, **change))

    assert (answer.status_code, answer.json()) == (200, {"changed": False})


def test_an_event_without_a_hint_is_taken(callers: Callers) -> None:
    body = event("permit.issued", "LE-POOL-2026-1")
    body["data"].pop("register")

    assert take(callers, body).json() == {"changed": False}


@pytest.mark.parametrize(
    ("register", "pointer"),
    [
        ({"lon": 44.99, "lat": -92.9}, "#/data/register/lon"),
        ({}, "#/data/register"),
        ({"lon": -92.9, "lat": 44.9, "layer": "Bad Name"}, "#/data/register/layer"),
    ],
)
def test_a_hint_that_cannot_be_right_is_refused_and_can_come_again(
    callers: Callers, register: dict[str, Any], pointer: str
) -> None:
    id_ = str(uuid7())

    refused = take(callers, event("permit.issued", "LE-WIND-2026-bad", id_, **register))
    mended = take(callers, event("permit.closed", "LE-WIND-2026-bad", id_, lon=-92.9, lat=44.99))

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, pointer)
    assert mended.status_code == 200


def test_an_unknown_city_is_refused(callers: Callers) -> None:
    body = event("permit.issued", "X")
    body["data"]["city"] = "nowhere"

    answer = take(callers, body)

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, "#/data/city")
