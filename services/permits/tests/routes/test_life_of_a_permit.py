"""From draft to issued, inspected, reviewed and closed: what each step leaves behind."""

from __future__ import annotations

from typing import Any

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions
from permits.storage.tables import metadata
from sqlalchemy import Engine, select, text

from services.permits.tests import steps
from services.permits.tests.builders import SITE
from services.permits.tests.services import CITY, Office, law
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage


def obligations_of(office: Office, record: str) -> list[dict[str, Any]]:
    answer = office.clerk().get(f"{V1}/obligations", params={"record": record, "undone": "false"})
    listed: list[dict[str, Any]] = answer.json()["items"]
    return listed


def test_submitting_numbers_the_application_and_keeps_stated_beside_measured(office: Office) -> None:
    made = steps.submitted(office, facts={"work": "wind_generator", "lot_area_acres": 41})

    assert made["state"] == "submitted"
    assert made["number"].startswith("LE-WIND-2026-")
    assert len(made["number"]) == len("LE-WIND-2026-000001")
    assert made["facts"]["lot_area_acres"] != made["measured"]["lot_area_acres"]["value"]
    assert made["measured"]["lot_area_acres"]["source"] == "test map"


def test_what_comes_in_after_hours_is_received_on_the_next_business_day(office: Office) -> None:
    made = steps.draft(office)
    office.set("2026-11-06 17:30")

    after = steps.act(office.resident(), made, "submit")

    assert after["received_on"] == "2026-11-09"
    assert after["submitted_at"].startswith("2026-11-06T23:30:00")


def test_every_submitted_version_is_kept(office: Office) -> None:
    made = steps.submitted(office)
    sent_back = steps.act(office.clerk(), made, "declare-incomplete", {"missing": ["Sign the report."]})
    change = {"facts": {"structure_height_ft": 118}}
    changed = office.resident().patch(
        f"{V1}/applications/{made['id']}", json=change, headers={"If-Match": f'"{sent_back["version"]}"'}
    )

    again = steps.act(office.resident(), done(changed), "submit")

    kept = office.clerk().get(f"{V1}/applications/{made['id']}/submissions").json()["submissions"]
    assert sent_back["incomplete_because"] == ["Sign the report."]
    assert (again["state"], again["number"]) == ("submitted", made["number"])
    assert [each["facts"]["structure_height_ft"] for each in kept] == [120, 118]


def test_completeness_starts_the_clock_that_scheduling_a_hearing_meets(office: Office) -> None:
    application = steps.under_review(office)
    before = obligations_of(office, application["id"])

    steps.scheduled(office, application)

    after = obligations_of(office, application["id"])
    assert [(each["rule"], each["due_on"], each["standing"]) for each in before] == [
        ("mn-request-incomplete", "2026-06-23", "fulfilled"),
        ("le-wind-hearing-schedule", "2026-07-01", "open"),
        ("mn-request-decide", "2026-07-31", "open"),
    ]
    assert [(each["must"], each["standing"]) for each in after] == [
        ("tell_what_is_missing", "fulfilled"),
        ("schedule_hearing", "fulfilled"),
        ("approve_or_deny", "open"),
    ]


def test_a_decision_keeps_a_receipt_that_can_be_replayed(office: Office, engine: Engine) -> None:
    application = steps.ready(office)

    decided = done(steps.try_to_decide(office, application))

    with engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, application["id"])
    assert decided["application"]["state"] == "approved"
    assert decided["decision"]["votes"]["yes"] == 3
    assert kept.receipt is not None
    assert replay(law(), kept.receipt).sha256 == decided["decision"]["receipt_sha256"]


def test_a_denial_states_its_reasons(office: Office) -> None:
    application = steps.ready(office)

    silent = steps.try_to_decide(office, application, yes=1, outcome="deny")
    reasoned = steps.try_to_decide(office, application, yes=1, outcome="deny", reasons=["It is too near."])

    assert [gate["code"] for gate in silent.json()["gates"]] == ["reasons_missing"]
    assert done(reasoned)["application"]["state"] == "denied"


def test_an_issued_permit_stands_in_the_register_and_is_announced(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)

    register = office.anonymous().get(f"{V1}/permits", params={"pin": permit["pin"]}).json()["items"]
    outbox = metadata.tables["outbox"]
    with engine.connect() as connection:
        told = connection.execute(select(outbox).where(outbox.c.subject == f"permits/{permit['id']}")).all()
    assert [{**each, "allowed_actions": permit["allowed_actions"]} for each in register] == [permit]
    assert register[0]["allowed_actions"] == []
    assert [each["text"] for each in permit["conditions"] if not each["rule"]] == ["A fence of six feet."]
    assert [each.type for each in told] == ["permit.issued"]
    assert told[0].data["register"] == {"layer": "wind_generators", **SITE, "standing": False}
    assert told[0].data["permit_number"] == permit["number"]


