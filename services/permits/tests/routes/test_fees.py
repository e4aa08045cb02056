"""Fees: asked for at submission, paid before what they gate, charged again for a wasted visit, paid back."""

from __future__ import annotations

from typing import Any

import pytest

from services.permits.tests.pond import V1, Pond
from services.permits.tests.steps import done

pytestmark = pytest.mark.storage


def ramp(pond: Pond, length_ft: int = 20) -> Any:
    """A ramp that was submitted: its fee is 2 dollars a foot."""
    body = {
        "program": "ramp",
        "pin": "pond-ramp",
        "facts": {"ramp": True, "ramp_length_ft": length_ft},
        "contact": {"name": "Ada Lindahl"},
    }
    resident = pond.office.resident()
    made = done(resident.post(f"{V1}/applications", json=body))
    submit = f"{V1}/applications/{made['id']}/submit"
    return done(resident.post(submit, headers={"If-Match": f'"{made["version"]}"'}))


def decided(pond: Pond, application: Any, outcome: str = "approve") -> Any:
    application = pond.act(pond.act(application, "declare-complete"), "start-review")
    body = {"outcome": outcome, "decided_on": "2026-06-01", "reasons": ["It is so."]}
    return pond.act(application, "decide", body)


def approved(pond: Pond, length_ft: int = 20) -> Any:
    return decided(pond, ramp(pond, length_ft))["application"]


def paid(pond: Pond, application: Any, amount_usd: str, **given: Any) -> Any:
    body = {"amount_usd": amount_usd, "method": "check", "paid_on": "2026-06-01", **given}
    return pond.act(application, "payments", body)


def try_to_issue(pond: Pond, application: Any) -> Any:
    return pond.post(f"/applications/{application['id']}/issue", version=application["version"])


def account(pond: Pond, application: Any) -> Any:
    return pond.get(f"/applications/{application['id']}/charges")


def try_to_schedule(pond: Pond, permit: Any) -> Any:
    body = {"kind": "final", "scheduled_on": "2026-06-01"}
    return pond.post(f"/permits/{permit['id']}/inspections", body, permit["version"])


def inspected(pond: Pond, permit: Any, *, passed: bool, found: str) -> Any:
    made = done(try_to_schedule(pond, permit))
    result = {
        "inspected_on": "2026-06-01",
        "passed": passed,
        "final": True,
        "notes": "Seen.",
        "facts": {"ramp_found": found},
    }
    path = f"/permits/{permit['id']}/inspections/{made['inspection']['id']}/result"
    return done(pond.post(path, result, made["permit"]["version"]))["permit"]


def codes(refused: Any) -> list[str]:
    return [each["code"] for each in refused.json()["gates"]]


def test_a_fee_is_charged_and_asked_for_at_submission(pond: Pond) -> None:
    application = ramp(pond, length_ft=20)

    owed = account(pond, application)

    assert [(each["fee"], each["amount_usd"], each["before"]) for each in owed["charges"]] == [
        ("mp-ramp-fee", "40.00", "permit.issued")
    ]
    assert [(each["total_usd"], each["due_on"]) for each in owed["invoices"]] == [("40.00", "2026-06-01")]
    assert owed["outstanding_usd"] == "40.00"


def test_no_permit_is_issued_before_its_fee_is_paid_in_full(pond: Pond) -> None:
    application = approved(pond)

    refused = try_to_issue(pond, application)
    application = paid(pond, application, "39.99")
    refused_a_cent_short = try_to_issue(pond, application)
    application = paid(pond, application, "0.01")

    assert (refused.status_code, codes(refused)) == (409, ["fee_unpaid"])
    assert codes(refused_a_cent_short) == ["fee_unpaid"]
    assert try_to_issue(pond, application).status_code == 201


def test_a_shorter_ramp_costs_less_and_is_asked_for_anew(pond: Pond) -> None:
    application = pond.act(ramp(pond, length_ft=20), "declare-incomplete", {"missing": ["The length."]})
    resident, path = pond.office.resident(), f"{V1}/applications/{application['id']}"
    read = {"If-Match": f'"{application["version"]}"'}
    changed = done(resident.patch(path, json={"facts": {"ramp_length_ft": 10}}, headers=read))

    done(resident.post(f"{path}/submit", headers={"If-Match": f'"{changed["version"]}"'}))

    owed = account(pond, application)
    assert owed["outstanding_usd"] == "20.00"
    assert [(each["total_usd"], each["canceled_on"]) for each in owed["invoices"]] == [
        ("40.00", "2026-06-01"),
        ("20.00", None),
    ]


def test_a_wasted_visit_is_paid_before_the_next(pond: Pond) -> None:
    application = paid(pond, approved(pond), "40.00")
    permit = done(try_to_issue(pond, application))

    permit = inspected(pond, permit, passed=False, found="not_ready")
    refused = try_to_schedule(pond, permit)
    application = pond.get(f"/applications/{application['id']}")
    paid(pond, application, "25.00")

    assert codes(refused) == ["fee_unpaid"]
    assert account(pond, application)["outstanding_usd"] == "0.00"
    again = inspected(pond, permit, passed=False, found="not_ready")
    assert account(pond, application)["outstanding_usd"] == "25.00"
    assert codes(try_to_schedule(pond, again)) == ["fee_unpaid"]


def test_a_visit_in_order_costs_nothing(pond: Pond) -> None:
    application = paid(pond, approved(pond), "40.00")
    permit = done(try_to_issue(pond, application))

    permit = inspected(pond, permit, passed=True, found="ready")

    assert permit["state"] == "inspected"
    assert account(pond, application)["outstanding_usd"] == "0.00"


