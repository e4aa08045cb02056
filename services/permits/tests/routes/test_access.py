"""Who is let in: anonymous, wrong role, other city, other person; then what the right ones see."""

from __future__ import annotations

from typing import Any

import pytest
from servicekit.access import declared_routes
from servicekit.testing.client import bare_client

from services.permits.tests import steps
from services.permits.tests.builders import SOME_ID, an_ask
from services.permits.tests.services import CITY, OTHER_CITY, Office
from services.permits.tests.steps import V1, done, send

pytestmark = pytest.mark.storage

PUBLIC = {"list_permits", "get_permit"}
NEIGHBORS = {"take_event"}
ANYBODY_SIGNED_IN = {
    "change_application",
    "create_application",
    "get_application",
    "get_application_check",
    "add_document",
    "get_charges",
    "get_document",
    "list_documents",
    "grant_consent",
    "list_applications",
    "list_consents",
    "list_decisions",
    "list_submissions",
    "submit_application",
    "withdraw_application",
    "withdraw_consent",
}


def operations(office: Office) -> list[Any]:
    """Those of permits itself; the calculators are tested where they live."""
    calculators = {"programs", "rules", "requirements", "compare"}
    return [
        each
        for each in declared_routes(office.app)
        if not calculators.intersection(each.path.split("/")) and each.path != "/v1/{city}"
    ]


def call(client: Any, operation: Any, city: str = CITY) -> Any:
    path = operation.path.format(
        city=city,
        application_id=SOME_ID,
        permit_id=SOME_ID,
        hearing_id=SOME_ID,
        inspection_id=SOME_ID,
        event_id=SOME_ID,
        hold_id=SOME_ID,
        document_id=SOME_ID,
        record_id=SOME_ID,
        machine="portal-1",
    )
    body: dict[str, Any] | None = None if operation.method in {"GET", "DELETE"} else {}
    return client.request(operation.method, path, json=body, headers={"If-Match": '"1"'})


def test_each_operation_is_public_signed_in_by_permission_or_for_neighbors(office: Office) -> None:
    kinds: dict[str, set[str]] = {}
    for each in operations(office):
        kinds.setdefault(each.accesses[0].kind, set()).add(each.operation_id)

    assert kinds["public"] == PUBLIC
    assert kinds["service"] == NEIGHBORS
    assert kinds["signed_in"] == ANYBODY_SIGNED_IN
    assert len(kinds["permission"]) >= 20


def test_around_the_gateway_nothing_is_answered(office: Office) -> None:
    answers = {call(bare_client(office.app), each).status_code for each in operations(office)}

    assert answers == {401}


def test_the_anonymous_see_only_the_register(office: Office) -> None:
    let_in = {
        each.operation_id for each in operations(office) if call(office.anonymous(), each).status_code != 401
    }

    assert let_in == PUBLIC


def test_a_resident_may_do_nothing_that_takes_an_office(office: Office) -> None:
    by_permission = [each for each in operations(office) if each.accesses[0].kind == "permission"]

    assert {call(office.resident(), each).status_code for each in by_permission} == {403}


def test_an_officer_of_another_city_may_do_nothing_here(office: Office) -> None:
    by_permission = [each for each in operations(office) if each.accesses[0].kind == "permission"]

    assert {call(office.clerk(OTHER_CITY), each).status_code for each in by_permission} == {403}


def test_persons_are_no_neighbors(office: Office) -> None:
    events = [each for each in operations(office) if each.operation_id in NEIGHBORS]

    assert [call(office.clerk(), each).status_code for each in events] == [401]


def same(answer: Any) -> Any:
    return {**answer.json(), "instance": ""}


@pytest.mark.parametrize("part", ["", "/submissions", "/decisions"])
def test_another_persons_application_answers_as_an_absent_one(office: Office, part: str) -> None:
    made = steps.draft(office)
    stranger = office.resident("resident-2")

    theirs = stranger.get(f"{V1}/applications/{made['id']}{part}")
    absent = stranger.get(f"{V1}/applications/{SOME_ID}{part}")

    assert (theirs.status_code, absent.status_code) == (404, 404)
    assert same(theirs) == same(absent)


