"""Who sees and does what: anonymous, wrong role and other city before the happy path; portals by consent."""

from __future__ import annotations

import pytest

from services.licensing.tests import steps
from services.licensing.tests.builders import CONTACT, an_ask
from services.licensing.tests.services import CITY, OTHER_CITY, Office

pytestmark = pytest.mark.storage


def test_nobody_opens_an_application_without_signing_in(office: Office) -> None:
    answer = steps.send(office.anonymous(), "/license-applications", an_ask())

    assert answer.status_code == 401


def test_anothers_application_is_not_there(office: Office) -> None:
    path = f"{steps.V1}/license-applications/{steps.draft(office)['id']}"

    assert office.resident("resident-2").get(path).status_code == 404
    assert office.administrator(OTHER_CITY).get(path).status_code == 404
    assert office.resident().get(path).status_code == 200
    assert office.administrator().get(path).status_code == 200


def test_staff_do_not_hand_in_for_an_applicant(office: Office) -> None:
    draft = steps.draft(office)

    refused = steps.send(office.administrator(), f"/license-applications/{draft['id']}/submit", version=1)

    assert refused.status_code == 404


@pytest.mark.parametrize(
    ("who", "verb"),
    [
        ("resident", "payments"),
        ("inspector", "payments"),
        ("resident", "declare-complete"),
        ("inspector", "issue"),
        ("administrator", "decide"),
    ],
)
def test_what_takes_an_office_is_not_for_others(office: Office, who: str, verb: str) -> None:
    draft = steps.draft(office)
    bodies = {
        "payments": {"amount_usd": "1.00", "method": "cash", "paid_on": "2026-05-11"},
        "decide": {"outcome": "approve", "decided_on": "2026-05-11"},
    }
    client = getattr(office, who)()

    answer = steps.send(client, f"/license-applications/{draft['id']}/{verb}", bodies.get(verb), 1)

    assert answer.status_code == 403


def test_a_stale_version_changes_nothing(office: Office) -> None:
    draft = steps.draft(office)
    path = f"/license-applications/{draft['id']}/submit"

    stale = steps.send(office.resident(), path, version=9)
    missing = steps.send(office.resident(), path)

    assert (stale.status_code, missing.status_code) == (412, 428)
    assert steps.read(office.resident(), f"/license-applications/{draft['id']}") == draft


def test_the_same_key_files_once(office: Office) -> None:
    body = an_ask()

    first = steps.send(office.resident(), "/license-applications", body, key="once-1")
    again = steps.send(office.resident(), "/license-applications", body, key="once-1")
    other = steps.send(office.resident(), "/license-applications", an_ask(), key="once-1")

    assert first.json() == again.json()
    assert again.headers["Idempotent-Replayed"] == "true"
    assert other.status_code == 422


def test_a_portal_files_for_whom_consented_and_for_nobody_else(office: Office) -> None:
    portal = office.portal()
    steps.done(steps.send(office.resident("resident-3"), "/consents", {"machine": "portal-1"}))
    body = an_ask(on_behalf_of="resident-3")

    filed = steps.send(portal, "/license-applications", body, key="portal-1")
    unasked = steps.send(portal, "/license-applications", an_ask(on_behalf_of="resident-4"), key="portal-2")
    unscoped = steps.send(office.portal(scope="x.y"), "/license-applications", body, key="portal-3")

    assert steps.done(filed)["applicant"] == "resident-3"
    assert (unasked.status_code, unscoped.status_code) == (403, 403)
    assert (
        office.resident("resident-3").get(f"{steps.V1}/license-applications/{filed.json()['id']}").status_code
        == 200
    )


def test_allowed_actions_are_those_of_who_asks(office: Office) -> None:
    license_ = steps.issued(office)
    path = f"/licenses/{license_['id']}"

    assert steps.read(office.anonymous(), path)["allowed_actions"] == []
    assert set(steps.read(office.resident(), path)["allowed_actions"]) == {
        "change_contact",
        "request_transfer",
        "surrender",
    }
    assert steps.read(office.resident("resident-9"), path)["allowed_actions"] == []
    assert set(steps.read(office.administrator(), path)["allowed_actions"]) == {
        "change_contact",
        "note_violation",
        "tell_event",
        "request_transfer",
        "give_notice",
        "surrender",
    }


def test_who_stands_behind_a_license_is_private(office: Office) -> None:
    license_ = steps.issued(office)
    path = f"{steps.V1}/licenses/{license_['id']}/holder"

    own = office.resident().get(path)
    shown = office.anonymous().get(f"{steps.V1}/licenses/{license_['id']}")

    assert own.json()["contact"] == CONTACT
    assert [each.get(path).status_code for each in (office.anonymous(), office.resident("resident-9"))] == [
        401,
        404,
    ]
    assert [word for word in (*CONTACT.values(), "resident-1") if word in shown.text] == []


def test_one_lists_the_licenses_one_holds(office: Office) -> None:
    license_ = steps.issued(office, who="resident-5")

    own = steps.read(office.resident("resident-5"), "/licenses/held")["items"]
    others = steps.read(office.resident("resident-6"), "/licenses/held")["items"]

    assert [each["number"] for each in own] == [license_["number"]]
    assert others == []


def test_a_city_nobody_serves_is_not_there(office: Office) -> None:
    assert office.anonymous().get("/v1/nowhere/licenses").status_code == 404
    assert office.anonymous().get(f"/v1/{CITY}/licenses").status_code == 200
