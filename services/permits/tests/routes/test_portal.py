"""A portal files for persons who let it, and only as long as they do."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from services.permits.tests.builders import an_ask
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage
_KEYS = count(1)


def key() -> str:
    return f"portal-{next(_KEYS)}"


def file_for(office: Office, person: str | None, **given: Any) -> Any:
    ask = an_ask(**({} if person is None else {"on_behalf_of": person}))
    return send(office.portal(**given), "/applications", ask, key=key())


def consent(office: Office, person: str) -> Any:
    return done(send(office.resident(person), "/consents", {"machine": "portal-1"}))


def test_without_consent_nothing_is_filed(office: Office) -> None:
    answer = file_for(office, "person-1")

    assert (answer.status_code, answer.json()["type"]) == (403, "urn:citycode:problem:forbidden")


def test_a_portal_names_the_person(office: Office) -> None:
    consent(office, "person-2")

    answer = file_for(office, None)

    assert (answer.status_code, answer.json()["type"]) == (422, "urn:citycode:problem:person-not-named")
    assert answer.json()["errors"][0]["pointer"] == "#/on_behalf_of"


def test_with_consent_the_application_is_the_persons(office: Office) -> None:
    consent(office, "person-3")

    made = done(file_for(office, "person-3"))

    own = office.resident("person-3").get(f"{V1}/applications/{made['id']}").json()
    assert (own["applicant"], own["filed_by"]) == ("person-3", "portal-1")
    assert (
        done(send(office.portal(), f"/applications/{made['id']}/submit", None, 1, key()))["state"]
        == "submitted"
    )


def test_consent_to_one_portal_is_none_to_another(office: Office) -> None:
    consent(office, "person-4")

    assert file_for(office, "person-4", subject="portal-2").status_code == 403


def test_a_machine_without_the_scope_files_nothing(office: Office) -> None:
    consent(office, "person-5")

    assert file_for(office, "person-5", scope="county.records").status_code == 403


def test_after_withdrawal_the_portal_sees_nothing_more(office: Office) -> None:
    consent(office, "person-6")
    made = done(file_for(office, "person-6"))
    path = f"{V1}/applications/{made['id']}"
    before = office.portal().get(path)

    office.resident("person-6").delete(f"{V1}/consents/portal-1")

    assert (before.status_code, office.portal().get(path).status_code) == (200, 404)
    assert file_for(office, "person-6").status_code == 403
    assert office.resident("person-6").delete(f"{V1}/consents/portal-1").status_code == 404


def test_a_person_files_for_no_one_else(office: Office) -> None:
    answer = send(office.resident("person-7"), "/applications", an_ask(on_behalf_of="person-8"))

    assert answer.status_code == 403


def test_a_machine_consents_for_nobody(office: Office) -> None:
    answer = send(office.portal(), "/consents", {"machine": "portal-2"}, key=key())

    assert answer.status_code == 403


@pytest.mark.parametrize("act", ["open", "change", "submit", "withdraw"])
def test_after_withdrawal_no_kept_answer_is_given_again(office: Office, act: str) -> None:
    person = f"person-of-{act}"
    consent(office, person)
    portal, opened, repeated = office.portal(), key(), key()
    ask = an_ask(on_behalf_of=person)
    made = done(send(portal, "/applications", ask, key=opened))
    path = f"/applications/{made['id']}"

    def again() -> Any:
        if act == "open":
            return send(portal, "/applications", ask, key=opened)
        if act == "change":
            sent = {"If-Match": '"1"', "Idempotency-Key": repeated}
            return portal.patch(V1 + path, json={"facts": {"structure_height_ft": 118}}, headers=sent)
        return send(portal, f"{path}/{act}", None, 1, repeated)

    done(again())
    replayed = again()
    office.resident(person).delete(f"{V1}/consents/portal-1")
    hidden = again()
    consent(office, person)
    shown = again()

    assert replayed.headers["idempotent-replayed"] == "true"
    assert hidden.status_code in {403, 404}
    assert made["id"] not in hidden.text
    assert "applicant" not in hidden.json()
    assert shown.content == replayed.content


@pytest.mark.parametrize("verb", ["create", "change", "submit", "withdraw"])
def test_after_withdrawal_no_answer_is_told_again(office: Office, verb: str) -> None:
    person, kept = f"replayed-{verb}", key()
    consent(office, person)
    ask = an_ask(on_behalf_of=person)
    made = done(send(office.portal(), "/applications", ask, key=kept if verb == "create" else key()))
    path = f"/applications/{made['id']}"

    def again() -> Any:
        if verb == "create":
            return send(office.portal(), "/applications", ask, key=kept)
        if verb == "change":
            headers = {"If-Match": '"1"', "Idempotency-Key": kept}
            body = {"facts": {"structure_height_ft": 118}}
            return office.portal().patch(f"{V1}{path}", json=body, headers=headers)
        return send(office.portal(), f"{path}/{verb}", None, 1, kept)

    if verb != "create":
        done(again())
    told = again()
    office.resident(person).delete(f"{V1}/consents/portal-1")

    assert told.headers["Idempotent-Replayed"] == "true"
    assert again().status_code == (403 if verb == "create" else 404)
