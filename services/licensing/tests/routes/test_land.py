"""Events of the land: taken once, kept when they cannot be taken; what ends nothing is noted."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import a_pin
from services.licensing.tests.services import CITY, Office

pytestmark = pytest.mark.storage


def an_event(type_: str = "ownership.transferred", **data: Any) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "type": type_,
        "source": "urn:citycode:gis",
        "subject": f"{CITY}/parcel",
        "time": "2026-07-20T12:00:00Z",
        "data": {"city": CITY, **data},
    }


def told(office: Office, event: dict[str, Any]) -> Any:
    return office.neighbor().post("/v1/events", json=event)


def happenings(office: Office, license_: Any) -> list[str]:
    read = steps.read(office.administrator(), f"/licenses/{license_['id']}/history")
    assert read["intact"] is True
    return [each["event"] for each in read["entries"]]


def test_a_sale_ends_no_private_license_and_is_noted_with_what_the_buyer_may_do(office: Office) -> None:
    pin = a_pin()
    license_ = steps.issued(office, pin=pin)
    event = an_event(pin=pin, candidate_id="c-1", conveyed_on="2026-07-20")

    first, again = told(office, event), told(office, event)

    shown = steps.read(office.anonymous(), f"/licenses/{license_['id']}")
    read = steps.read(office.administrator(), f"/licenses/{license_['id']}/history")["entries"]
    noted = [each for each in read if each["event"] == "ownership.transferred.noted"]
    assert [first.json(), again.json()] == [{"changed": [], "refused": None}] * 2
    assert shown["state"] == "issued"
    assert [each["rules"] for each in noted] == [["dl-dock-no-transfer"]]
    assert noted[0]["details"]["passes_on"] is False
    assert noted[0]["details"]["options"] == {"buyer": ["new_license"]}


def test_a_sale_before_the_license_was_issued_is_nothing_to_it(office: Office) -> None:
    pin = a_pin()
    license_ = steps.issued(office, pin=pin)

    told(office, an_event(pin=pin, candidate_id="c-2", conveyed_on="2026-05-10"))

    assert "ownership.transferred.noted" not in happenings(office, license_)


def test_an_event_without_its_day_is_kept_and_tried_again(office: Office) -> None:
    event = an_event(pin=a_pin())

    refused = told(office, event)
    kept = steps.read(office.administrator(), "/events?state=refused&limit=500")["items"]
    again = steps.send(office.administrator(), f"/events/{event['id']}/retry")

    assert (refused.status_code, again.status_code) == (202, 200)
    assert "say on which day it happened" in refused.json()["refused"]
    assert event["id"] in {each["id"] for each in kept}
    assert (again.json()["event"]["attempts"], again.json()["event"]["state"]) == (2, "refused")


@pytest.mark.parametrize("caller", ["permits", "gateway"])
def test_only_gis_tells_of_land(office: Office, caller: str) -> None:
    answer = office.neighbor(caller).post("/v1/events", json=an_event(pin=a_pin(), conveyed_on="2026-07-20"))

    assert answer.status_code == 401


def test_what_no_license_follows_from_is_taken_and_forgotten(office: Office) -> None:
    answer = told(office, an_event("parcel.renamed", pin=a_pin()))

    assert answer.json() == {"changed": [], "refused": None}


def test_a_city_nobody_serves_is_refused(office: Office) -> None:
    answer = told(office, {**an_event(pin="1"), "data": {"city": "nowhere", "pin": "1"}})

    assert answer.status_code == 422
