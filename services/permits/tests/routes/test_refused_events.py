"""An event that cannot be taken is kept with its reason, holds nothing back, and can be tried again."""

from __future__ import annotations

from typing import Any

import pytest
from permits.storage.tables import metadata
from sqlalchemy import Engine, func, select, update

from services.permits.tests import steps
from services.permits.tests.routes.test_land import a_sale, permit_now, tell
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, done, send

land_events, refused_events = metadata.tables["land_events"], metadata.tables["refused_events"]

pytestmark = pytest.mark.storage
NEXT_CITY = "detroit-lakes"
"""One whose administrator holds the same permissions."""


def kept(office: Office, event: dict[str, Any]) -> Any:
    listed = office.clerk().get(f"{V1}/events", params={"limit": 500}).json()["items"]
    return next((each for each in listed if each["id"] == event["id"]), None)


@pytest.mark.parametrize(
    ("change", "pointer"),
    [
        ({"conveyed_on": None}, "#/data/conveyed_on"),
        ({"conveyed_on": "yesterday"}, "#/data/conveyed_on"),
        ({"pin": None}, "#/data/pin"),
    ],
)
def test_it_is_kept_with_the_place_that_is_wrong(
    office: Office, engine: Engine, change: dict[str, Any], pointer: str
) -> None:
    event = a_sale("11.029.21.24.9998")
    event["data"] |= change

    answer = tell(office, event)

    assert (answer.status_code, answer.json()["changed"]) == (202, [])
    assert pointer in answer.json()["refused"]
    assert (kept(office, event)["state"], kept(office, event)["attempts"]) == ("refused", 1)
    assert kept(office, event)["reason"] == answer.json()["refused"]
    with engine.connect() as connection:
        about = select(func.count()).where(land_events.c.pin == "11.029.21.24.9998")
        assert connection.scalar(about) == 0


def test_facts_the_law_cannot_read_are_a_reason_and_the_next_event_of_the_parcel_goes_through(
    office: Office,
) -> None:
    permit = steps.issued(office)
    event = a_sale(permit["pin"])
    event["data"]["facts"] = {"structure_height_ft": "tall"}

    refused = tell(office, event)
    done(tell(office, a_sale(permit["pin"], candidate="another")))

    assert refused.status_code == 202
    assert "structure_height_ft" in kept(office, event)["reason"]
    assert permit_now(office, permit)["state"] == "expired"


def test_told_again_it_counts_one_more_attempt(office: Office) -> None:
    event = a_sale("11.029.21.24.9997")
    event["data"]["conveyed_on"] = None

    tell(office, event)
    tell(office, event)

    assert kept(office, event)["attempts"] == 2


def test_tried_again_it_stays_refused_until_it_can_be_taken(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)
    event = a_sale(permit["pin"])
    event["data"]["conveyed_on"] = None
    tell(office, event)

    in_vain = done(send(office.clerk(), f"/events/{event['id']}/retry"))
    mended = {**event, "data": {**event["data"], "conveyed_on": "2026-10-30"}}
    with engine.begin() as connection:
        connection.execute(
            update(refused_events)
            .where(refused_events.c.city == CITY, refused_events.c.subject == event["subject"])
            .values(envelope=mended)
        )
    taken = done(send(office.clerk(), f"/events/{event['id']}/retry"))
    again = send(office.clerk(), f"/events/{event['id']}/retry")

    assert (in_vain["event"]["state"], in_vain["event"]["attempts"], in_vain["changed"]) == ("refused", 2, [])
    assert (taken["event"]["state"], taken["changed"]) == ("taken", [permit["number"]])
    assert permit_now(office, permit)["ended_on"] == "2026-10-30"
    assert (again.status_code, again.json()["state"]) == (409, "taken")


def test_each_state_is_listed_apart_and_another_city_sees_none(office: Office) -> None:
    event = a_sale("11.029.21.24.9996")
    event["data"]["conveyed_on"] = None
    tell(office, event)

    def ids(client: Any, city: str, state: str) -> set[str]:
        answer = client.get(f"/v1/{city}/events", params={"state": state, "limit": 500})
        return {each["id"] for each in answer.json()["items"]}

    assert event["id"] in ids(office.clerk(), CITY, "refused")
    assert event["id"] not in ids(office.clerk(), CITY, "taken")
    assert ids(office.clerk(NEXT_CITY), NEXT_CITY, "refused") == set()


def test_looking_and_trying_again_take_permissions(office: Office) -> None:
    assert office.resident().get(f"{V1}/events").status_code == 403
    assert send(office.inspector(), "/events/01900000-0000-7000-8000-0000000000ff/retry").status_code == 403
    assert send(office.clerk(), "/events/01900000-0000-7000-8000-0000000000ff/retry").status_code == 404
