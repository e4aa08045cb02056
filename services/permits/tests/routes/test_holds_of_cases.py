"""A stop order of a case bars what permits does at its parcel, until the case lets it be done."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from services.permits.tests.builders import a_pin
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, draft, send

pytestmark = pytest.mark.storage


def an_event(pin: str, hold_id: str, released_on: str | None = None) -> dict[str, Any]:
    return {
        "id": str(uuid4()),
        "type": "case.hold_placed" if released_on is None else "case.hold_released",
        "source": "urn:citycode:enforcement",
        "subject": "cases/1",
        "time": "2026-06-01T12:00:00Z",
        "data": {
            "city": CITY,
            "hold_id": hold_id,
            "case_id": str(uuid4()),
            "case_number": "LE-PM-2026-000007",
            "subject_kind": "parcel",
            "subject": pin,
            "blocks": ["apply", "issue_permit"],
            "rule": "le-wind-height",
            "cite": "Lake Elmo City Code",
            "placed_on": "2026-06-01",
            "released_on": released_on,
        },
    }


def told(office: Office, event: dict[str, Any]) -> Any:
    return office.neighbor("enforcement").post("/v1/events", json=event)


def try_to_submit(office: Office, application: Any) -> Any:
    path = f"/applications/{application['id']}/submit"
    return send(office.resident(), path, version=application["version"])


def test_a_held_parcel_is_refused_with_the_case_and_its_rule(office: Office) -> None:
    pin, hold = a_pin(), str(uuid4())
    application = draft(office, pin=pin)

    answer = told(office, an_event(pin, hold))
    refused = try_to_submit(office, application)

    assert (answer.status_code, answer.json()) == (200, {"changed": [], "refused": None})
    assert refused.status_code == 409
    (gate,) = refused.json()["gates"]
    assert (gate["code"], gate["rules"]) == ("held", ["le-wind-height"])
    assert "case LE-PM-2026-000007" in gate["says"]


@pytest.mark.parametrize("order", [(0, 1), (1, 0), (0, 1, 0, 1), (1, 1, 0)])
def test_released_it_bars_nothing_in_whatever_order_told(office: Office, order: tuple[int, ...]) -> None:
    pin, hold = a_pin(), str(uuid4())
    application = draft(office, pin=pin)
    events = (an_event(pin, hold), an_event(pin, hold, "2026-06-01"))

    for each in order:
        assert told(office, events[each]).status_code == 200

    assert try_to_submit(office, application).status_code == 200


def test_what_a_case_placed_only_the_case_releases(office: Office) -> None:
    pin, hold = a_pin(), str(uuid4())
    told(office, an_event(pin, hold))
    listed = office.clerk().get(f"{V1}/holds").json()["items"]
    (placed,) = [each for each in listed if each["subject"] == pin]

    answer = send(office.clerk(), f"/holds/{placed['id']}/release", {"because": "I say so."})

    assert (answer.status_code, answer.json()["gates"][0]["code"]) == (409, "held_by_a_case")


def test_nobody_but_enforcement_says_so(office: Office) -> None:
    pin = a_pin()

    answer = office.neighbor("licensing").post("/v1/events", json=an_event(pin, str(uuid4())))

    assert answer.status_code in (401, 404)
