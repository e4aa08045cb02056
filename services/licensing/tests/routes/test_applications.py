"""An application: fees before completeness, judgments, the council's approval and findings, refunds, caps."""

from __future__ import annotations

import pytest
from casework.decision_receipt import replay
from casework.storage import decisions
from sqlalchemy import Engine

from services.licensing.tests import steps
from services.licensing.tests.builders import a_pin, lawful_facts
from services.licensing.tests.services import CITY, Office, law

pytestmark = pytest.mark.storage


def test_without_the_fee_an_application_is_not_complete(office: Office) -> None:
    application = steps.submitted(office)
    path = f"/license-applications/{application['id']}/declare-complete"

    unpaid = steps.send(office.administrator(), path, version=application["version"])
    short = steps.paid(office, application, "119.99")
    almost = steps.send(office.administrator(), path, version=short["version"])
    whole = steps.paid(office, short, "0.01")
    complete = steps.act(office.administrator(), whole, "declare-complete")

    assert steps.codes(unpaid) == steps.codes(almost) == ["fee_unpaid"]
    assert unpaid.json()["gates"][0]["rules"] == [
        "dl-dock-fee-schedule",
        "dl-dock-no-proration",
        "dl-dock-fee-with-application",
    ]
    assert complete["state"] == "complete"


def test_the_same_payment_is_entered_once(office: Office) -> None:
    application = steps.submitted(office)
    path = f"/license-applications/{application['id']}/payments"
    body = {"amount_usd": "120.00", "method": "check", "paid_on": "2026-05-11", "reference": "check 7"}
    first = steps.done(steps.send(office.administrator(), path, body, application["version"]))

    again = steps.done(steps.send(office.administrator(), path, body, first["version"]))
    other = steps.send(office.administrator(), path, {**body, "amount_usd": "1.00"}, again["version"])

    account = steps.read(office.resident(), f"/license-applications/{application['id']}/charges")
    assert [each["amount_usd"] for each in account["payments"]] == ["120.00"]
    assert other.status_code == 409


def test_another_class_is_another_fee_and_what_was_paid_counts(office: Office) -> None:
    application = steps.paid(office, steps.submitted(office), "120.00")
    body = {"missing": ["It is the dock of a resort."]}
    application = steps.act(office.administrator(), application, "declare-incomplete", body)
    changed = office.resident().patch(
        f"{steps.V1}/license-applications/{application['id']}",
        json={"facts": {"dock_class": "semi_commercial", "lodging_owner": True}},
        headers={"If-Match": f'"{application["version"]}"'},
    )

    application = steps.act(office.resident(), steps.done(changed), "submit")

    account = steps.read(office.resident(), f"/license-applications/{application['id']}/charges")
    assert [(each["amount_usd"], each["canceled_usd"]) for each in account["charges"]] == [
        ("120.00", "120.00"),
        ("300.00", "0.00"),
    ]
    assert account["outstanding_usd"] == "180.00"


def test_no_decision_rests_on_an_open_question(office: Office) -> None:
    application = steps.complete(office)

    refused = steps.try_to_decide(office, application)

    assert steps.codes(refused) == ["judgment_missing", "judgment_missing"]


@pytest.mark.parametrize(("yes", "carries"), [(4, False), (5, True)])
def test_the_majority_of_those_voting_approves(office: Office, yes: int, carries: bool) -> None:
    application = steps.judged(office, steps.complete(office))

    decided = steps.try_to_decide(office, application, yes)

    if carries:
        assert steps.done(decided)["application"]["state"] == "approved"
    else:
        assert steps.codes(decided) == ["votes_short"]


def test_another_location_takes_both_findings_of_the_council_and_its_leave(office: Office) -> None:
    facts = lawful_facts(dock_station_ft=150)
    application = steps.judged(office, steps.complete(office, facts=facts))
    findings = {
        "dl-dock-location-variation": {"answer": True, "reason": "A storm sewer ends there."},
        "dl-dock-location-variation.interference": {"answer": True, "reason": "Ten feet aside."},
    }
    remedies = {"dl-dock-location-midline": "location_variation"}
    one = {name: findings[name] for name in list(findings)[:1]}

    unasked = steps.try_to_decide(office, application)
    half = steps.try_to_decide(office, application, findings=one, remedies=remedies)
    ungranted = steps.try_to_decide(office, application, findings=findings)
    granted = steps.done(steps.try_to_decide(office, application, findings=findings, remedies=remedies))

    assert steps.codes(unasked) == ["judgment_missing", "judgment_missing", "not_allowed"]
    assert steps.codes(half) == ["judgment_missing"]
    assert steps.codes(ungranted) == ["not_allowed"]
    assert granted["decision"]["remedies"]["dl-dock-location-midline"]["remedy"] == "location_variation"
    assert granted["application"]["judgments"]["dl-dock-location-variation"]["office"] == "city_council"


def test_a_finding_the_law_puts_to_another_office_is_not_the_councils(office: Office) -> None:
    application = steps.judged(office, steps.complete(office))
    findings = {"dl-dock-materials": {"answer": False, "reason": "It looks poor."}}

    refused = steps.try_to_decide(office, application, findings=findings)

    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "#/findings/dl-dock-materials"


def test_a_judgment_is_for_the_office_the_law_names(office: Office) -> None:
    application = steps.complete(office)
    body = {"judgment": "dl-dock-materials", "answer": True, "reason": "They are."}
    path = f"/license-applications/{application['id']}/judgments"

    refused = steps.send(office.administrator(), path, body, application["version"])

    assert refused.status_code == 403


