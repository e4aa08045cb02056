"""Events of the land: taken once, kept when they cannot be taken; what ends nothing is noted."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import a_pin, lawful_facts
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


def nonconforming(office: Office, pin: str) -> Any:
    """A license for a use that the former ordinance allowed, while that right still lived."""
    facts = lawful_facts(
        nonconforming_use=True,
        former_license_year=1997,
        former_dock_class="private",
        ordinance_in_force_on="2024-04-14",
    )
    return steps.issued(office, pin=pin, facts=facts)


def test_a_conveyance_ends_a_nonconforming_license_and_its_reversal_brings_it_back(office: Office) -> None:
    pin = a_pin()
    license_ = nonconforming(office, pin)
    office.set("2026-07-21 09:00")
    place = f"/licenses/{license_['id']}"

    sold = told(office, an_event(pin=pin, candidate_id="c-3", conveyed_on="2026-07-20"))
    ended = steps.read(office.anonymous(), place)
    taken_back = an_event(
        "ownership.transfer_reversed", pin=pin, candidate_id="c-3", conveyed_on="2026-07-20"
    )
    back = told(office, taken_back)
    after = steps.read(office.anonymous(), place)

    assert sold.json()["changed"] == back.json()["changed"] == [license_["number"]]
    assert (ended["state"], ended["ended_on"]) == ("expired", "2026-07-20")
    assert ended["ended_rules"] == ["dl-dock-nonconforming-end", "dl-dock-no-transfer"]
    assert (after["state"], after["ended_on"]) == ("issued", None)


def test_told_before_the_sale_its_reversal_still_counts(office: Office) -> None:
    pin = a_pin()
    license_ = nonconforming(office, pin)
    data = {"pin": pin, "candidate_id": "c-4", "conveyed_on": "2026-07-20"}

    told(office, an_event("ownership.transfer_reversed", **data))
    told(office, an_event(**data))

    assert steps.read(office.anonymous(), f"/licenses/{license_['id']}")["state"] == "issued"


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"former_license_year": 1998}, "dl-dock-nonconforming"),
        ({"former_dock_class": "commercial"}, "dl-dock-nonconforming"),
        ({"ordinance_in_force_on": "2021-05-10"}, "dl-dock-nonconforming-end"),
        ({"ordinance_in_force_on": "2021-05-11"}, None),
    ],
    ids=["another year", "another class", "five years and a day", "five years"],
)
def test_a_nonconforming_use_rests_on_the_former_license_and_its_years(
    office: Office, given: dict[str, Any], rule: str | None
) -> None:
    right = {
        "nonconforming_use": True,
        "former_license_year": 1997,
        "former_dock_class": "private",
        "ordinance_in_force_on": "2024-04-14",
        **given,
    }
    application = steps.judged(office, steps.complete(office, facts=lawful_facts(**right)))

    decided = steps.try_to_decide(office, application)

    if rule is None:
        assert decided.status_code == 200
    else:
        assert [each["rules"] for each in decided.json()["gates"]] == [[rule]]
