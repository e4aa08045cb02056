"""What only the service writes cannot be sent: refused with 422 at its place, the record stays as it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import httpx
import pytest
from servicekit.failures import MOST_ERRORS

from deploy.local.system import System
from tests.authorization.asks import Ask, ask, places_of
from tests.authorization.callers import MACHINES, Askers
from tests.authorization.fields import read_fields
from tests.authorization.matrix import read_matrix
from tests.authorization.records import Records
from tests.contracts.apps import CONTRACTS, contract_of

pytestmark = pytest.mark.system
UNKNOWN = "something_nobody_asks_for"
KEYED_BY_THE_LAW = {"facts", "contents"}
"""Members whose own members are named by the law."""
INTERNAL = {"id", "version", "state", "status", "city", "created_at", "applicant", "office", "decided_by"}
READS = (
    ("gis", "get_owner_candidate"),
    ("gis", "get_address_choice"),
    ("gis", "get_notice_list"),
    ("gis", "get_parcel_owner"),
    ("permits", "get_application"),
    ("permits", "get_application_history"),
    ("permits", "get_hearing"),
    ("permits", "get_permit"),
    ("permits", "get_permit_history"),
    ("permits", "list_inspections"),
    ("permits", "list_decisions"),
    ("permits", "list_consents"),
    ("licensing", "get_license_application"),
    ("licensing", "get_license_application_history"),
    ("licensing", "get_license"),
    ("licensing", "get_license_holder"),
    ("licensing", "get_license_history"),
    ("licensing", "list_license_violations"),
    ("licensing", "list_license_transfers"),
    ("licensing", "list_license_notices"),
)
MATRIX = read_matrix()
SHAPES: dict[str, list[str]] = read_fields()["shapes"]


def body_schema(service: str, operation: str) -> dict[str, Any] | None:
    """The schema of the JSON an operation is sent, if any; a file has none."""
    contract = contract_of(service)
    method, path = places_of(service)[operation]
    sent = contract["paths"][path][method.lower()].get("requestBody")
    if sent is None or "application/json" not in sent["content"]:
        return None
    name = sent["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    schema: dict[str, Any] = contract["components"]["schemas"][name]
    return schema


WRITES = [
    (service, operation)
    for service in CONTRACTS
    for operation in places_of(service)
    if operation != "take_event" and body_schema(service, operation) is not None
]


def read_only(service: str, operation: str) -> list[str]:
    """Top-level properties of all records that this operation does not ask for."""
    shown = {path.partition(".")[0].partition("[")[0] for shape in SHAPES.values() for path in shape}
    schema = body_schema(service, operation) or {}
    return sorted((shown | INTERNAL | {UNKNOWN}) - set(schema["properties"]))


def with_an_unknown_member_inside(body: Any, at: str = "#") -> Iterator[tuple[Any, str]]:
    """The body once for each object in it, that object with a member nobody asks for."""
    for name, value in body.items() if isinstance(body, dict) else enumerate(body):
        if isinstance(value, dict) and name not in KEYED_BY_THE_LAW:
            yield {**body, name: {**value, UNKNOWN: 1}}, f"{at}/{name}/{UNKNOWN}"


@pytest.fixture(scope="module")
def askers(system: System) -> Iterator[Askers]:
    with Askers.of(system) as opened:
        yield opened


def who_may(service: str, operation: str) -> str:
    """A role that the matrix lets in."""
    return next(
        role
        for role in ("resident", "clerk", "inspector", "council_clerk", "county", "anonymous")
        if MATRIX[service][operation][role]["own"] == "allowed"
    )


def standing(askers: Askers, records: Records, service: str) -> list[str]:
    """Every record of resident-1 that the service keeps, as it is shown now."""
    shown = [
        askers.send("clerk", "own", ask(*read, askers.city_of_address("own", service), records.own))
        for read in READS
        if read[0] == service
    ]
    assert {response.status_code for response in shown} <= {200}
    return [response.text for response in shown]


def pointers(response: httpx.Response) -> list[str]:
    return [error["pointer"] for error in response.json().get("errors", ())]


@pytest.mark.parametrize(("service", "operation"), WRITES, ids=[".".join(each) for each in WRITES])
def test_read_only_and_unknown_members_are_refused_and_nothing_changes(
    askers: Askers, records: Records, service: str, operation: str
) -> None:
    role, home = who_may(service, operation), askers.city_of_address("own", service)
    lawful = ask(service, operation, home, records.own, machine=role in MACHINES)
    assert lawful.body is not None
    unwritable = read_only(service, operation)
    handfuls = [unwritable[place : place + MOST_ERRORS] for place in range(0, len(unwritable), MOST_ERRORS)]
    inside = list(with_an_unknown_member_inside(lawful.body))
    before = standing(askers, records, service)

    def refusal(body: Any) -> tuple[int, list[str]]:
        answer = askers.send(role, "own", Ask(service, lawful.method, lawful.path, body, {}))
        return answer.status_code, sorted(pointers(answer))

    assert len(unwritable) > 20
    assert [refusal({**lawful.body, **dict.fromkeys(names, "x")}) for names in handfuls] == [
        (422, [f"#/{name}" for name in names]) for names in handfuls
    ]
    assert [refusal(body) for body, _ in inside] == [(422, [pointer]) for _, pointer in inside]
    assert standing(askers, records, service) == before


ADDRESSED_ELSEWHERE = ("id", "city", "version", "state", "applicant", "filed_by", "number")


@pytest.mark.parametrize("name", ADDRESSED_ELSEWHERE)
def test_a_draft_at_its_own_version_takes_no_read_only_member(
    system: System, records: Records, name: str
) -> None:
    path = f"/permits/v1/{system.city}/applications/{records.own.draft}"
    with system.client(system.token("resident")) as resident:
        draft = resident.get(path)
        sent = {"If-Match": draft.headers["ETag"], "Idempotency-Key": str(uuid4())}
        refused = resident.patch(path, json={name: "x"}, headers=sent)
        after = resident.get(path)

    assert (refused.status_code, pointers(refused)) == (422, [f"#/{name}"])
    assert json.loads(after.text) == json.loads(draft.text)