def test_a_passed_final_inspection_makes_a_permit_inspected_and_closing_ends_it(office: Office) -> None:
    permit = steps.issued(office)
    path = f"/permits/{permit['id']}"
    set_for = done(
        send(office.inspector(), f"{path}/inspections", {"kind": "final", "scheduled_on": "2026-07-20"}, 1)
    )
    office.set("2026-07-20 15:00")
    result = {"inspected_on": "2026-07-20", "passed": True, "final": True, "notes": "As approved."}
    inspection = f"{path}/inspections/{set_for['inspection']['id']}/result"

    inspected = done(send(office.inspector(), inspection, result, set_for["permit"]["version"]))
    closed = done(
        send(office.clerk(), f"{path}/close", {"reason": "Removed."}, inspected["permit"]["version"])
    )

    assert (inspected["permit"]["state"], inspected["permit"]["in_effect"]) == ("inspected", True)
    assert (closed["state"], closed["in_effect"], closed["ended_on"]) == ("closed", False, "2026-07-20")


def test_a_review_falls_due_after_a_year_and_comes_round_again(office: Office) -> None:
    permit = steps.issued(office)
    before = obligations_of(office, permit["id"])
    office.set("2027-07-01 10:00")
    body = {"reviewed_on": "2027-07-01", "in_order": True, "notes": "No change."}

    done(send(office.clerk(), f"/permits/{permit['id']}/reviews", body, permit["version"]))

    after = obligations_of(office, permit["id"])
    assert [(each["due_on"], each["standing"]) for each in before] == [("2027-07-15", "open")]
    assert [each["standing"] for each in after] == ["fulfilled", "open"]
    assert after[1]["due_on"] > "2028-06-30"


@pytest.mark.parametrize(
    ("reviewed_on", "times", "next_due_on"),
    [
        (["2026-08-03"], 1, "2027-08-03"),
        (["2026-08-03"], 3, "2027-08-03"),
        (["2027-07-14"], 1, "2028-07-14"),
        (["2027-07-15"], 1, "2028-07-17"),
        (["2027-09-01"], 1, "2028-07-17"),
        (["2026-08-03", "2026-09-01"], 1, "2027-09-01"),
    ],
    ids=["early", "thrice on one day", "the day before", "on the day", "late", "early twice"],
)
def test_an_early_review_never_lengthens_the_time_to_the_next(
    office: Office, reviewed_on: list[str], times: int, next_due_on: str
) -> None:
    permit = steps.issued(office)
    version = permit["version"]
    for day in reviewed_on:
        office.set(f"{day} 12:00")
        body = {"reviewed_on": day, "in_order": True, "notes": "No change."}
        for _ in range(times):
            path = f"/permits/{permit['id']}/reviews"
            version = done(send(office.clerk(), path, body, version))["version"]

    due = [each["due_on"] for each in obligations_of(office, permit["id"]) if each["standing"] == "open"]

    assert due == [next_due_on]


def test_a_review_not_made_reads_lapsed_on_the_day_after(office: Office) -> None:
    permit = steps.issued(office)
    office.set("2027-07-16 00:01")

    (due,) = obligations_of(office, permit["id"])

    assert due["standing"] == "lapsed"


def test_revoking_takes_the_votes_of_the_law(office: Office) -> None:
    permit = steps.issued(office)
    body = {
        "decided_on": "2026-07-15",
        "observed_on": "2026-07-15",
        "grounds": ["noncompliance_with_conditions"],
        "breached": ["le-wind-no-lighting"],
        "reasons": ["A light was put on the tower."],
        "votes": {"yes": 2, "no": 3},
    }
    path = f"/permits/{permit['id']}/revoke"

    short = send(office.council_clerk(), path, body, 1)
    carried = send(office.council_clerk(), path, {**body, "votes": {"yes": 3, "no": 2}}, 1)

    assert [(gate["code"], gate["rules"]) for gate in short.json()["gates"]] == [
        ("votes_short", ["le-wind-revocation"])
    ]
    assert done(carried)["permit"]["state"] == "revoked"
    assert carried.json()["permit"]["ended_rules"] == [
        "le-wind-revocation",
        "le-wind-no-lighting",
    ]


def test_history_is_a_chain_that_the_database_keeps(office: Office, engine: Engine) -> None:
    permit = steps.issued(office)
    path = f"{V1}/permits/{permit['id']}/history"

    told = office.clerk().get(path).json()

    assert told["intact"] is True
    assert [entry["event"] for entry in told["entries"]] == ["permit.issued"]
    with engine.connect() as connection, pytest.raises(Exception, match="kept as written"):
        connection.execute(text("UPDATE history SET event = 'nothing'"))
