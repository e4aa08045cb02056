"""What staff see: what they may do next, reviews, the register by filters, and who acted."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest
from casework.history import first_broken
from casework.storage import history, personal
from permits.storage import applications, permits
from sqlalchemy import Engine

from services.permits.tests import steps
from services.permits.tests.builders import a_permit, an_application
from services.permits.tests.services import CITY, Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage


def test_each_sees_on_a_permit_what_they_may_do_next(office: Office) -> None:
    permit = steps.issued(office)
    path = f"{V1}/permits/{permit['id']}"

    def allowed(client: Any) -> set[str]:
        return set(client.get(path).json()["allowed_actions"])

    of_hearings = {"schedule_hearing", "move_hearing", "cancel_hearing", "serve_notice", "hold_hearing"}
    assert allowed(office.anonymous()) == allowed(office.resident()) == set()
    assert allowed(office.clerk()) == {"review", "close", "say_division", *of_hearings}
    assert allowed(office.council_clerk()) == {"revoke", *of_hearings}
    assert allowed(office.inspector()) == {
        "schedule_inspection",
        "fail_inspection",
        "pass_inspection",
        "pass_final_inspection",
        "tell_event",
    }


def test_what_depends_on_who_asks_is_kept_in_no_shared_cache(office: Office) -> None:
    permit = steps.issued(office)

    answer = office.clerk().get(f"{V1}/permits/{permit['id']}")

    assert answer.headers["cache-control"] == "private, no-cache"
    assert "Authorization" in answer.headers["vary"]


def test_reviews_are_listed_by_day(office: Office) -> None:
    permit = steps.issued(office)
    office.set("2027-07-01 10:00")
    body = {"reviewed_on": "2027-07-01", "in_order": True, "notes": "No change."}
    done(send(office.clerk(), f"/permits/{permit['id']}/reviews", body, permit["version"]))

    listed = office.inspector().get(f"{V1}/permits/{permit['id']}/reviews").json()["reviews"]

    assert [{name: each[name] for name in body} for each in listed] == [body]
    assert office.resident().get(f"{V1}/permits/{permit['id']}/reviews").status_code == 403


def test_the_register_is_filtered(office: Office, engine: Engine) -> None:
    first, second = an_application("issued"), an_application("issued")
    old = a_permit(first, "closed")
    new = a_permit(second, issued_on=datetime(2026, 6, 20, tzinfo=UTC).date(), pin=old.pin)
    with engine.begin() as connection:
        for application, permit in ((first, old), (second, new)):
            applications.add(connection, application)
            permits.add(connection, permit)

    def found(**asked: Any) -> list[str]:
        items = office.anonymous().get(f"{V1}/permits", params={"pin": old.pin, **asked}).json()["items"]
        return [each["number"] for each in items]

    assert found() == [old.number, new.number]
    assert found(in_effect="true") == found(state="issued") == found(number=new.number) == [new.number]
    assert found(in_effect="false") == found(issued_until="2026-06-19") == [old.number]
    assert found(issued_from="2026-06-20", issued_until="2026-06-20") == [new.number]
    assert found(issued_from="2026-06-21") == []
    assert office.anonymous().get(f"{V1}/permits", params={"issued_from": "soon"}).status_code == 422


def test_history_refers_to_persons_and_tells_who_they_are_until_that_is_erased(
    office: Office, engine: Engine
) -> None:
    application = steps.recommended(office, steps.judged(office, steps.under_review(office)))
    path = f"{V1}/applications/{application['id']}/history"
    record = UUID(application["id"])

    before = office.clerk().get(path).json()
    with engine.begin() as connection:
        stored = history.of_record(connection, CITY, record)
        personal.erase(connection, CITY, record, datetime(2027, 1, 1, tzinfo=UTC))
    after = office.clerk().get(path).json()

    in_chain = str([(each.happening.actor, each.happening.details) for each in stored])
    assert not any(subject in in_chain for subject in ("resident-1", "administrator-1", "official-1"))
    assert [each["acted_by"] for each in before["entries"]][:2] == ["person:resident-1"] * 2
    assert {each["acted_by"] for each in before["entries"]} == {
        "person:resident-1",
        "person:city_administrator-1",
        "person:building_official-1",
    }
    by_reference = {(each["actor"], each["acted_by"]) for each in before["entries"]}
    assert len(by_reference) == 3
    assert {each["acted_by"] for each in after["entries"]} == {None}
    assert [each["actor"] for each in after["entries"]] == [each["actor"] for each in before["entries"]]
    assert (before["intact"], after["intact"]) == (True, True)
    assert first_broken(stored) is None


def test_the_references_to_one_person_on_two_records_do_not_match(office: Office) -> None:
    actors = [
        office.clerk()
        .get(f"{V1}/applications/{steps.draft(office)['id']}/history")
        .json()["entries"][0]["actor"]
        for _ in range(2)
    ]

    assert actors[0] != actors[1]
