"""Violations: the notice and its service, ten days, requests in time or not, correction, council, lapse."""

from __future__ import annotations

from typing import Any

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import CONTACT, NOTICE
from services.licensing.tests.services import CITY, Office

pytestmark = pytest.mark.storage
WHOLE = {"violation": "Two boat lifts.", "correction": True}


def shown(office: Office, license_: Any) -> Any:
    return steps.read(office.anonymous(), f"/licenses/{license_['id']}")


def test_a_notice_says_what_the_law_demands(office: Office) -> None:
    violation = steps.noted(office, steps.issued(office), "2026-05-11")
    body = {"notice": NOTICE, "contents": {"violation": "Two boat lifts."}}

    refused = steps.try_on_violation(office.administrator(), violation, "notices", body)
    made = steps.on_violation(
        office.administrator(), violation, "notices", {"notice": NOTICE, "contents": WHOLE}
    )

    assert steps.codes(refused) == ["notice_incomplete"]
    assert "instruction to correct it within ten days" in refused.json()["detail"]
    assert made["notice"]["recipients"][0]["address"] == CONTACT["mailing_address"]
    assert (made["notice"]["effective_on"], made["violation"]["state"]) == (None, "observed")


def test_a_notice_comes_from_the_office_the_law_names(office: Office) -> None:
    violation = steps.noted(office, steps.issued(office), "2026-05-11")

    refused = steps.try_on_violation(
        office.council_clerk(), violation, "notices", {"notice": NOTICE, "contents": WHOLE}
    )

    assert refused.status_code == 403


@pytest.mark.parametrize(
    ("service", "effective_on"),
    [
        ({"method": "first_class_mail", "made_on": "2026-05-11", "outcome": "sent"}, "2026-05-11"),
        ({"method": "personal_service", "made_on": "2026-05-11", "outcome": "delivered"}, "2026-05-11"),
        ({"method": "personal_service", "made_on": "2026-05-11", "outcome": "not_found"}, None),
    ],
    ids=["mailed", "handed over", "nobody there"],
)
def test_the_time_runs_from_delivery_or_mailing(
    office: Office, service: dict[str, str], effective_on: str | None
) -> None:
    violation = steps.noted(office, steps.issued(office), "2026-05-11")
    made = steps.on_violation(
        office.administrator(), violation, "notices", {"notice": NOTICE, "contents": WHOLE}
    )
    path = f"notices/{made['notice']['id']}/services"

    served = steps.on_violation(office.administrator(), made["violation"], path, service)

    clocks = served["violation"]["clocks"]
    assert served["violation"]["noticed_on"] == effective_on
    assert [each["last_day"] for each in clocks] == (["2026-05-21"] if effective_on else [])


def test_a_posted_notice_is_none(office: Office) -> None:
    violation = steps.noted(office, steps.issued(office), "2026-05-11")
    made = steps.on_violation(
        office.administrator(), violation, "notices", {"notice": NOTICE, "contents": WHOLE}
    )
    body = {"method": "posting", "made_on": "2026-05-11", "outcome": "delivered"}
    path = f"notices/{made['notice']['id']}/services"

    refused = steps.try_on_violation(office.administrator(), made["violation"], path, body)

    assert refused.status_code == 422


def test_it_is_mailed_to_the_last_address_of_the_records(office: Office) -> None:
    license_ = steps.issued(office)
    moved = {"contact": {**CONTACT, "mailing_address": "9 New Street, Anytown MN 56500"}}
    place = f"/licenses/{license_['id']}/contact"
    license_ = steps.done(steps.send(office.resident(), place, moved, license_["version"]))
    violation = steps.noted(office, license_, "2026-05-11")

    made = steps.on_violation(
        office.administrator(), violation, "notices", {"notice": NOTICE, "contents": WHOLE}
    )

    assert made["notice"]["recipients"][0]["address"] == "9 New Street, Anytown MN 56500"


