"""Every event in every state: what the tables do not allow answers 409 and changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from casework.lifecycle import Lifecycle
from casework.service import Mailing
from casework.storage import hearings, history
from permits.domain.application import APPLICATION, Application
from permits.domain.permit import PERMIT, Permit
from permits.storage import applications, permits
from permits.storage.tables import metadata
from servicekit.identifiers import uuid7
from sqlalchemy import Connection, Engine, func, select

from services.permits.tests.builders import (
    JUDGMENT,
    NOTICE,
    SUBMITTALS,
    a_hearing,
    a_permit,
    an_application,
    an_inspection,
)
from services.permits.tests.services import CITY, MORNING, Office
from services.permits.tests.steps import V1, send

pytestmark = pytest.mark.storage

Caller = Callable[[Office], Any]
resident: Caller = lambda office: office.resident()  # noqa: E731
clerk: Caller = lambda office: office.clerk()  # noqa: E731
inspector: Caller = lambda office: office.inspector()  # noqa: E731
council_clerk: Caller = lambda office: office.council_clerk()  # noqa: E731


@dataclass(frozen=True)
class Call:
    """Who makes which call for an event. `{hearing}` and `{inspection}` stand for records made before."""

    who: Caller
    path: str
    body: Any = None


TODAY = "2026-06-01"
AWAY = "2026-07-14T19:00:00-05:00"
OF_HEARINGS: dict[str, list[Call]] = {
    "schedule_hearing": [Call(clerk, "/hearings", {"starts_at": AWAY, "place": "City hall"})],
    "serve_notice": [
        Call(clerk, "/hearings/{hearing}/notice-lists", {"notice": NOTICE}),
        Call(
            clerk,
            "/hearings/{hearing}/mailings",
            {"notice": NOTICE, "sent_on": TODAY, "method": "first_class_mail"},
        ),
        Call(
            clerk,
            "/hearings/{hearing}/affidavits",
            {"mailing": "{mailing}", "kind": "affidavit_of_mailing", "sworn_on": TODAY},
        ),
    ],
    "hold_hearing": [Call(clerk, "/hearings/{hearing}/hold", {"held_on": TODAY})],
    "move_hearing": [Call(clerk, "/hearings/{hearing}/move", {"starts_at": AWAY, "place": "The library"})],
    "cancel_hearing": [Call(clerk, "/hearings/{hearing}/cancel", {"reason": "No quorum."})],
}
"""The same of an application and of a permit."""
OF_APPLICATIONS: dict[str, list[Call]] = {
    "change": [Call(resident, "PATCH", {"facts": {"structure_height_ft": 118}})],
    "submit": [Call(resident, "/submit")],
    "withdraw": [Call(resident, "/withdraw")],
    "receive_submittal": [
        Call(clerk, "/submittals", {"submittal": SUBMITTALS[0], "document": "1", "received_on": TODAY})
    ],
    "declare_incomplete": [Call(clerk, "/declare-incomplete", {"missing": ["A signature."]})],
    "declare_complete": [Call(clerk, "/declare-complete")],
    "start_review": [Call(clerk, "/start-review")],
    **OF_HEARINGS,
    "answer_judgment": [
        Call(inspector, "/judgments", {"judgment": JUDGMENT, "answer": True, "reason": "It is."})
    ],
    "recommend": [Call(inspector, "/recommendation", {"in_favor": True, "reasons": []})],
    "approve": [Call(council_clerk, "/decide", {"outcome": "approve", "decided_on": TODAY})],
    "deny": [Call(council_clerk, "/decide", {"outcome": "deny", "decided_on": TODAY, "reasons": ["No."]})],
    "issue": [Call(clerk, "/issue")],
    "pay": [Call(clerk, "/payments", {"amount_usd": "1.00", "method": "check", "paid_on": TODAY})],
    "refund": [Call(clerk, "/refunds", {"amount_usd": "1.00", "method": "check", "reason": "Paid twice."})],
    "enter_survey": [
        Call(
            clerk,
            "/surveyed-facts",
            {
                "fact": "lot_area_acres",
                "value": "41",
                "document": "Survey 1",
                "surveyor": "A. Surveyor",
                "surveyed_on": TODAY,
            },
        )
    ],
    "record_remedy": [
        Call(
            council_clerk,
            "/remedies",
            {
                "finding": "le-wind-lot-size",
                "remedy": "variance",
                "body": "city_council",
                "granted_on": TODAY,
                "resolution": "Resolution 1",
                "findings": ["Unique."],
            },
        )
    ],
}
OF_APPLICATIONS["extend_time"] = [
    Call(clerk, "/extend-time", {"until": "2026-09-01", "reasons": ["More time."], "sent_on": TODAY})
]
AMENDED = {"event": "application.amended", "happened_on": TODAY}
OF_APPLICATIONS["tell_event"] = [Call(clerk, "/events", AMENDED)]
OF_APPLICATIONS["approve_by_law"] = [Call(council_clerk, "/approve-by-law")]
BY_THE_CALENDAR = {"lapse"}
"""No caller asks for it; see test_days_pass."""
FACTS_OF_A_DIVISION = {"divided_parcel_acres": "39"}
RESULT = {"inspected_on": TODAY, "final": False, "notes": "Seen."}
RESULT_PATH = "/inspections/{inspection}/result"
OF_PERMITS: dict[str, list[Call]] = {
    **OF_HEARINGS,
    "schedule_inspection": [Call(inspector, "/inspections", {"kind": "final", "scheduled_on": TODAY})],
    "fail_inspection": [Call(inspector, RESULT_PATH, {**RESULT, "passed": False})],
    "pass_inspection": [Call(inspector, RESULT_PATH, {**RESULT, "passed": True})],
    "pass_final_inspection": [Call(inspector, RESULT_PATH, {**RESULT, "passed": True, "final": True})],
    "review": [Call(clerk, "/reviews", {"reviewed_on": TODAY, "in_order": True, "notes": "Seen."})],
    "close": [Call(clerk, "/close", {"reason": "Removed."})],
    "revoke": [
        Call(
            council_clerk,
            "/revoke",
            {
                "decided_on": TODAY,
                "observed_on": TODAY,
                "grounds": ["noncompliance_with_conditions"],
                "votes": {"yes": 3},
                "reasons": ["A light."],
            },
        )
    ],
}
OF_PERMITS["remove"] = [Call(clerk, "/removal", {"removed_on": TODAY, "note": "Seen."})]
DIVISION = {"divided_on": TODAY, "facts": FACTS_OF_A_DIVISION}
OF_PERMITS["tell_event"] = [Call(inspector, "/events", AMENDED)]
OF_PERMITS["say_division"] = [Call(clerk, "/division", DIVISION)]
BY_EVENTS_OF_LAND = {"expire", "restore_issued", "restore_inspected", "move_end"}
"""No caller asks for these; a permit that is not in effect is passed over, see test_land."""


def of_lifecycle(lifecycle: Lifecycle, calls: dict[str, list[Call]]) -> list[Any]:
    """Every refusal the table demands, one per call that stands for the event."""
    return [
        pytest.param(state, call, id=f"{state}-{event}-{place}")
        for state, event in lifecycle.refusals()
        for place, call in enumerate(calls.get(event, ()))
    ]


def test_every_event_has_its_calls() -> None:
    assert set(OF_APPLICATIONS) | BY_THE_CALENDAR == set(APPLICATION.events)
    assert set(OF_PERMITS) | BY_EVENTS_OF_LAND == set(PERMIT.events)


@pytest.mark.parametrize(("state", "call"), of_lifecycle(APPLICATION, OF_APPLICATIONS))
def test_an_application_refuses(office: Office, engine: Engine, state: str, call: Call) -> None:
    application = an_application(state)
    hearing = a_hearing(application)
    mailing = Mailing(uuid7(), hearing.id, NOTICE, MORNING.date(), "first_class_mail", ("1",))
    with engine.begin() as connection:
        applications.add(connection, application)
        hearings.schedule(connection, hearing)
        hearings.record_mailing(connection, CITY, mailing)

    answer = ask(office, call, "applications", application, hearing=hearing.id, mailing=mailing.id)

    refused = answer.json()
    assert (answer.status_code, refused["type"]) == (409, "urn:citycode:problem:state-conflict"), refused
    assert (refused["state"], refused["allowed"]) == (state, sorted(APPLICATION.allowed(state)))
    with engine.connect() as connection:
        assert applications.find(connection, CITY, application.id) == application
        assert hearings.of_record(connection, CITY, application.id) == (hearing,)
        assert history.of_record(connection, CITY, application.id) == ()
        assert told_of(connection, application) == 0


@pytest.mark.parametrize(("state", "call"), of_lifecycle(PERMIT, OF_PERMITS))
def test_a_permit_refuses(office: Office, engine: Engine, state: str, call: Call) -> None:
    application = an_application("issued")
    permit = a_permit(application, state)
    inspection = an_inspection(permit)
    hearing = a_hearing(application, record_id=permit.id)
    mailing = Mailing(uuid7(), hearing.id, NOTICE, MORNING.date(), "first_class_mail", ("1",))
    with engine.begin() as connection:
        applications.add(connection, application)
        permits.add(connection, permit)
        permits.add_inspection(connection, inspection)
        hearings.schedule(connection, hearing)
        hearings.record_mailing(connection, CITY, mailing)

    made = {"inspection": inspection.id, "hearing": hearing.id, "mailing": mailing.id}
    answer = ask(office, call, "permits", permit, **made)

    refused = answer.json()
    assert (answer.status_code, refused["type"]) == (409, "urn:citycode:problem:state-conflict"), refused
    assert (refused["state"], refused["allowed"]) == (state, sorted(PERMIT.allowed(state)))
    with engine.connect() as connection:
        assert permits.find(connection, CITY, permit.id) == permit
        assert permits.inspections_of(connection, CITY, permit.id) == [inspection]
        assert hearings.of_record(connection, CITY, permit.id) == (hearing,)
        assert history.of_record(connection, CITY, permit.id) == ()
        assert told_of(connection, permit) == 0


def told_of(connection: Connection, record: Application | Permit) -> int:
    """How many events were announced of a record."""
    outbox = metadata.tables["outbox"]
    about = select(func.count()).where(outbox.c.subject.endswith(str(record.id)))
    return connection.scalar(about) or 0


def ask(office: Office, call: Call, kind: str, record: Application | Permit, **made: Any) -> Any:
    body = call.body
    if body is not None:
        body = {
            name: value.format(**made) if isinstance(value, str) else value for name, value in body.items()
        }
    client = call.who(office)
    path = call.path.format(**made)
    if path == "PATCH":
        return client.patch(f"{V1}/{kind}/{record.id}", json=body, headers={"If-Match": '"1"'})
    return send(client, path if path.startswith("/hearings/") else f"/{kind}/{record.id}{path}", body, 1)
