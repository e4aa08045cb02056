"""Everything that can be asked, asked: records are made, then each operation by each role, well and badly."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from deploy.local.catalog import SERVICES
from deploy.local.system import System
from tests.authorization import enforcement_records as enforcement
from tests.authorization.asks import ask, places_of
from tests.authorization.callers import ANONYMOUS, Askers
from tests.authorization.fields import OF_THE_LAW
from tests.authorization.matrix import ROLES, read_matrix
from tests.authorization.records import Records
from tests.contracts.apps import CONTRACTS
from tests.journeys.callers import Caller

SOAKING = bool(os.environ.get("CITYCODE_SOAK"))
OWN_TABLE = ("enforcement", "complainants")
"""Where an identity is kept, and its only place."""
SHOWS_WHO = "complainant"
"""The end of the one path that shows it, to the few who may know."""

SUBJECT = "resident-who-complains"
ADDRESS = "203.0.113.77"
IDENTITY = {
    "name": "Zebulon Quisenberry",
    "email": "zq@planted.example",
    "phone": "218-555-0163",
    "mailing_address": "77 Whistleblower Way",
}
WORDS = (*IDENTITY.values(), SUBJECT, ADDRESS)
TRUSTED = {"CITYCODE_TRUSTED_PROXIES": '["127.0.0.0/8"]'}
"""So that the gateway believes from which address a complaint came."""


def complain(system: System, pin: str) -> dict[str, Any]:
    """Three times about a parcel: signed in, without signing in, through a portal; gives the last answer.

    The first is sent twice under its key, and then under the same key for another parcel.
    """
    city = enforcement.HOME
    path = f"/enforcement/v1/{city}/complaints"
    body = {**enforcement.COMPLAINT, "pin": pin, "complainant": IDENTITY}
    person, portal = system.issuer.token(SUBJECT), system.token("portal", city)
    for token in (person, None, portal):
        with system.client(token, **{"X-Forwarded-For": ADDRESS, "User-Agent": IDENTITY["email"]}) as client:
            key = {"Idempotency-Key": str(uuid4())}
            answers = [client.post(path, json=body, headers=key) for _ in range(2)]
            answers.append(client.post(path, json={**body, "pin": "another"}, headers=key))
            answers += [client.post(path, json=each) for each in bad_complaints(body)]
            answers.append(client.get(path, params={"q": IDENTITY["name"], "pin": IDENTITY["phone"]}))
            answers.append(client.post("/enforcement/v1/nowhere/complaints", json=body, headers=key))
            assert [each.status_code for each in answers[:3]] == [201, 201, 422]
            assert all(each.status_code >= 400 for each in answers[2:])
    told: dict[str, Any] = answers[0].json()
    return told


def bad_complaints(body: dict[str, Any]) -> list[dict[str, Any]]:
    """Such as are refused, each for another reason."""
    return [
        {"complainant": IDENTITY},
        {**body, "program": "no-such-program"},
        {**body, "complainant": {**IDENTITY, "name": IDENTITY["name"] * 50}},
        {**body, "complainant": {**IDENTITY, "phone": [IDENTITY["phone"]]}},
        {**body, "complainant": {**IDENTITY, "age": IDENTITY["name"]}},
        {**body, "complainant": IDENTITY["name"]},
    ]


def handle(system: System, records: Records) -> None:
    """Staff read who complained, open a case for one complaint, dismiss another, erase the third."""
    clerk, inspector = (Caller.of(system, role, enforcement.HOME) for role in ("clerk", "inspector"))
    pin = records.own.cases.pin
    listed = clerk.get("enforcement", "complaints", pin=pin, state="received", limit="500")["items"]
    first, second, third = (each["id"] for each in listed[-3:])
    for each in (first, second, third):
        assert clerk.get("enforcement", f"complaints/{each}/complainant")["name"] == IDENTITY["name"]
    opening = {"program": enforcement.PROGRAM, "pin": pin, "complaint": {"id": first, "version": 1}}
    case = inspector.post("enforcement", "cases", opening, status=201)
    path = f"cases/{case['id']}"
    clerk.post("enforcement", f"{path}/close", {"reason": "All is done."}, version=case["version"])
    reason = {"reason": "The law of the city does not regulate it."}
    clerk.post("enforcement", f"complaints/{second}/dismiss", reason, version=1)
    clerk.post("enforcement", f"complaints/{third}/erase-complainant", version=1)


def ask_everything(system: System, records: Records) -> None:
    """Every operation by somebody who may and by nobody; what reads records by every role; every metric."""
    matrix = read_matrix()
    with Askers.of(system) as askers:
        for service in CONTRACTS:
            for operation, (method, _) in places_of(service).items():
                reads = method == "GET" and operation not in OF_THE_LAW
                roles = (
                    list(ROLES) if reads or SOAKING else [*_allowed(matrix[service][operation]), ANONYMOUS]
                )
                for role in roles:
                    _ask(askers, service, operation, role, records)
    with system.client() as client:
        for address in (system.gateway_url, *(system.base_url(service) for service in SERVICES)):
            client.get(f"{address}/metrics")


def ask_what_is_allowed(system: System, records: Records) -> None:
    """Every operation once, by somebody who may."""
    matrix = read_matrix()
    with Askers.of(system) as askers:
        for service in CONTRACTS:
            for operation in places_of(service):
                for role in _allowed(matrix[service][operation]):
                    _ask(askers, service, operation, role, records)


def _allowed(cells: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """One who may do it with a record of their own."""
    return [role for role in cells if cells[role]["own"] == "allowed"][:1]


def _ask(askers: Askers, service: str, operation: str, role: str, records: Records) -> None:
    address = askers.city_of_address("own", service)
    askers.send(role, "own", ask(service, operation, address, records.own))
