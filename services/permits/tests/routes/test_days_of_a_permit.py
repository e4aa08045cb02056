"""Nothing happens to a permit before it was issued, nor after today."""

from __future__ import annotations

from typing import Any

import pytest
from permits.domain.permit import Permit
from permits.storage import applications, permits
from sqlalchemy import Engine

from services.permits.tests.builders import a_permit, an_application, an_inspection
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, send

pytestmark = pytest.mark.storage
BEFORE, TODAY, TOMORROW = "2026-05-31", "2026-06-01", "2026-06-02"


@pytest.fixture
def permit(engine: Engine) -> Permit:
    """A permit issued today, with a visit set."""
    application = an_application("issued")
    made = a_permit(application)
    with engine.begin() as connection:
        applications.add(connection, application)
        permits.add(connection, made)
        permits.add_inspection(connection, an_inspection(made))
    return made


def enter(office: Office, engine: Engine, permit: Permit, name: str, day: str) -> Any:
    path = f"/permits/{permit.id}"
    if name == "inspected_on":
        with engine.connect() as connection:
            (visit,) = permits.inspections_of(connection, CITY, permit.id)
        body: dict[str, Any] = {name: day, "passed": True, "final": True, "notes": "Seen."}
        return send(office.inspector(), f"{path}/inspections/{visit.id}/result", body, 1)
    if name == "reviewed_on":
        body = {name: day, "in_order": True, "notes": "Seen."}
        return send(office.clerk(), f"{path}/reviews", body, 1)
    days = {"decided_on": TODAY, "observed_on": TODAY, name: day}
    body = {**days, "votes": {"yes": 3, "no": 2}, "reasons": ["A light."]}
    body["grounds"] = ["noncompliance_with_conditions"]
    body["breached"] = ["le-wind-height"]
    return send(office.council_clerk(), f"{path}/revoke", body, 1)


@pytest.mark.parametrize("name", ["inspected_on", "reviewed_on", "observed_on", "decided_on"])
@pytest.mark.parametrize(("day", "status"), [(BEFORE, 422), (TODAY, 200), (TOMORROW, 422)])
def test_from_its_issue_until_today(
    office: Office, engine: Engine, permit: Permit, name: str, day: str, status: int
) -> None:
    answer = enter(office, engine, permit, name, day)

    assert answer.status_code == status, answer.text
    if status == 422:
        assert name in {each["pointer"].removeprefix("#/") for each in answer.json()["errors"]}
        assert office.anonymous().get(f"{V1}/permits/{permit.id}").json()["version"] == 1
