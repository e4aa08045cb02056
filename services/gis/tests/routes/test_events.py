"""Permit events keep registers on the map true."""

from typing import Any

import pytest
from gis.sample.county import NamedSite
from servicekit.identifiers import uuid7

from services.gis.tests.builders import CITY
from services.gis.tests.services import Callers

pytestmark = pytest.mark.storage
GENERATORS = "gis.nearest_ft:wind_generators"


def event(
    type_: str, number: str, event_id: str | None = None, on: str | None = None, **register: Any
) -> dict[str, Any]:
    hint = {"layer": "wind_generators", **register}
    return {
        "specversion": "1.0",
        "id": event_id or str(uuid7()),
        "type": type_,
        "source": "urn:citycode:permits",
        "subject": f"permits/{number}",
        "time": "2026-06-01T15:00:00Z",
        "datacontenttype": "application/json",
        "data": {"city": CITY, "permit_number": number, "register": hint, "effective_on": on},
    }


def take(callers: Callers, body: dict[str, Any]) -> Any:
    return callers.neighbor().post("/v1/events", json=body)


def nearest_ft(callers: Callers, site: NamedSite, **asked_too: Any) -> float:
    place = {"pin": site.pin, "site": {"lon": site.lon, "lat": site.lat}}
    asked = {**place, "names": [GENERATORS], **asked_too}
    body = callers.anonymous().post(f"/v1/{CITY}/facts", json=asked).json()
    return float(body["facts"][GENERATORS]["value"])


@pytest.mark.parametrize("ending", ["permit.closed", "permit.expired", "permit.revoked", "permit.ended"])
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

    standing = take(callers, event("permit.expired", number, standing=True))
    while_standing = nearest_ft(callers, site)
    removed = take(callers, event("permit.closed", number))

    assert standing.json() == {"changed": False}
    assert while_standing == 0.0
    assert removed.json() == {"changed": True}
    assert nearest_ft(callers, site) > 1000


def test_an_earlier_day_still_sees_what_has_ended_since(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site, number = sites["fine_site"], "LE-WIND-2021-past"
    take(callers, event("permit.issued", number, on="2021-03-01", lon=site.lon, lat=site.lat))
    take(callers, event("permit.closed", number, on="2022-08-01"))

    days = ["2021-02-28", "2021-03-01", "2022-07-31", "2022-08-01"]

    assert [nearest_ft(callers, site, on=day) == 0.0 for day in days] == [False, True, True, False]
    assert nearest_ft(callers, site) > 1000
    found = callers.anonymous().get(
        f"/v1/{CITY}/at", params={"lon": site.lon, "lat": site.lat, "on": "2022-07-31"}
    )
    assert number in {each["feature"] for each in found.json()["overlays"]}


LIFE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("permit.issued", "2024-03-01", {}),
    ("permit.expired", "2024-06-01", {}),
    ("permit.restored", "2024-06-10", {}),
    ("permit.expired", "2025-01-15", {"standing": True}),
    ("permit.closed", "2025-02-01", {}),
)


@pytest.mark.parametrize("order", [(0, 1, 2, 3, 4), (4, 3, 2, 1, 0), (2, 4, 0, 3, 1), (4, 0, 1, 3, 2)])
def test_events_in_any_order_and_again_leave_the_same_map(
    callers: Callers, sites: dict[str, NamedSite], order: tuple[int, ...]
) -> None:
    site, number = sites["fine_site"], "LE-WIND-2024-order-" + "".join(map(str, order))
    said = [event(type_, number, on=on, lon=site.lon, lat=site.lat, **given) for type_, on, given in LIFE]

    taken = [take(callers, said[place]) for place in (*order, *order)]

    assert {answer.status_code for answer in taken} == {200}
    assert {answer.json()["changed"] for answer in taken[len(order) :]} == {False}
    days = ["2024-02-29", "2024-03-01", "2024-07-01", "2025-01-31", "2025-02-01"]
    stood = [nearest_ft(callers, site, on=day) == 0.0 for day in days]
    assert stood == [False, True, True, True, False]
    assert nearest_ft(callers, site) > 1000


def test_a_structure_of_the_county_file_ends_with_its_permit(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site = sites["near_a_wind_generator"]
    before = nearest_ft(callers, site, on="2025-01-01")
    known = "existing-1"

    ended = take(callers, event("permit.closed", known, on="2026-05-01"))
    after = nearest_ft(callers, site, on="2026-05-01")
    back = take(callers, event("permit.restored", known, on="2026-05-01"))

    assert (ended.json(), back.json()) == ({"changed": True}, {"changed": True})
    assert before == pytest.approx(660.0, abs=0.1)
    assert after > 1000
    assert nearest_ft(callers, site) == before


def test_whoever_takes_a_standing_structure_over_is_not_measured_to_it(
    callers: Callers, sites: dict[str, NamedSite]
) -> None:
    site, number = sites["fine_site"], "LE-WIND-2026-sold"
    take(callers, event("permit.issued", number, lon=site.lon, lat=site.lat))
    take(callers, event("permit.expired", number, standing=True))
    asked = {
        "pin": site.pin,
        "site": {"lon": site.lon, "lat": site.lat},
        "names": [GENERATORS],
        "except_features": [number],
    }

    found = callers.anonymous().post(f"/v1/{CITY}/facts", json=asked).json()

    assert nearest_ft(callers, site) == 0.0
    assert found["facts"][GENERATORS]["value"] == pytest.approx(3947.265, abs=0.01)
    assert found["facts"][GENERATORS]["source"].endswith(f"{number} left out")
    assert found["left_out"] == [{"layer": "wind_generators", "feature": number}]
    take(callers, event("permit.closed", number))


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
