"""Every cell of the matrix, asked over HTTP with real records."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from uuid import uuid4

import httpx
import pytest

from deploy.local.system import System
from tests.authorization.asks import ask, places_of
from tests.authorization.callers import MACHINES, NEIGHBOR, Askers
from tests.authorization.matrix import ROLES, Verdict, read_matrix
from tests.authorization.records import Belongings, Records
from tests.contracts.apps import CONTRACTS

pytestmark = pytest.mark.system
OPERATIONS = [(service, operation) for service in CONTRACTS for operation in places_of(service)]
MATRIX = read_matrix()
REFUSALS = {401, 403, 404}
PAST_AUTHORIZATION = {200, 201, 204, 409, 412, 422}
"""Done, or refused for the record's state or version or what the body says: the caller was let in."""


@pytest.fixture(scope="module")
def askers(system: System) -> Iterator[Askers]:
    with Askers.of(system) as opened:
        yield opened


def verdict_of(response: httpx.Response) -> Verdict:
    """`allowed`, or the refusal; a failure is neither."""
    status = response.status_code
    if status in REFUSALS:
        return status
    return "allowed" if status in PAST_AUTHORIZATION else f"{status}: {response.text[:200]}"


def asked(
    askers: Askers, service: str, operation: str, role: str, cell: str, about: Belongings
) -> httpx.Response:
    machine = role in MACHINES
    address = askers.city_of_address(cell, service)
    return askers.send(role, cell, ask(service, operation, address, about, machine=machine))


@pytest.mark.parametrize(("service", "operation"), OPERATIONS, ids=[".".join(each) for each in OPERATIONS])
def test_every_role_gets_the_verdict_of_its_cell(
    askers: Askers, records: Records, service: str, operation: str
) -> None:
    row = MATRIX[service][operation]
    found: dict[str, dict[str, Verdict]] = {}

    for role, cells in ROLES.items():
        for cell in cells:
            if operation == "withdraw_consent":
                askers.grant_consents(role, service)
            response = asked(askers, service, operation, role, cell, records.of(cell))
            found.setdefault(role, {})[cell] = verdict_of(response)

    assert found == row


SEEN_BY_ID = [
    ("gis", "get_owner_candidate", "clerk"),
    ("gis", "get_address_choice", "clerk"),
    ("gis", "get_notice_list", "clerk"),
    ("gis", "get_parcel_owner", "clerk"),
    ("gis", "confirm_owner_candidate", "clerk"),
    ("permits", "get_application", "clerk"),
    ("permits", "get_application", "resident"),
    ("permits", "get_application_history", "clerk"),
    ("permits", "start_review", "clerk"),
    ("permits", "get_hearing", "clerk"),
    ("permits", "hold_hearing", "clerk"),
    ("permits", "get_permit", "anonymous"),
    ("permits", "get_permit_history", "clerk"),
    ("permits", "close_permit", "clerk"),
    ("licensing", "get_license_application", "clerk"),
    ("licensing", "get_license_application", "resident"),
    ("licensing", "get_license", "anonymous"),
    ("licensing", "get_license_holder", "clerk"),
    ("licensing", "get_license_violation", "clerk"),
    ("licensing", "get_license_history", "clerk"),
    ("licensing", "decide_license_violation", "council_clerk"),
]


@pytest.mark.parametrize(
    ("service", "operation", "role"), SEEN_BY_ID, ids=[".".join(each) for each in SEEN_BY_ID]
)
def test_anothers_record_answers_exactly_as_an_absent_one(
    askers: Askers, records: Records, service: str, operation: str, role: str
) -> None:
    nowhere = str(uuid4())
    absent = replace(
        records.own,
        application=nowhere,
        hearing=nowhere,
        permit=nowhere,
        candidate=nowhere,
        choice=nowhere,
        notice_list=nowhere,
        pin="99.999.99.99.9999",
        licenses=replace(
            records.own.licenses, application=nowhere, license=nowhere, violation=nowhere, transfer=nowhere
        ),
    )
    cell = "strangers_city" if role in {"clerk", "council_clerk"} else "other_city"

    foreign = asked(askers, service, operation, role, cell, records.own)
    missing = asked(askers, service, operation, role, cell, absent)

    assert (foreign.status_code, missing.status_code) == (404, 404)
    assert told(foreign) == told(missing)


def told(response: httpx.Response) -> tuple[dict[str, object], dict[str, str]]:
    """Body and headers, without what differs from request to request."""
    body = {name: value for name, value in response.json().items() if name != "instance"}
    passing = {"date", "x-request-id", "traceparent"}
    return body, {name: value for name, value in response.headers.items() if name not in passing}


def test_lists_hold_only_what_the_caller_may_see(askers: Askers, records: Records) -> None:
    def applicants(role: str, cell: str = "own") -> set[str]:
        response = asked(askers, "permits", "list_applications", role, cell, records.own)
        return {item["applicant"] for item in response.json()["items"]}

    assert applicants("resident") == {"resident-1"}
    assert applicants("portal") == {"resident-1"}
    assert applicants("clerk") >= {"resident-1", "resident-2"}
    assert applicants("county") == set()
    assert not applicants("clerk", "stranger") & {"resident-1", "resident-2"}
    assert not applicants("clerk", "strangers_city") & {"resident-1", "resident-2"}


def test_a_withdrawn_consent_hides_the_records_at_once(system: System, records: Records) -> None:
    path = f"/permits/v1/{system.city}"
    one = f"{path}/applications/{records.own.application}"
    with system.client(system.token("portal")) as portal, system.client(system.token("resident")) as person:
        assert portal.get(one).status_code == 200

        assert person.delete(f"{path}/consents/portal-1").status_code == 204
        hidden = portal.get(one).status_code

        assert person.post(f"{path}/consents", json={"machine": "portal-1"}).status_code == 200
        assert (hidden, portal.get(one).status_code) == (404, 200)


def test_a_service_holds_no_office(askers: Askers, records: Records) -> None:
    refused = asked(askers, "gis", "confirm_owner_candidate", NEIGHBOR, "own", records.own)

    assert refused.status_code == 403