def test_a_denial_pays_back_what_the_law_returns(pond: Pond) -> None:
    application = paid(pond, ramp(pond, length_ft=31), "62.00")

    made = decided(pond, application, "deny")

    assert [(each["amount_usd"], each["rules"]) for each in made["refunds"]] == [
        ("31.00", ["mp-ramp-refund"])
    ]


def test_what_the_law_leaves_to_an_office_goes_back_in_parts_up_to_its_bound(pond: Pond) -> None:
    denied = decided(pond, paid(pond, ramp(pond, length_ft=31), "62.00"), "deny")["application"]
    body = {"refund": "mp-ramp-favor", "amount_usd": "3.00", "method": "check", "reason": "Hardship."}

    denied = pond.act(denied, "refunds", body)
    too_much = pond.post(f"/applications/{denied['id']}/refunds", body, denied["version"])
    pond.act(denied, "refunds", {**body, "amount_usd": "0.10"})

    assert codes(too_much) == ["more_than_refundable"]
    assert [each["amount_usd"] for each in account(pond, denied)["refunds"]] == ["31.00", "3.00", "0.10"]


def test_what_was_paid_twice_goes_back_and_no_more(pond: Pond) -> None:
    application = paid(pond, ramp(pond), "45.00")
    body = {"amount_usd": "5.01", "method": "check", "reason": "Paid too much."}

    too_much = pond.post(f"/applications/{application['id']}/refunds", body, application["version"])
    application = pond.act(application, "refunds", {**body, "amount_usd": "5.00"})

    assert too_much.status_code == 409
    told = account(pond, application)
    assert [(each["amount_usd"], each["charge_id"]) for each in told["refunds"]] == [("5.00", None)]
    assert told["outstanding_usd"] == "0.00"


def test_a_refund_the_law_does_not_open_is_refused_and_an_unknown_one_named(pond: Pond) -> None:
    application = paid(pond, ramp(pond), "40.00")
    body = {"amount_usd": "1.00", "method": "check", "reason": "Asked."}
    path = f"/applications/{application['id']}/refunds"

    not_open = pond.post(path, {**body, "refund": "mp-ramp-refund"}, application["version"])
    unknown = pond.post(path, {**body, "refund": "mp-none"}, application["version"])

    assert codes(not_open) == ["not_refundable"]
    assert (unknown.status_code, unknown.json()["errors"][0]["pointer"]) == (422, "#/refund")


def test_the_same_reference_is_entered_once(pond: Pond) -> None:
    application = paid(pond, ramp(pond), "40.00", reference="check 1042")

    application = paid(pond, application, "40.00", reference="check 1042")

    assert [each["amount_usd"] for each in account(pond, application)["payments"]] == ["40.00"]


def test_the_applicant_sees_the_account_and_a_stranger_does_not(pond: Pond) -> None:
    application = ramp(pond)
    path = f"{V1}/applications/{application['id']}/charges"

    seen = pond.office.resident().get(path)
    hidden = pond.office.resident("resident-9").get(path)

    assert (seen.json()["outstanding_usd"], hidden.status_code) == ("40.00", 404)


@pytest.mark.parametrize(("act", "block"), [("issue", "issue_permit"), ("inspect", "inspect")])
def test_a_hold_bars_what_it_names_until_it_is_released(pond: Pond, act: str, block: str) -> None:
    application = paid(pond, approved(pond), "40.00")
    subject = application["id"]
    permit = None
    if act == "inspect":
        permit = done(try_to_issue(pond, application))
        subject = permit["id"]
    hold = done(
        pond.post(
            "/holds",
            {
                "subject_kind": "record",
                "subject": subject,
                "blocks": [block],
                "rule": "mp-ramp-length",
                "because": "Stop work.",
            },
        )
    )

    barred = try_to_issue(pond, application) if permit is None else try_to_schedule(pond, permit)
    done(pond.post(f"/holds/{hold['id']}/release", {"because": "It was mended."}))
    free = try_to_issue(pond, application) if permit is None else try_to_schedule(pond, permit)

    assert (codes(barred), barred.json()["gates"][0]["rules"]) == (["held"], ["mp-ramp-length"])
    assert free.status_code == 201
    assert hold["id"] not in {each["id"] for each in pond.get("/holds")["items"]}


def test_a_hold_on_the_parcel_bars_a_new_application(pond: Pond) -> None:
    body = {
        "subject_kind": "parcel",
        "subject": "pond-ramp",
        "blocks": ["*"],
        "rule": "mp-ramp-length",
        "because": "Stop work.",
    }
    hold = done(pond.post("/holds", body))

    with pytest.raises(AssertionError, match="held"):
        ramp(pond)

    done(pond.post(f"/holds/{hold['id']}/release", {"because": "It was mended."}))
    assert ramp(pond)["state"] == "submitted"


@pytest.mark.parametrize(
    ("change", "pointer"), [({"rule": "mp-none"}, "#/rule"), ({"blocks": ["sing"]}, "#/blocks/0")]
)
def test_a_hold_names_a_rule_and_acts_that_there_are(
    pond: Pond, change: dict[str, Any], pointer: str
) -> None:
    body = {
        "subject_kind": "parcel",
        "subject": "pond-1",
        "blocks": ["inspect"],
        "rule": "mp-ramp-length",
        "because": "Stop work.",
    }

    refused = pond.post("/holds", {**body, **change})

    assert (refused.status_code, refused.json()["errors"][0]["pointer"]) == (422, pointer)
