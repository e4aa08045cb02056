"""A license from the draft to its end, with every step by whom the law names."""

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import REVOCATION_NOTICE
from services.licensing.tests.services import Office

pytestmark = pytest.mark.storage


def test_a_private_license_runs_to_the_end_of_the_season_for_the_full_fee(office: Office) -> None:
    office.set("2026-08-14 10:00")

    license_ = steps.issued(office)

    account = steps.read(
        office.administrator(), f"/license-applications/{_application_of(office, license_)}/charges"
    )
    assert (license_["state"], license_["in_effect"]) == ("issued", True)
    assert (license_["starts_on"], license_["ends_on"]) == ("2026-08-14", "2026-11-01")
    assert license_["term_rule"] == "dl-dock-term"
    assert [each["amount_usd"] for each in account["charges"]] == ["120.00"]
    assert account["outstanding_usd"] == "0.00"


def test_a_license_issued_in_winter_begins_with_the_season(office: Office) -> None:
    office.set("2026-12-01 10:00")

    license_ = steps.issued(office)

    assert (license_["starts_on"], license_["ends_on"]) == ("2027-04-01", "2027-11-01")
    assert license_["in_effect"] is False


def test_the_season_over_the_license_has_expired_swept_or_not(office: Office) -> None:
    license_ = steps.issued(office)

    office.set("2026-11-02 08:00")

    unswept = steps.read(office.anonymous(), f"/licenses/{license_['id']}")
    steps.days_pass(office)
    swept = steps.read(office.anonymous(), f"/licenses/{license_['id']}")
    for shown in (unswept, swept):
        assert (shown["state"], shown["in_effect"]) == ("expired", False)
        assert (shown["ended_on"], shown["ended_rules"]) == ("2026-11-01", ["dl-dock-term"])


def test_time_passes_after_the_notice_and_the_license_is_revoked(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    late = {"received_at": "2026-07-07T10:00:00-05:00", "form": ["written", "signed"]}

    office.set("2026-07-06 16:00")
    assert steps.days_pass(office) == 0
    office.set("2026-07-07 11:00")
    violation = steps.on_violation(office.administrator(), violation, "hearing-requests", late)
    steps.days_pass(office)

    clock = violation["clocks"][0]
    shown = steps.read(office.anonymous(), f"/licenses/{license_['id']}")
    after = steps.read(office.administrator(), f"/license-violations/{violation['id']}")
    assert (clock["last_day"], violation["hearing_requests"][0]["stops"]) == ("2026-07-06", False)
    assert (after["state"], shown["state"], shown["ended_on"]) == ("lapsed", "revoked", "2026-07-07")
    assert shown["ended_rules"] == [
        "dl-dock-cure-period",
        "dl-dock-revoke-default",
        "dl-dock-private-equipment",
    ]


def test_a_hearing_asked_for_in_time_stops_the_revocation_and_the_council_decides(office: Office) -> None:
    license_ = steps.issued(office)
    violation = steps.noticed(office, license_)
    office.set("2026-07-06 10:30")

    violation = steps.asked_for_hearing(office, violation, "2026-07-06T10:15:00-05:00")
    office.set("2026-07-08 09:00")
    steps.days_pass(office)
    violation = steps.heard(office, violation)
    decided = steps.on_violation(
        office.council_clerk(),
        violation,
        "decide",
        {
            "outcome": "revoke",
            "decided_on": "2026-07-14",
            "votes": {"yes": 5, "no": 4},
            "reasons": ["The second lift still stands."],
        },
    )

    shown = steps.read(office.anonymous(), f"/licenses/{license_['id']}")
    assert decided["decision"]["office"] == "city_council"
    assert decided["decision"]["receipt_sha256"]
    assert (shown["state"], shown["ended_on"]) == ("revoked", "2026-07-14")
    assert shown["ended_rules"][0] == "dl-dock-revocation-hearing"


def test_after_a_revocation_its_notice_is_owed_until_it_is_served(office: Office) -> None:
    license_ = steps.issued(office)
    steps.noticed(office, license_)
    office.set("2026-07-07 11:00")
    steps.days_pass(office)
    place = f"/licenses/{license_['id']}"
    owed = f"/obligations?record={license_['id']}"
    before = steps.read(office.administrator(), owed)["items"]
    version = steps.read(office.anonymous(), place)["version"]
    body = {"notice": REVOCATION_NOTICE, "contents": {"revocation": True}}

    made = steps.done(steps.send(office.administrator(), f"{place}/notices", body, version))
    served = {"method": "personal_service", "made_on": "2026-07-07", "outcome": "delivered"}
    path = f"{place}/notices/{made['notice']['id']}/services"
    steps.done(steps.send(office.administrator(), path, served, made["license"]["version"]))

    assert [(each["must"], each["rule"], each["who"]) for each in before] == [
        ("give_notice_revocation", "dl-dock-revocation-notice", "city_administrator")
    ]
    assert steps.read(office.administrator(), owed)["items"] == []


def _application_of(office: Office, license_: dict[str, str]) -> str:
    found = steps.read(office.administrator(), "/license-applications?state=issued&limit=500")["items"]
    return next(str(each["id"]) for each in found if each["license_id"] == license_["id"])
