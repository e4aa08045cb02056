"""Writing safely: versions, keys, a neighbor that is away, bad input."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from permits.storage.tables import applications
from sqlalchemy import Engine, func, select

from services.permits.tests import steps
from services.permits.tests.builders import SITE, a_pin, an_ask, lawful_facts
from services.permits.tests.neighbors import lawful_place
from services.permits.tests.services import Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage


def patch(office: Office, record: Any, body: Any, version: int | None = None) -> Any:
    version = record["version"] if version is None else version
    path = f"{V1}/applications/{record['id']}"
    return office.resident().patch(path, json=body, headers={"If-Match": f'"{version}"'})


def read(office: Office, record: Any) -> Any:
    return office.resident().get(f"{V1}/applications/{record['id']}").json()


def test_a_stale_version_changes_nothing(office: Office) -> None:
    made = steps.draft(office)
    done(patch(office, made, {"facts": {"structure_height_ft": 118}}))

    answer = patch(office, made, {"facts": {"structure_height_ft": 90}})

    assert (answer.status_code, answer.json()["type"]) == (412, "urn:citycode:problem:stale-version")
    assert read(office, made)["facts"]["structure_height_ft"] == 118


def test_a_change_without_a_version_is_asked_for_one(office: Office) -> None:
    made = steps.draft(office)

    assert send(office.resident(), f"/applications/{made['id']}/submit").status_code == 428


def test_the_same_key_twice_at_once_has_one_effect(office: Office, engine: Engine) -> None:
    ask = an_ask()

    def file(_: int) -> Any:
        return send(office.resident(), "/applications", ask, key="twice-at-once")

    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(file, range(4)))

    asked = select(func.count()).where(applications.c.pin == ask["pin"])
    with engine.connect() as connection:
        assert connection.scalar(asked) == 1
    assert {each.status_code for each in answers} == {201}
    assert len({each.json()["id"] for each in answers}) == 1
    assert sum("idempotent-replayed" in each.headers for each in answers) == 3


def test_a_key_belongs_to_one_request(office: Office) -> None:
    done(send(office.resident(), "/applications", an_ask(), key="one-request"))

    answer = send(office.resident(), "/applications", an_ask(), key="one-request")

    assert answer.status_code == 422


def test_a_submission_repeated_under_its_key_needs_no_map(office: Office) -> None:
    made = steps.draft(office)
    path = f"/applications/{made['id']}/submit"
    first = send(office.resident(), path, version=1, key="submit-again")
    office.gis.away = True

    again = send(office.resident(), path, version=1, key="submit-again")

    assert (again.status_code, again.json()) == (200, first.json())


def test_two_decisions_at_once_leave_one(office: Office) -> None:
    application = steps.ready(office)

    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda yes: steps.try_to_decide(office, application, yes), [3, 4]))

    assert sorted(each.status_code for each in answers) == [200, 412]


@pytest.mark.parametrize("step", ["submit", "decide", "notice list"])
def test_without_gis_nothing_is_changed(office: Office, step: str) -> None:
    made = {"submit": steps.draft, "decide": steps.ready, "notice list": steps.under_review}[step](office)
    hearing = steps.scheduled(office, made)[1] if step == "notice list" else None
    office.gis.away = True
    before = read(office, made)

    if step == "submit":
        answer = send(office.resident(), f"/applications/{made['id']}/submit", version=1)
    elif step == "decide":
        answer = steps.try_to_decide(office, made)
    else:
        assert hearing is not None
        body = {"notice": "le-wind-notice"}
        answer = send(office.clerk(), f"/hearings/{hearing['id']}/notice-lists", body, hearing["version"])

    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0
    assert read(office, made) == before


def test_without_gis_a_check_says_what_is_missing(office: Office) -> None:
    office.gis.away = True
    body = {"on": "2026-06-01", "facts": lawful_facts(), "parcel": {"pin": "1"}}

    answer = office.anonymous().post(f"{V1}/programs/wind-generator/check", json=body)

    told = answer.json()
    assert (answer.status_code, told["outcome"]) == (200, "needs_information")
    assert "lot_area_acres" in {each["name"] for each in told["missing_facts"]}


def test_another_place_is_measured_anew_and_what_changed_is_told(office: Office) -> None:
    made = steps.submitted(office)
    sent_back = steps.act(office.clerk(), made, "declare-incomplete", {"missing": ["Another lot."]})
    other = a_pin()
    office.gis.told[other] = {**lawful_place(), "gis.lot_area_acres": 44}
    former = made["measured"]["lot_area_acres"]["value"]

    changed = done(patch(office, sent_back, {"pin": other, "site": SITE}))

    assert changed["measured"]["lot_area_acres"]["value"] == 44
    assert changed["measured_changes"] == [{"name": "lot_area_acres", "former": former, "now": 44}]


def test_another_place_without_a_map_clears_what_was_measured(office: Office) -> None:
    made = steps.submitted(office)
    sent_back = steps.act(office.clerk(), made, "declare-incomplete", {"missing": ["Another lot."]})
    office.gis.away = True

    changed = done(patch(office, sent_back, {"pin": a_pin()}))

    assert (changed["measured"], changed["site"]) == ({}, None)
    assert {each["name"] for each in changed["measured_changes"]} == set(made["measured"])
    assert all(each["now"] is None for each in changed["measured_changes"])


@pytest.mark.parametrize(
    ("given", "pointer"),
    [
        ({"program": "no-such-program"}, "#/program"),
        ({"facts": {"structure_height_ft": "high"}}, "#/facts/structure_height_ft"),
        ({"facts": {"hight": 5}}, "#/facts/hight"),
        ({"contact": {"name": ""}}, "#/contact/name"),
        ({"contact": {"name": "A\x00da"}}, "#/contact/name"),
        ({"nonsense": 1}, "#/nonsense"),
        ({"site": {"lon": 200, "lat": 44}}, "#/site/lon"),
    ],
)
def test_bad_input_names_the_field(office: Office, given: dict[str, Any], pointer: str) -> None:
    answer = send(office.resident(), "/applications", an_ask(**given))

    assert answer.status_code == 422, answer.text
    assert pointer in {each["pointer"] for each in answer.json()["errors"]}


def test_a_parcel_the_map_does_not_have_cannot_be_submitted(office: Office) -> None:
    made = steps.draft(office, pin=f"absent {a_pin()}")

    answer = send(office.resident(), f"/applications/{made['id']}/submit", version=1)

    assert answer.status_code == 422
    assert read(office, made)["state"] == "draft"


@pytest.mark.parametrize(
    ("verb", "body", "pointer"),
    [
        ("submittals", {"submittal": "a-poem", "document": "1", "received_on": "2026-06-01"}, "#/submittal"),
        (
            "submittals",
            {"submittal": "le-wind-form", "document": "1", "received_on": "2026-06-02"},
            "#/received_on",
        ),
    ],
)
def test_what_the_law_does_not_ask_for_or_the_day_has_not_come(
    office: Office, verb: str, body: dict[str, Any], pointer: str
) -> None:
    made = steps.submitted(office)

    answer = send(office.clerk(), f"/applications/{made['id']}/{verb}", body, made["version"])

    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)


def test_a_part_of_the_contact_set_to_null_is_erased(office: Office) -> None:
    made = steps.draft(office)
    body = {"contact": {"email": None, "phone": "651-555-0199"}}

    changed = office.resident().patch(
        f"{V1}/applications/{made['id']}", json=body, headers={"If-Match": '"1"'}
    )

    assert done(changed)["contact"] == {
        "name": "Ada Lindahl",
        "email": None,
        "phone": "651-555-0199",
        "mailing_address": None,
    }


@pytest.mark.parametrize("change", [{"pin": "another"}, {"site": {"lon": -92.9, "lat": 45.0}}])
def test_papers_of_another_place_are_handed_in_anew(office: Office, change: dict[str, Any]) -> None:
    made = steps.submitted(office)
    body = {"submittal": "le-wind-form", "document": "Form", "received_on": "2026-06-01"}
    made = steps.act(office.clerk(), made, "submittals", body)
    made = steps.act(office.clerk(), made, "declare-incomplete", {"missing": ["The rest."]})
    headers = {"If-Match": f'"{made["version"]}"'}

    changed = done(office.resident().patch(f"{V1}/applications/{made['id']}", json=change, headers=headers))

    entries = office.clerk().get(f"{V1}/applications/{made['id']}/history").json()["entries"]
    assert (list(made["submittals"]), changed["submittals"]) == (["le-wind-form"], {})
    assert entries[-1]["details"]["former"]["submittals"] == ["le-wind-form"]