@pytest.mark.parametrize(
    ("received_at", "form", "received_on", "stops"),
    [
        ("2026-07-06T16:29:00-05:00", ["written", "signed"], "2026-07-06", True),
        ("2026-07-06T16:31:00-05:00", ["written", "signed"], "2026-07-07", False),
        ("2026-07-04T12:00:00-05:00", ["written", "signed"], "2026-07-06", True),
        ("2026-07-07T08:00:00-05:00", ["written", "signed"], "2026-07-07", False),
        ("2026-06-30T10:00:00-05:00", ["written"], "2026-06-30", False),
        ("2026-06-30T10:00:00-05:00", ["signed"], "2026-06-30", False),
    ],
    ids=["last minute", "after hours", "holiday", "a day late", "unsigned", "not written"],
)
def test_a_request_counts_when_received_in_its_form_within_office_hours(
    office: Office, received_at: str, form: list[str], received_on: str, stops: bool
) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    office.set("2026-07-07 08:30")

    entered = steps.on_violation(
        office.administrator(), violation, "hearing-requests", {"received_at": received_at, "form": form}
    )
    steps.days_pass(office)

    request = entered["hearing_requests"][0]
    assert (request["received_on"], request["stops"]) == (received_on, stops)
    assert entered["state"] == ("hearing_requested" if stops else "noticed")
    assert shown(office, license_)["state"] == ("issued" if stops else "revoked")


def test_what_was_received_in_time_and_entered_late_undoes_the_revocation(office: Office) -> None:
    license_ = steps.issued(office)
    steps.noticed(office, license_)
    office.set("2026-07-07 00:10")
    steps.days_pass(office)
    revoked = shown(office, license_)
    found = steps.read(office.administrator(), f"/licenses/{license_['id']}/violations")["violations"]
    office.set("2026-07-07 09:00")

    after = steps.asked_for_hearing(office, found[0], "2026-07-06T15:00:00-05:00")

    back = shown(office, license_)
    owed = steps.read(office.administrator(), f"/obligations?record={license_['id']}")["items"]
    assert revoked["state"] == "revoked"
    assert (after["state"], back["state"], back["ended_on"]) == ("hearing_requested", "issued", None)
    assert owed == []


