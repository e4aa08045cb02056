"""What follows from days that pass and from what neighbors tell."""

from __future__ import annotations

from uuid import uuid4

import pytest
from sqlalchemy import Engine, text

from services.enforcement.tests import steps
from services.enforcement.tests.services import CITY, Office

pytestmark = pytest.mark.storage


def deadlines(office: Office, case: object) -> dict[str, str]:
    assert isinstance(case, dict)
    path = f"/obligations?record={case['id']}&undone=false"
    return {each["must"]: each["standing"] for each in steps.read(office.inspector(), path)["items"]}


def test_when_the_time_lapses_the_official_must_report(office: Office) -> None:
    case = steps.noticed(office)
    before = deadlines(office, case)
    office.set("2026-07-02 00:30")

    office.days_pass()
    lapsed = deadlines(office, case)
    office.days_pass()

    assert before == {"correct_violation": "open"}
    assert lapsed == {"correct_violation": "lapsed", "report_to_council": "open"}
    assert deadlines(office, case) == lapsed
    case = steps.read(office.inspector(), f"/cases/{case['id']}")
    steps.on(office.inspector(), case, "report", {"notes": "Nothing was done."})
    assert deadlines(office, case)["report_to_council"] == "fulfilled"


def test_a_revoked_license_opens_one_case_that_ends_on_the_roll(office: Office) -> None:
    event = steps.a_revoked_license(None)
    licensing = office.neighbor()

    taken = licensing.post("/v1/events", json=event).json()
    again = licensing.post("/v1/events", json=event).json()

    (number,) = taken["changed"]
    assert (again["changed"], number[:18]) == ([], "DL-DOCK-CASE-2026-")
    clerk, council = office.administrator(), office.council_clerk()
    (case,) = steps.read(clerk, f"/cases?number={number}")["items"]
    assert case["grounds"][:2] == ["dl-dock-removal", "dl-dock-removal-cost"]
    assert (case["opened_by"], case["pin"], case["state"]) == ("license.revoked", None, "opened")
    case = steps.on(clerk, case, "find-owner", {"pin": steps.a_pin()})
    case = steps.on(office.inspector(), case, "report", {"notes": "The dock still stands."})
    decided = {**steps.ORDER, "decided_on": "2026-06-01", "says": "Take the dock out."}
    case = steps.on(council, case, "decide", decided)["case"]
    owed = {"recovery": "dl-dock-removal-cost", "lane": "dl-dock-removal-cost.assessment"}
    owed["due_on"] = "2026-07-01"
    cost = {
        "fact": "removal_cost_usd",
        "amount_usd": "620.00",
        "incurred_on": "2026-06-01",
        "what": "Barge and crew.",
        "document": "Work order 77",
    }
    case = steps.on(council, case, "costs", cost)["case"]
    too_early = steps.try_on(council, case, "charges", owed)
    doing = {"abated_on": "2026-06-01", "by": "Street department", "what": "The dock was taken out."}
    case = steps.on(clerk, case, "abate", doing)
    account = steps.on(council, case, "charges", owed)["account"]

    assert steps.codes(too_early) == ["not_abated"]
    assert account["outstanding_usd"] == "620.00"
    assert account["charges"][0]["lane"]["statute"] == "City Code 305.05 and 305.06"


def test_a_license_that_leaves_enforcement_nothing_opens_no_case(office: Office) -> None:
    event = steps.a_revoked_license(steps.a_pin(), follow_up_rules=[])

    assert office.neighbor().post("/v1/events", json=event).json() == {"changed": [], "refused": None}


def test_an_event_of_an_unknown_program_is_kept_and_tried_again(office: Office) -> None:
    event = steps.a_revoked_license(None, program="kennel-license")

    answer = office.neighbor().post("/v1/events", json=event)
    retried = steps.done(steps.send(office.administrator(), f"/events/{event['id']}/retry"))

    assert (answer.status_code, answer.json()["changed"]) == (202, [])
    assert (retried["event"]["state"], retried["event"]["attempts"]) == ("refused", 2)


def test_a_license_that_stands_again_is_told_to_staff(office: Office) -> None:
    event = steps.a_revoked_license(None)
    licensing = office.neighbor()
    (number,) = licensing.post("/v1/events", json=event).json()["changed"]
    back = steps.an_event("license.restored", "urn:citycode:licensing", event["data"])

    assert licensing.post("/v1/events", json=back).json()["changed"] == [number]
    (case,) = steps.read(office.administrator(), f"/cases?number={number}")["items"]
    assert deadlines(office, case) == {"close_case": "open"}


def test_a_sale_makes_the_city_look_up_the_owner_again(office: Office) -> None:
    case = steps.inspected(office, steps.opened(office))
    told = {"city": CITY, "pin": case["pin"], "conveyed_on": "2026-05-20", "candidate_id": str(uuid4())}
    event = steps.an_event("ownership.transferred", "urn:citycode:gis", told)

    taken = office.neighbor("gis").post("/v1/events", json=event).json()
    case = steps.read(office.inspector(), f"/cases/{case['id']}")
    refused = steps.try_to_issue(office, case)
    office.gis.owner = "B. Buyer"
    case = steps.on(office.inspector(), case, "find-owner", {})
    made = steps.done(steps.try_to_issue(office, case))

    assert taken["changed"] == [case["number"]]
    assert steps.codes(refused) == ["owner_unknown"]
    assert [each["name"] for each in made["notice"]["recipients"]] == ["B. Buyer"]
    assert deadlines(office, case)["find_owner"] == "fulfilled"


def test_events_tell_of_cases_and_of_no_person(office: Office, engine: Engine) -> None:
    account = steps.charged(office)

    with engine.connect() as connection:
        rows = connection.execute(
            text("SELECT type, CAST(data AS text) AS data FROM outbox WHERE subject = :subject ORDER BY seq"),
            {"subject": f"cases/{account['case']['id']}"},
        ).all()

    assert [row.type for row in rows if row.type != "obligation.lapsed"] == [
        "case.opened",
        "case.noticed",
        "case.reported",
        "case.abatement_ordered",
        "case.abated",
    ]
    assert not any("O. Owner" in row.data or "Lake Drive" in row.data for row in rows)
