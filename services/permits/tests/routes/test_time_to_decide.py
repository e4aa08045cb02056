"""Sixty days to decide: from receipt of what is complete, told in time or not, extended, run out."""

from __future__ import annotations

from typing import Any

import pytest
from casework.desk.sweep import Sweep
from permits.app import DAYS_PASS
from permits.usecases.announce import SOURCE

from services.permits.tests import steps
from services.permits.tests.neighbors import lawful_place
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage
REASONS = ["The engineer's report is under review."]


def obligations_of(office: Office, record: Any, must: str) -> list[tuple[str, str, str]]:
    asked = {"record": record["id"], "undone": "false"}
    items = office.clerk().get(f"{V1}/obligations", params=asked).json()["items"]
    return [(each["due_on"], each["standing"], each["who"]) for each in items if each["must"] == must]


def codes(answer: Any) -> list[str]:
    assert answer.status_code == 409, answer.text
    return [gate["code"] for gate in answer.json()["gates"]]


def extend(office: Office, application: Any, until: str, sent_on: str, **given: Any) -> Any:
    body = {"until": until, "reasons": REASONS, "sent_on": sent_on, **given}
    path = f"/applications/{application['id']}/extend-time"
    return send(office.clerk(), path, body, application["version"])


def incomplete(office: Office, application: Any) -> Any:
    return steps.act(office.clerk(), application, "declare-incomplete", {"missing": ["A signature."]})


def test_receipt_starts_the_fifteen_business_days_and_completeness_the_sixty(office: Office) -> None:
    submitted = steps.submitted(office)
    telling = obligations_of(office, submitted, "tell_what_is_missing")

    complete = steps.complete(office)

    assert telling == [("2026-06-23", "open", "municipality")]  # Juneteenth is no business day
    assert obligations_of(office, complete, "tell_what_is_missing") == [
        ("2026-06-23", "fulfilled", "municipality")
    ]
    assert obligations_of(office, complete, "approve_or_deny") == [("2026-07-31", "open", "city_council")]


@pytest.mark.parametrize(
    ("told_on", "deciding"),
    [("2026-06-23", []), ("2026-06-24", [("2026-07-31", "open", "city_council")])],
    ids=["on the last day", "a day late"],
)
def test_what_is_told_late_leaves_the_time_running_from_receipt(
    office: Office, told_on: str, deciding: list[Any]
) -> None:
    application = steps.submitted(office)
    office.set(f"{told_on} 12:00")

    application = incomplete(office, application)
    again = steps.act(office.resident(), application, "submit")

    assert obligations_of(office, again, "approve_or_deny") == deciding
    assert obligations_of(office, again, "tell_what_is_missing")[-1][1] == "open"


def test_nobody_tells_and_the_sweep_finds_it_once(office: Office) -> None:
    application = steps.submitted(office)
    office.set("2026-06-24 12:00")
    sweep = Sweep(office.app.state.kit.engine, office.app.state.desk, DAYS_PASS, source=SOURCE, every_s=60)

    sweep.sweep()
    sweep.sweep()

    assert obligations_of(office, application, "approve_or_deny") == [("2026-07-31", "open", "city_council")]


@pytest.mark.parametrize(
    ("until", "sent_on", "outcome"),
    [
        ("2026-09-29", "2026-07-31", 200),
        ("2026-09-30", "2026-07-31", 422),
        ("2026-07-31", "2026-07-31", 422),
        ("2026-09-01", "2026-08-01", "time_run_out"),
    ],
)
def test_the_city_extends_once_up_to_sixty_days_before_the_end(
    office: Office, until: str, sent_on: str, outcome: Any
) -> None:
    application = steps.under_review(office)
    office.set("2026-08-01 12:00")

    answer = extend(office, application, until, sent_on)

    if isinstance(outcome, str):
        assert codes(answer) == [outcome]
        return
    assert answer.status_code == outcome, answer.text
    if outcome == 200:
        assert obligations_of(office, application, "approve_or_deny") == [(until, "open", "city_council")]
        again = extend(office, answer.json(), "2026-09-30", "2026-08-01")
        agreed = extend(
            office, answer.json(), "2026-12-01", "2026-08-01", applicant_approved="Letter of July 31."
        )
        assert codes(again) == ["extended_already"]
        assert done(agreed)["state"] == "under_review"


@pytest.mark.parametrize(("today", "code"), [("2026-07-31", "time_not_run_out"), ("2026-08-01", None)])
def test_what_nobody_denied_in_time_is_approved_by_law_and_issued(
    office: Office, today: str, code: str | None
) -> None:
    application = steps.under_review(office)
    office.set(f"{today} 12:00")

    path = f"/applications/{application['id']}/approve-by-law"
    answer = send(office.council_clerk(), path, version=application["version"])

    if code is not None:
        assert codes(answer) == [code]
        return
    decided = done(answer)
    assert (decided["application"]["state"], decided["decision"]["grounds"]) == (
        "approved",
        ["operation_of_law"],
    )
    office.gis.told[application["pin"]] = {**lawful_place(), "gis.lot_area_acres": 1}
    assert steps.try_to_issue(office, decided["application"]).status_code == 201


def test_a_denial_after_the_time_is_none_and_the_consequence_is_shown(office: Office) -> None:
    application = steps.ready(office)
    office.set("2026-08-03 12:00")

    late = steps.try_to_decide(
        office, application, yes=1, outcome="deny", reasons=["Too near."], decided_on="2026-08-01"
    )
    in_time = steps.try_to_decide(
        office, application, yes=1, outcome="deny", reasons=["Too near."], decided_on="2026-07-31"
    )

    items = office.clerk().get(f"{V1}/obligations", params={"record": application["id"], "undone": "false"})
    said = [each["consequence"] for each in items.json()["items"] if each["must"] == "approve_or_deny"]
    assert codes(late) == ["time_run_out"]
    assert said == ["The request is approved by law."]
    assert done(in_time)["application"]["state"] == "denied"
