"""The contract under schemathesis, seeded: no 5xx, no undocumented answer."""

from __future__ import annotations

import os

import pytest
from servicekit.proof import GATEWAY
from servicekit.testing.fuzz import FuzzReport, fuzz

from services.enforcement.tests import steps
from services.enforcement.tests.services import CITY, Office

pytestmark = pytest.mark.storage
EXAMPLES = 100 if os.environ.get("CITYCODE_SOAK") else 1
"""Of each operation; the suite keeps within the time that is set for it."""


@pytest.fixture(scope="module")
def ids(opened_office: Office) -> dict[str, list[str]]:
    """A case in every state, with what hangs on it."""
    opened_office.open_again()
    made = [steps.opened(opened_office), steps.noticed(opened_office)]
    opened_office.open_again()
    made += [steps.charged(opened_office)["case"]]
    opened_office.open_again()
    hearing = steps.scheduled(opened_office)["hearing"]["id"]
    opened_office.open_again()
    staff = opened_office.administrator()
    steps.done(steps.send(staff, "/complaints", {"description": "Holes.", "pin": steps.a_pin()}))
    complaints = steps.read(staff, "/complaints?limit=500")["items"]
    return {
        "case_id": [each["id"] for each in made],
        "hearing_id": [hearing],
        "complaint_id": [complaints[-1]["id"]],
    }


def run(
    office: Office, ids: dict[str, list[str]], token: str, include: str, caller: str = GATEWAY
) -> FuzzReport:
    return fuzz(
        office.app,
        headers={"Authorization": f"Bearer {token}"} if token else {},
        values={
            "path.city": [CITY],
            "body.program": [steps.PROGRAM],
            **{f"path.{name}": list(listed) for name, listed in ids.items()},
        },
        examples=EXAMPLES,
        chains=EXAMPLES,
        include=include,
        caller=caller,
    )


@pytest.mark.parametrize(
    ("office_held", "include"),
    [
        (None, "complaint|list_cases|get_case"),
        (
            "city_administrator",
            "complain|roll|line|cost|charge|invoice|payment|owner|close|abate|event|obligat",
        ),
        ("city_clerk", "decide|hearing|adopt|history|account"),
        (
            "building_official",
            "inspection|notice|extend|report|open_case|violations|penalties|orders|parties",
        ),
    ],
)
def test_no_answer_surprises(
    office: Office, ids: dict[str, list[str]], office_held: str | None, include: str
) -> None:
    report = run(office, ids, office.token("resident-1", office_held), include)

    assert report.failures == []
    assert report.requests > 20


def test_no_event_surprises(office: Office, ids: dict[str, list[str]]) -> None:
    report = run(office, ids, "", "^take_event$", caller="licensing")

    assert report.failures == []
