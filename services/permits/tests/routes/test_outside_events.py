"""What nobody here brings about is told: work that rests, a rain that ends; deadlines follow."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import UUID

import pytest
from casework.storage import history
from permits.domain.permit import Permit
from permits.storage import applications, permits
from sqlalchemy import Engine

from services.permits.tests.builders import a_permit, an_application
from services.permits.tests.services import Office

pytestmark = pytest.mark.storage
DL = "detroit-lakes"
STEEP: dict[str, Any] = {"drains_to_trout_stream": True, "run_per_rise": 3}
RAIN: dict[str, Any] = {"construction_active": True, "rain_24h_in": 0.6}


@pytest.fixture
def permit(engine: Engine) -> Permit:
    """A permit to move earth above the trout stream, issued on June 1."""
    application = an_application(
        "issued", city=DL, program="land-disturbance", facts={}, law_date=date(2026, 6, 1)
    )
    made = a_permit(application)
    with engine.begin() as connection:
        applications.add(connection, application)
        permits.add(connection, made)
    return made


def tell(office: Office, permit: Permit, event: str, version: int, **given: Any) -> Any:
    client = office.officer("building_official", DL)
    path = f"/v1/{DL}/permits/{permit.id}/events"
    return client.post(path, json={"event": event, **given}, headers={"If-Match": f'"{version}"'})


def owed(answer: Any, what: str) -> list[tuple[str, str, str]]:
    assert answer.status_code == 200, answer.text
    return [(each["rule"], each["must"], each["due_on"]) for each in answer.json()[what]]


def test_work_that_rests_on_a_steep_slope_is_to_be_covered_in_three_days(
    office: Office, engine: Engine, permit: Permit
) -> None:
    office.set("2026-06-09 09:00")

    rests = tell(office, permit, "work.inactive", 1, happened_on="2026-06-08", facts=STEEP)

    assert owed(rests, "started") == [("dl-ld-trout-steep", "cover_the_soil", "2026-06-11")]
    assert rests.headers["etag"] == '"2"'
    with engine.connect() as connection:
        (entry,) = history.of_record(connection, DL, permit.id)
    assert (entry.happening.event, entry.happening.rules) == ("work.inactive", ("dl-ld-trout-steep",))


def test_told_twice_it_starts_nothing_twice(office: Office, permit: Permit) -> None:
    office.set("2026-06-09 09:00")
    first = tell(office, permit, "work.inactive", 1, happened_on="2026-06-08", facts=STEEP).json()

    again = tell(office, permit, "work.inactive", 1, happened_on="2026-06-08", facts=STEEP)

    assert again.status_code == 200
    assert again.json()["told_before"]
    assert [each["id"] for each in again.json()["started"]] == [each["id"] for each in first["started"]]
    assert again.headers["etag"] == '"2"'


def test_cover_answers_what_rest_had_started(office: Office, permit: Permit) -> None:
    office.set("2026-06-11 09:00")
    tell(office, permit, "work.inactive", 1, happened_on="2026-06-08", facts=STEEP)

    covered = tell(office, permit, "soil.stabilized", 2, happened_on="2026-06-10")

    assert owed(covered, "answered") == [("dl-ld-trout-steep", "cover_the_soil", "2026-06-11")]
    listed = office.officer("building_official", DL).get(f"/v1/{DL}/obligations?record={permit.id}")
    assert listed.json()["items"] == []


def test_a_clock_of_hours_wants_the_moment(office: Office, permit: Permit) -> None:
    office.set("2026-06-10 09:00")

    by_day = tell(office, permit, "rainfall.ended", 1, happened_on="2026-06-09", facts=RAIN)
    by_hour = tell(office, permit, "rainfall.ended", 1, happened_at="2026-06-09T15:00:00-05:00", facts=RAIN)

    assert (by_day.status_code, by_day.json()["gates"][0]["code"]) == (409, "hour_missing")
    assert owed(by_hour, "started") == [
        ("dl-ld-rain-inspection", "inspect_the_control_measures", "2026-06-10")
    ]


def test_weekly_rounds_take_the_place_of_one_another(office: Office, permit: Permit) -> None:
    office.set("2026-06-20 09:00")
    active = {"construction_active": True}
    tell(office, permit, "construction.started", 1, happened_on="2026-06-08", facts=active)

    seen = tell(office, permit, "control_measures.inspected", 2, happened_on="2026-06-10", facts=active)

    rule, must = "dl-ld-weekly-inspection", "inspect_the_control_measures"
    assert owed(seen, "answered") == [(rule, must, "2026-06-15")]
    assert owed(seen, "started") == [(rule, must, "2026-06-17")]


def test_what_is_not_said_is_asked_for(office: Office, permit: Permit) -> None:
    office.set("2026-06-09 09:00")

    answer = tell(office, permit, "work.inactive", 1, happened_on="2026-06-08")

    assert answer.status_code == 409
    assert {each["code"] for each in answer.json()["gates"]} == {"facts_missing"}
    assert "run_per_rise" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("event", "day", "pointer"),
    [
        ("permit.issued", "2026-06-08", "#/event"),
        ("license.suspended", "2026-06-08", "#/event"),
        ("work.inactive", "2026-06-10", "#/happened_on"),
        ("work.inactive", "2026-05-31", "#/happened_on"),
    ],
)
def test_only_what_the_program_heeds_and_no_act_here_produces(
    office: Office, permit: Permit, event: str, day: str, pointer: str
) -> None:
    office.set("2026-06-09 09:00")

    answer = tell(office, permit, event, 1, happened_on=day, facts=STEEP)

    assert answer.status_code == 422, answer.text
    assert pointer in {each["pointer"] for each in answer.json()["errors"]}


def test_a_request_that_was_changed_is_decided_in_the_new_time(office: Office, engine: Engine) -> None:
    office.set("2026-06-16 09:00")
    application = an_application(
        "under_review",
        city=DL,
        program="land-disturbance",
        facts={},
        received_on=date(2026, 6, 1),
        completed_on=date(2026, 6, 1),
        law_date=date(2026, 6, 1),
    )
    with engine.begin() as connection:
        applications.add(connection, application)
    client = office.officer("city_administrator", DL)

    def changed(day: str, version: int) -> Any:
        path = f"/v1/{DL}/applications/{application.id}/events"
        body = {"event": "application.amended", "happened_on": day}
        return client.post(path, json=body, headers={"If-Match": f'"{version}"'})

    first, second = changed("2026-06-08", 1), changed("2026-06-15", 2)

    assert [each["due_on"] for each in first.json()["started"]] == ["2026-08-07"]
    listed = client.get(f"/v1/{DL}/obligations?record={application.id}").json()["items"]
    assert [(each["id"], each["due_on"]) for each in listed] == [
        (second.json()["started"][0]["id"], "2026-08-14")
    ]
    assert UUID(second.json()["record_id"]) == application.id