@pytest.mark.parametrize("verb", ["submit", "withdraw"])
def test_another_persons_application_cannot_be_moved(office: Office, verb: str) -> None:
    made = steps.draft(office)

    answers = [
        send(client, f"/applications/{record}/{verb}", version=1)
        for client in (office.resident("resident-2"), office.clerk())
        for record in (made["id"], SOME_ID)
    ]

    assert {each.status_code for each in answers} == {404}
    assert office.resident().get(f"{V1}/applications/{made['id']}").json()["version"] == 1


def test_another_citys_records_answer_as_absent_ones(office: Office) -> None:
    permit = steps.issued(office)
    application = office.anonymous().get(f"{V1}/permits/{permit['id']}").json()["id"]
    clerk = office.clerk(OTHER_CITY)

    theirs = clerk.get(f"/v1/{OTHER_CITY}/permits/{application}")
    absent = clerk.get(f"/v1/{OTHER_CITY}/permits/{SOME_ID}")

    assert (theirs.status_code, same(theirs)) == (404, same(absent))


def test_one_sees_ones_own_applications_and_staff_all(office: Office) -> None:
    mine, theirs = steps.draft(office), done(send(office.resident("resident-2"), "/applications", an_ask()))

    own = listed_ids(office.resident("resident-2"))
    all_ = listed_ids(office.clerk())

    assert mine["id"] not in own
    assert theirs["id"] in own
    assert {mine["id"], theirs["id"]} <= all_


def listed_ids(client: Any) -> set[str]:
    """Every page of the list, small pages."""
    found: set[str] = set()
    address = f"{V1}/applications?limit=40"
    while True:
        answer = client.get(address)
        found |= {each["id"] for each in answer.json()["items"]}
        if "next" not in answer.links:
            return found
        address = f"{V1}/applications{answer.links['next']['url']}"


def test_the_register_shows_no_person(office: Office) -> None:
    permit = steps.issued(office)

    answer = office.anonymous().get(f"{V1}/permits/{permit['id']}")

    shown = answer.text.lower()
    assert not any(word in shown for word in ("ada", "@", "651-555", "resident-1", "applicant", "contact"))


def test_contact_is_shown_to_the_applicant_and_to_staff(office: Office) -> None:
    made = steps.draft(office)
    path = f"{V1}/applications/{made['id']}"

    seen = [client.get(path).json()["contact"]["name"] for client in (office.resident(), office.clerk())]

    assert seen == ["Ada Lindahl", "Ada Lindahl"]


def test_history_holds_no_contact(office: Office) -> None:
    made = steps.draft(office)

    told = office.clerk().get(f"{V1}/applications/{made['id']}/history").text

    assert "Ada" not in told
    assert "ada@example.com" not in told


def test_each_sees_what_they_may_do_next(office: Office) -> None:
    made = steps.submitted(office)
    path = f"{V1}/applications/{made['id']}"

    def allowed(client: Any) -> set[str]:
        return set(client.get(path).json()["allowed_actions"])

    assert allowed(office.resident()) == {"withdraw"}
    assert allowed(office.clerk()) == {
        "receive_submittal",
        "declare_incomplete",
        "declare_complete",
        "enter_survey",
        "extend_time",
        "pay",
        "refund",
        "tell_event",
    }
    assert allowed(office.inspector()) == set()


@pytest.mark.parametrize(
    ("verb", "body"),
    [
        ("judgments", {"judgment": "le-wind-debris", "answer": True, "reason": "It is."}),
        ("recommendation", {"in_favor": True, "reasons": ["In order."]}),
    ],
)
def test_only_the_office_the_law_names_judges(office: Office, verb: str, body: dict[str, Any]) -> None:
    made = steps.under_review(office)

    answer = send(office.clerk(), f"/applications/{made['id']}/{verb}", body, made["version"])

    assert answer.status_code == 403
    assert "building official" in answer.json()["detail"]
