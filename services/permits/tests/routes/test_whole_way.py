"""One wind generator from the draft to a permit that expired with a sale and came back."""

from __future__ import annotations

from typing import Any

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions
from permits.storage.tables import metadata
from servicekit.identifiers import uuid7
from sqlalchemy import Engine, select

from services.permits.tests import steps
from services.permits.tests.builders import JUDGMENT, SUBMITTALS
from services.permits.tests.services import CITY, Office, law
from services.permits.tests.steps import V1, act, done, send

pytestmark = pytest.mark.storage


def obligations_of(office: Office, record: Any) -> list[tuple[str, str | None, str]]:
    asked = {"record": record["id"], "undone": "false"}
    items = office.clerk().get(f"{V1}/obligations", params=asked).json()["items"]
    return [(each["must"], each["due_on"], each["standing"]) for each in items]


def land_event(type_: str, pin: str, candidate: str) -> dict[str, Any]:
    return {
        "specversion": "1.0",
        "id": str(uuid7()),
        "type": type_,
        "source": "urn:citycode:gis",
        "subject": f"{CITY}/{pin}",
        "time": "2027-09-01T15:00:00Z",
        "datacontenttype": "application/json",
        "data": {"city": CITY, "pin": pin, "candidate_id": candidate, "conveyed_on": "2027-08-30"},
    }


def test_from_draft_to_restored(office: Office, engine: Engine) -> None:
    resident, clerk, inspector = office.resident(), office.clerk(), office.inspector()

    office.set("2026-06-03 17:45")
    application = act(resident, steps.draft(office), "submit")
    assert (application["state"], application["received_on"]) == ("submitted", "2026-06-04")
    assert application["law_date"] is None

    office.set("2026-06-05 09:00")
    for each in SUBMITTALS:
        body = {"submittal": each, "document": "File 26-118", "received_on": "2026-06-05"}
        application = act(clerk, application, "submittals", body)
    application = act(clerk, application, "declare-complete")
    assert (application["state"], application["completed_on"], application["law_date"]) == (
        "complete",
        "2026-06-05",
        "2026-06-05",
    )
    assert obligations_of(office, application) == [
        ("tell_what_is_missing", "2026-06-26", "fulfilled"),
        ("schedule_hearing", "2026-07-06", "open"),
        ("approve_or_deny", "2026-08-04", "open"),
    ]

    application = act(clerk, application, "start-review")
    judgment = {"judgment": JUDGMENT, "answer": True, "reason": "The fall zone is on the lot."}
    application = act(inspector, application, "judgments", judgment)
    application = act(inspector, application, "recommendation", {"in_favor": True, "reasons": ["In order."]})
    application = steps.heard(office, application)
    assert obligations_of(office, application) == [
        ("tell_what_is_missing", "2026-06-26", "fulfilled"),
        ("schedule_hearing", "2026-07-06", "fulfilled"),
        ("approve_or_deny", "2026-08-04", "open"),
    ]

    decided = done(steps.try_to_decide(office, application))
    assert decided["application"]["state"] == "approved"
    assert obligations_of(office, application)[-1] == ("approve_or_deny", "2026-08-04", "fulfilled")
    with engine.connect() as connection:
        (kept,) = decisions.of_record(connection, CITY, decided["application"]["id"])
    assert kept.receipt is not None
    again = replay(law(), kept.receipt)
    assert (again.canonical, again.sha256) == (kept.receipt, decided["decision"]["receipt_sha256"])

    permit = done(steps.try_to_issue(office, decided["application"]))
    issued_on = permit["issued_on"]
    assert (permit["state"], permit["number"]) == ("issued", application["number"])
    ((review, review_due, standing),) = obligations_of(office, permit)
    assert (review, standing) == ("review_the_permit", "open")
    assert review_due is not None
    assert (issued_on, review_due) == ("2026-07-15", "2027-07-15")

    place = f"/permits/{permit['id']}"
    visit = {"kind": "final", "scheduled_on": "2026-09-01"}
    visited = done(send(inspector, f"{place}/inspections", visit, permit["version"]))
    office.set("2026-09-01 15:00")
    result: dict[str, Any] = {
        "inspected_on": "2026-09-01",
        "passed": True,
        "final": True,
        "notes": "As approved.",
    }
    entry = f"{place}/inspections/{visited['inspection']['id']}/result"
    permit = done(send(inspector, entry, result, visited["permit"]["version"]))["permit"]
    assert (permit["state"], permit["in_effect"]) == ("inspected", True)

    office.set("2027-07-14 10:00")
    round_: dict[str, Any] = {"reviewed_on": "2027-07-14", "in_order": True, "notes": "No change."}
    permit = done(send(clerk, f"{place}/reviews", round_, permit["version"]))
    assert [standing for _, _, standing in obligations_of(office, permit)] == ["fulfilled", "open"]

    office.set("2027-09-01 10:00")
    sale = str(uuid7())
    sold = land_event("ownership.transferred", permit["pin"], sale)
    assert done(office.neighbor().post("/v1/events", json=sold))["changed"] == [permit["number"]]
    ended = office.anonymous().get(f"{V1}{place}").json()
    assert (ended["state"], ended["ended_on"]) == ("expired", "2027-08-30")

    reversal = land_event("ownership.transfer_reversed", permit["pin"], sale)
    assert done(office.neighbor().post("/v1/events", json=reversal))["changed"] == [permit["number"]]
    restored = office.anonymous().get(f"{V1}{place}").json()
    assert (restored["state"], restored["ended_on"], restored["ended_rules"]) == ("inspected", None, [])

    assert told_of(engine, permit) == ["permit.issued", "permit.expired", "permit.restored"]
    assert history_of(office, f"{V1}/applications/{application['id']}") == [
        "application.created",
        "application.submitted",
        *["submittal.received"] * len(SUBMITTALS),
        "application.completed",
        "review.started",
        "judgment.answered",
        "recommendation.made",
        "hearing.scheduled",
        "notice_list.frozen",
        "notice.mailed",
        "notice.proven",
        "hearing.held",
        "decision.made",
        "permit.issued",
    ]
    assert history_of(office, f"{V1}{place}") == [
        "permit.issued",
        "inspection.scheduled",
        "inspection.passed",
        "review.completed",
        "permit.expired",
        "permit.restored",
    ]


def told_of(engine: Engine, permit: Any) -> list[str]:
    outbox = metadata.tables["outbox"]
    told = select(outbox.c.type).where(outbox.c.subject == f"permits/{permit['id']}").order_by(outbox.c.seq)
    with engine.connect() as connection:
        return list(connection.scalars(told))


def history_of(office: Office, path: str) -> list[str]:
    told = office.clerk().get(f"{path}/history").json()
    assert told["intact"] is True
    return [entry["event"] for entry in told["entries"]]