def test_the_holder_of_the_commercial_license_gets_no_private_one(own_office: Office) -> None:
    steps.issued(own_office, "commercial", who="business-1")
    application = steps.judged(own_office, steps.complete(own_office, who="business-1"))

    approving = steps.try_to_decide(own_office, application)
    denied = steps.done(
        steps.try_to_decide(own_office, application, outcome="deny", votes=None, reasons=["Barred."])
    )
    other = steps.issued(own_office, who="resident-1")

    assert steps.codes(approving) == ["not_allowed"]
    assert approving.json()["gates"][0]["rules"] == ["dl-dock-private-eligible"]
    assert [each["amount_usd"] for each in denied["refunds"]] == ["120.00"]
    assert other["state"] == "issued"


def test_a_second_commercial_license_is_refused_and_its_whole_fee_returned(own_office: Office) -> None:
    first = steps.issued(own_office, "commercial", who="business-1")
    second = steps.judged(own_office, steps.complete(own_office, "commercial", who="business-2"))
    check = steps.read(own_office.resident("business-2"), f"/license-applications/{second['id']}/check")

    approving = steps.try_to_decide(own_office, second)
    denied = steps.done(
        steps.try_to_decide(own_office, second, outcome="deny", votes=None, reasons=["One is in effect."])
    )
    account = steps.read(own_office.resident("business-2"), f"/license-applications/{second['id']}/charges")

    assert [(each["rule"], each["allowed"], each["counting"]) for each in check["caps"]] == [
        ("dl-dock-commercial-cap", False, [first["number"]])
    ]
    assert steps.codes(approving) == ["cap_reached"]
    assert [(each["amount_usd"], each["rules"]) for each in denied["refunds"]] == [
        ("900.00", ["dl-dock-fee-refund"])
    ]
    assert (account["outstanding_usd"], account["charges"][0]["refunded_usd"]) == ("0.00", "900.00")


def test_what_was_approved_before_the_cap_was_reached_is_not_issued_after(own_office: Office) -> None:
    one = steps.approved(own_office, "commercial", who="business-1")
    other = steps.approved(own_office, "commercial", who="business-2")

    issued = steps.done(steps.try_to_issue(own_office, one))
    refused = steps.try_to_issue(own_office, other)
    given_up = steps.send(
        own_office.resident("business-1"),
        f"/licenses/{issued['id']}/surrender",
        {"reason": "Sold the boats."},
        issued["version"],
    )
    after = steps.done(steps.try_to_issue(own_office, other))

    assert steps.codes(refused) == ["cap_reached"]
    assert steps.done(given_up)["state"] == "surrendered"
    assert (after["state"], after["in_effect"]) == ("issued", True)


def test_a_lodging_property_gets_one_dock(own_office: Office) -> None:
    pin = a_pin()
    steps.issued(own_office, "semi_commercial", pin=pin)
    again = steps.judged(own_office, steps.complete(own_office, "semi_commercial", pin=pin))
    elsewhere = steps.judged(own_office, steps.complete(own_office, "semi_commercial"))

    refused = steps.try_to_decide(own_office, again)
    allowed = steps.try_to_decide(own_office, elsewhere)

    assert [each["rules"] for each in refused.json()["gates"]] == [["dl-dock-semi-one-dock"]]
    assert steps.done(allowed)["application"]["state"] == "approved"


def test_a_denial_without_a_bar_takes_a_vote_that_did_not_carry(office: Office) -> None:
    application = steps.judged(office, steps.complete(office))
    reasons = ["The council finds the place unsuitable."]

    unvoted = steps.try_to_decide(office, application, outcome="deny", votes=None, reasons=reasons)
    carried = steps.try_to_decide(office, application, 6, outcome="deny", reasons=reasons)
    silent = steps.try_to_decide(office, application, 3, outcome="deny")
    denied = steps.done(steps.try_to_decide(office, application, 3, outcome="deny", reasons=reasons))

    assert steps.codes(unvoted) == ["votes_missing"]
    assert steps.codes(carried) == ["vote_carried"]
    assert steps.codes(silent) == ["reasons_missing"]
    assert [each["amount_usd"] for each in denied["refunds"]] == ["120.00"]


def test_the_receipt_of_a_decision_replays_to_the_same_bytes(office: Office, engine: Engine) -> None:
    application = steps.approved(office)

    with engine.connect() as connection:
        (made,) = decisions.of_record(connection, CITY, application["id"])

    assert made.receipt is not None
    assert replay(law(), made.receipt).sha256 == made.receipt_sha256


def test_a_law_that_takes_nothing_from_the_map_does_not_wait_for_it(office: Office) -> None:
    draft = steps.draft(office)
    office.maps.away = True

    handed_in = steps.send(office.resident(), f"/license-applications/{draft['id']}/submit", version=1)

    assert handed_in.status_code == 200


def test_a_program_of_another_service_is_not_applied_for_here(office: Office) -> None:
    body = {"program": "property-maintenance", "contact": {"name": "A. Person"}}

    refused = steps.send(office.resident(), "/license-applications", body)

    assert refused.status_code == 422
    assert refused.json()["errors"][0]["pointer"] == "#/program"


def test_the_history_of_an_application_holds(office: Office) -> None:
    license_ = steps.issued(office)
    found = steps.read(office.administrator(), "/license-applications?state=issued&limit=500")["items"]
    application = next(each["id"] for each in found if each["license_id"] == license_["id"])

    told = steps.read(office.administrator(), f"/license-applications/{application}/history")

    assert told["intact"] is True
    assert [each["event"] for each in told["entries"]] == [
        "application.created",
        "application.submitted",
        "fee.assessed",
        "payment.received",
        "application.completed",
        "judgment.answered",
        "judgment.answered",
        "decision.made",
        "license.issued",
    ]
