"""A held parcel gets no license until the hold is released, wherever it was placed."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import a_pin
from services.licensing.tests.services import CITY, Office

pytestmark = pytest.mark.storage
RULE = "dl-dock-term"


def test_a_hold_of_a_case_bars_the_license_and_its_release_lets_it_go(office: Office) -> None:
    pin, hold = a_pin(), str(uuid4())
    application = steps.approved(office, pin=pin)
    told: dict[str, Any] = {
        "id": str(uuid4()),
        "type": "case.hold_placed",
        "source": "urn:citycode:enforcement",
        "subject": "cases/1",
        "time": "2026-06-01T12:00:00Z",
        "data": {
            "city": CITY,
            "hold_id": hold,
            "case_number": "DL-PM-2026-000007",
            "subject_kind": "parcel",
            "subject": pin,
            "blocks": ["issue_license"],
            "rule": RULE,
            "cite": "Detroit Lakes City Code",
            "placed_on": "2026-05-01",
            "released_on": None,
        },
    }
    neighbor = office.neighbor("enforcement")

    neighbor.post("/v1/events", json=told)
    refused = steps.try_to_issue(office, application)
    free = {**told["data"], "released_on": str(office.clock.today(CITY))}
    neighbor.post("/v1/events", json={**told, "id": str(uuid4()), "type": "case.hold_released", "data": free})
    issued = steps.try_to_issue(office, application)

    assert steps.codes(refused) == ["held"]
    assert issued.status_code == 201


@pytest.mark.parametrize(("blocks", "codes"), [(["*"], ["held"]), (["apply"], [])])
def test_a_hold_of_the_office_itself(office: Office, blocks: list[str], codes: list[str]) -> None:
    application = steps.approved(office, pin=a_pin())
    body: dict[str, Any] = {
        "subject_kind": "record",
        "subject": application["id"],
        "blocks": blocks,
        "rule": RULE,
        "because": "The survey is in doubt.",
    }
    placed = steps.done(steps.send(office.administrator(), "/holds", body))

    barred = steps.try_to_issue(office, application)
    steps.done(steps.send(office.administrator(), f"/holds/{placed['id']}/release", {"because": "Seen."}))

    assert (steps.codes(barred) if barred.status_code == 409 else []) == codes
