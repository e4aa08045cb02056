"""Applications on paper: entered by a clerk for whoever walks in, with the day they were received."""

from __future__ import annotations

from typing import Any

import pytest

from services.permits.tests.builders import SUBMITTALS, an_ask
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, act, done, send

pytestmark = pytest.mark.storage


def entered(office: Office, received_on: str = "2026-05-28", **given: Any) -> Any:
    """Entered on the morning of Monday, 2026-06-01."""
    body = {**an_ask(**given), "received_on": received_on}
    return send(office.clerk(), "/paper-applications", body)


def test_it_is_submitted_as_of_the_day_it_was_received(office: Office) -> None:
    application = done(entered(office))

    assert (application["state"], application["received_on"]) == ("submitted", "2026-05-28")
    assert application["number"].startswith("LE-WIND-2026-")
    assert application["filed_by"] == "city_administrator-1"
    assert application["applicant"] == f"walk-in:{application['id']}"
    due = office.clerk().get(f"{V1}/obligations", params={"record": application["id"]}).json()["items"]
    assert [(each["must"], each["started_on"], each["due_on"]) for each in due] == [
        ("tell_what_is_missing", "2026-05-28", "2026-06-18")
    ]


def test_papers_that_came_with_it_count_from_that_day(office: Office) -> None:
    application = done(entered(office))
    for each in SUBMITTALS:
        body = {"submittal": each, "document": "File 26-118", "received_on": "2026-05-28"}
        application = act(office.clerk(), application, "submittals", body)

    complete = act(office.clerk(), application, "declare-complete")

    assert (complete["completed_on"], complete["law_date"]) == ("2026-05-28", "2026-05-28")


def test_the_clerk_acts_for_who_walked_in_and_nobody_else_does(office: Office) -> None:
    application = done(entered(office))
    sent_back = act(office.clerk(), application, "declare-incomplete", {"missing": ["A signature."]})
    assert {"change", "submit", "withdraw"} <= set(sent_back["allowed_actions"])

    hidden = send(office.resident(), f"/applications/{application['id']}/submit", version=2)
    again = act(office.clerk(), sent_back, "submit")

    assert hidden.status_code == 404
    assert (again["state"], again["received_on"], again["submission"]) == ("submitted", "2026-06-01", 2)
    assert act(office.clerk(), again, "withdraw")["state"] == "withdrawn"


def test_what_a_person_files_is_not_the_clerks_to_move(office: Office) -> None:
    made = done(send(office.resident(), "/applications", an_ask()))

    answer = send(office.clerk(), f"/applications/{made['id']}/submit", version=made["version"])

    assert answer.status_code == 404


@pytest.mark.parametrize("who", ["resident", "inspector", "council_clerk"])
def test_it_takes_the_permission(office: Office, who: str) -> None:
    body = {**an_ask(), "received_on": "2026-05-28"}

    assert send(getattr(office, who)(), "/paper-applications", body).status_code == 403


def test_nothing_is_received_tomorrow(office: Office) -> None:
    refused = entered(office, received_on="2026-06-02")

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, "#/received_on")


def test_without_the_map_nothing_is_received(office: Office) -> None:
    office.gis.away = True

    refused = entered(office)

    assert refused.status_code == 503
