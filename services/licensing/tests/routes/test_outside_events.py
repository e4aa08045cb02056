"""A suspended license is revoked when nobody petitions in time; a petition that is told of stops that."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from casework.desk.acting import Acting
from licensing.domain.license import License
from licensing.storage import applications, licenses
from licensing.usecases.end_license import end
from sqlalchemy import Engine

from services.licensing.tests import steps
from services.licensing.tests.builders import a_license, an_application
from services.licensing.tests.services import CITY, Office

pytestmark = pytest.mark.storage
RULE = "dl-room-auto-revoke"


@pytest.fixture
def suspended(office: Office, engine: Engine) -> License:
    """A rooming house license that was suspended on June 1."""
    office.set("2026-06-01 09:00")
    application = an_application("issued", program="rooming-house", facts={})
    made = a_license(application, ends_on=None, term_rule=None)
    acting: Acting = office.app.state.desk.by_the_clock(CITY, "test")
    with engine.begin() as connection:
        applications.add(connection, application)
        licenses.add(connection, made)
        return end(connection, acting, made, "suspended", date(2026, 6, 1), "test", ("dl-room-suspension",))


def owed(office: Office, license_: License) -> list[tuple[str, str, str, str]]:
    read = steps.read(office.administrator(), f"/obligations?record={license_.id}")["items"]
    return [
        (each["must"], each["due_on"], each["lapses_to"], each["started_by"])
        for each in read
        if each["rule"] == RULE
    ]


def tell(office: Office, license_: License, **body: Any) -> Any:
    return steps.send(office.inspector(), f"/licenses/{license_.id}/events", body, license_.version)


def test_a_suspension_starts_the_time_to_petition_by_itself(office: Office, suspended: License) -> None:
    assert owed(office, suspended) == [
        ("petition_for_any_hearing_they_want", "2026-06-11", "revoked", "license.suspended")
    ]
    told = tell(office, suspended, event="license.suspended", happened_on="2026-06-01")
    assert told.status_code == 422


def test_a_petition_in_time_stops_it(office: Office, suspended: License) -> None:
    office.set("2026-06-11 15:00")

    told = tell(office, suspended, event="hearing_request.received", happened_on="2026-06-11")

    assert [each["rule"] for each in steps.done(told)["stopped"]] == [RULE]
    assert owed(office, suspended) == []


def test_a_petition_too_late_stops_nothing(office: Office, suspended: License) -> None:
    office.set("2026-06-12 09:00")

    told = tell(office, suspended, event="hearing_request.received", happened_on="2026-06-12")

    assert steps.done(told)["stopped"] == []
    assert [due for _, due, _, _ in owed(office, suspended)] == ["2026-06-11"]