def test_corrected_in_time_nothing_lapses(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    office.set("2026-07-06 15:00")

    corrected = steps.on_violation(
        office.administrator(), violation, "correct", {"corrected_on": "2026-07-06"}
    )
    office.set("2026-07-08 09:00")
    steps.days_pass(office)

    assert corrected["state"] == "corrected"
    assert shown(office, license_)["state"] == "issued"


def test_corrected_a_day_late_does_not_help(office: Office) -> None:
    violation = steps.noticed(office, steps.issued(office))
    office.set("2026-07-07 15:00")

    refused = steps.try_on_violation(
        office.administrator(), violation, "correct", {"corrected_on": "2026-07-07"}
    )

    assert steps.codes(refused) == ["corrected_late"]
    assert refused.json()["gates"][0]["rules"] == ["dl-dock-cure-period", "dl-dock-revoke-default"]


def test_the_administrator_revokes_once_time_has_passed_and_not_before(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)

    office.set("2026-07-06 23:00")
    early = steps.try_on_violation(office.administrator(), violation, "revoke")
    office.set("2026-07-07 08:00")
    lapsed = steps.on_violation(office.administrator(), violation, "revoke")
    office.set("2026-07-08 08:00")
    swept = steps.days_pass(office)

    made = steps.read(office.administrator(), f"/licenses/{license_['id']}/decisions")["decisions"]
    assert steps.codes(early) == ["time_running"]
    assert lapsed["state"] == "lapsed"
    assert (shown(office, license_)["state"], shown(office, license_)["ended_on"]) == (
        "revoked",
        "2026-07-07",
    )
    assert [each["kind"] for each in made] == ["approve", "revoke_by_lapse"]
    assert made[1]["office"] == "city_administrator"
    assert made[1]["votes"] is None
    assert swept >= 0


def test_two_sweeps_revoke_once(office: Office) -> None:
    license_ = steps.issued(office)
    steps.noticed(office, license_)
    office.set("2026-07-07 08:00")

    steps.days_pass(office)
    steps.days_pass(office)

    told = steps.read(office.administrator(), f"/licenses/{license_['id']}/history")
    assert [each["event"] for each in told["entries"]].count("license.revoked") == 1
    assert told["intact"] is True


def test_the_council_decides_only_after_its_hearing_and_by_its_vote(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    office.set("2026-07-02 10:30")
    violation = steps.asked_for_hearing(office, violation)
    body = {"outcome": "revoke", "decided_on": "2026-07-02", "reasons": ["It still stands."]}

    unheard = steps.try_on_violation(office.council_clerk(), violation, "decide", body)
    violation = steps.heard(office, violation)
    short = {**body, "decided_on": "2026-07-14", "votes": {"yes": 4, "no": 5}}
    unvoted = steps.try_on_violation(office.council_clerk(), violation, "decide", short)

    assert steps.codes(unheard) == ["hearing_not_held", "votes_short"]
    assert steps.codes(unvoted) == ["votes_short"]
    assert shown(office, license_)["state"] == "issued"


def test_the_council_may_order_something_else(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    office.set("2026-07-02 10:30")
    violation = steps.heard(office, steps.asked_for_hearing(office, violation))
    body = {"outcome": "other_action", "decided_on": "2026-07-14", "reasons": ["It can be mended."]}

    empty = steps.try_on_violation(office.council_clerk(), violation, "decide", body)
    ordered = {**body, "actions": ["Remove the second lift by July 31."]}
    decided = steps.on_violation(office.council_clerk(), violation, "decide", ordered)

    assert steps.codes(empty) == ["actions_missing"]
    assert decided["decision"]["outcome"] == "other_action"
    assert decided["decision"]["conditions"] == ["Remove the second lift by July 31."]
    assert shown(office, license_)["state"] == "issued"


def test_a_hearing_called_off_can_be_set_again(office: Office) -> None:
    violation = steps.noticed(office, steps.issued(office))
    office.set("2026-07-02 10:30")
    violation = steps.asked_for_hearing(office, violation)
    setting = {"starts_at": "2026-07-14T19:00:00-05:00", "place": "City hall"}
    made = steps.on_violation(office.administrator(), violation, "hearings", setting)

    path = f"/license-hearings/{made['hearing']['id']}/cancel"
    gone = steps.done(steps.send(office.administrator(), path, {"reason": "No quorum."}, 1))
    again = steps.read(office.administrator(), f"/license-violations/{violation['id']}")
    second = steps.heard(office, again, "2026-07-21")

    assert gone["state"] == "canceled"
    assert second["state"] == "hearing_requested"


def test_a_withdrawn_violation_lapses_into_nothing(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)

    steps.on_violation(office.administrator(), violation, "withdraw", {"reason": "It was another dock."})
    office.set("2026-07-08 09:00")
    steps.days_pass(office)

    assert shown(office, license_)["state"] == "issued"


def test_a_rule_of_another_program_is_no_violation_of_this_license(office: Office) -> None:
    license_ = steps.issued(office)
    body = {"rules": ["dl-pm-junk"], "description": "Junk.", "observed_on": "2026-05-11"}

    refused = steps.send(
        office.administrator(), f"/licenses/{license_['id']}/violations", body, license_["version"]
    )

    assert refused.status_code == 422


def test_the_holder_sees_the_violation_and_a_stranger_does_not(office: Office) -> None:
    violation = steps.noticed(office, steps.issued(office))
    path = f"{steps.V1}/license-violations/{violation['id']}"

    assert office.resident().get(path).status_code == 200
    assert office.resident("resident-9").get(path).status_code == 404
    assert office.anonymous().get(path).status_code == 401
    assert office.administrator("fridley").get(path.replace(CITY, "fridley")).status_code == 404
