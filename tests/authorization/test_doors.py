"""No way in but through the gateway, and no way through it with a token that is not good."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from servicekit.issuer import DevelopmentIssuer
from servicekit.proof import GATEWAY, PROOF_HEADER, sign

from deploy.local.system import System
from tests.authorization.callers import service_secret
from tests.contracts.apps import CONTRACTS

pytestmark = pytest.mark.system
OPEN = ("/healthz", "/readyz", "/metrics")


def told(response: httpx.Response) -> dict[str, Any]:
    """The problem without what differs from request to request."""
    return {name: value for name, value in response.json().items() if name != "instance"}


def other_secret(_: System) -> str:
    return "a-secret-that-somebody-made-up-0123456789"


def at(offset_s: int) -> float:
    return time.time() + offset_s


PROOFS: dict[str, Callable[[System, str], list[str]]] = {
    "none": lambda _system, _path: [],
    "empty": lambda _system, _path: [""],
    "made up": lambda _system, _path: ["v1;caller=gateway;t=1;sig=" + "A" * 43],
    "another secret": lambda system, path: [sign(other_secret(system), GATEWAY, "GET", path)],
    "stale": lambda system, path: [sign(service_secret(system), GATEWAY, "GET", path, at=at(-61))],
    "of tomorrow": lambda system, path: [sign(service_secret(system), GATEWAY, "GET", path, at=at(120))],
    "of another path": lambda system, path: [sign(service_secret(system), GATEWAY, "GET", path + "/x")],
    "of another method": lambda system, path: [sign(service_secret(system), GATEWAY, "POST", path)],
    "sent twice": lambda system, path: [sign(service_secret(system), GATEWAY, "GET", path)] * 2,
    "for another caller": lambda system, path: [
        sign(service_secret(system), GATEWAY, "GET", path).replace("caller=gateway", "caller=permits")
    ],
}


@pytest.mark.parametrize("service", CONTRACTS)
@pytest.mark.parametrize("proof", PROOFS)
def test_a_service_called_around_the_gateway_refuses(system: System, service: str, proof: str) -> None:
    path = f"/v1/{system.city}/programs"
    bearer = ("Authorization", f"Bearer {system.token('clerk')}")
    proofs = [(PROOF_HEADER, value) for value in PROOFS[proof](system, path)]

    with httpx.Client(base_url=system.base_url(service)) as around:
        refused = around.get(path, headers=[bearer, *proofs])
        unproven = around.get(path)

    assert (refused.status_code, unproven.status_code) == (401, 401)
    assert told(refused) == told(unproven)


@pytest.mark.parametrize("service", CONTRACTS)
def test_a_good_proof_is_let_in(system: System, service: str) -> None:
    path = f"/v1/{system.city}/programs"
    proof = sign(service_secret(system), GATEWAY, "GET", path)

    with httpx.Client(base_url=system.base_url(service), headers={PROOF_HEADER: proof}) as around:
        assert around.get(path).status_code == 200


@pytest.mark.parametrize("service", CONTRACTS)
def test_every_other_address_of_a_service_is_closed_too(system: System, service: str) -> None:
    with httpx.Client(base_url=system.base_url(service)) as around:
        closed = {
            path: around.get(path).status_code for path in ("/", "/docs", "/openapi.json", "/v1/events")
        }
        open_ = {path: around.get(path).status_code for path in OPEN}

    assert set(closed.values()) == {401}
    assert set(open_.values()) == {200}


FORGED = {
    PROOF_HEADER: "v1;caller=permits;t=1;sig=" + "A" * 43,
    "Citycode-Caller": "permits",
    "Citycode-Subject": "clerk-1",
    "X-Forwarded-User": "clerk-1",
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Host": "permits",
    "X-Forwarded-Prefix": "/v1",
    "X-Original-URL": "/v1/events",
    "X-Rewrite-URL": "/v1/events",
    "X-HTTP-Method-Override": "POST",
    "X-Remote-User": "clerk-1",
    "Remote-User": "clerk-1",
    "X-User": "clerk-1",
    "X-Auth-Request-User": "clerk-1",
    "X-Authenticated-Userid": "clerk-1",
    "X-Real-IP": "127.0.0.1",
    "Forwarded": "for=127.0.0.1;host=permits",
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_headers_make_nobody_of_anybody(system: System, name: str) -> None:
    forged = {name: FORGED[name]}
    with system.client(**forged) as nobody, system.client(system.token("resident"), **forged) as resident:
        private = nobody.get(f"/permits/v1/{system.city}/applications")
        law = nobody.get(f"/permits/v1/{system.city}/programs")
        staff = resident.get(f"/permits/v1/{system.city}/obligations")

    assert (private.status_code, law.status_code, staff.status_code) == (401, 200, 403)


def test_a_proof_sent_through_the_gateway_is_not_passed_on(system: System) -> None:
    path = f"/v1/{system.city}/owner-candidates"
    proof = sign(service_secret(system), "permits", "GET", path)

    with system.client(**{PROOF_HEADER: proof}) as nobody:
        assert nobody.get(f"/gis{path}").status_code == 401


def unsigned(token: str) -> str:
    """The same claims under `alg: none`."""
    head = base64.urlsafe_b64encode(json.dumps({"alg": "none", "typ": "JWT"}).encode()).rstrip(b"=").decode()
    return f"{head}.{token.split('.')[1]}."


def altered(token: str) -> str:
    """Another subject under the same signature."""
    head, body, signature = token.split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    changed = base64.urlsafe_b64encode(json.dumps({**claims, "sub": "mayor"}).encode()).rstrip(b"=")
    return f"{head}.{changed.decode()}.{signature}"


def bad_tokens(issuer: DevelopmentIssuer, folder: Path) -> dict[str, str]:
    good = issuer.token("clerk-1")
    return {
        "expired": issuer.token("clerk-1", lifetime=timedelta(minutes=-5)),
        "not valid yet": issuer.token("clerk-1", nbf=int(time.time()) + 600),
        "without an end": issuer.token("clerk-1", exp=None),
        "unsigned": unsigned(good),
        "altered": altered(good),
        "another audience": issuer.token("clerk-1", aud="another-system"),
        "another issuer": issuer.token("clerk-1", iss="https://issuer.example"),
        "another key": DevelopmentIssuer(folder).token("clerk-1"),
        "a service's kind": issuer.token("permits", kind="service"),
        "garbage": "garbage",
        "cut short": good[:-10],
        "too long": "a" * 9000,
    }


def test_every_bad_token_is_refused_with_one_text(system: System, tmp_path: Path) -> None:
    texts = set()
    statuses = {}
    paths = (f"/permits/v1/{system.city}/applications", f"/gis/v1/{system.city}/programs")
    for cause, token in bad_tokens(system.issuer, tmp_path).items():
        with system.client(token) as caller:
            for path in paths:
                response = caller.get(path)
                statuses[cause, path] = response.status_code
                texts.add(json.dumps(told(response), sort_keys=True))

    assert set(statuses.values()) == {401}, statuses
    assert len(texts) == 1


def test_bad_tokens_are_refused_by_the_services_as_well(system: System, tmp_path: Path) -> None:
    path = f"/v1/{system.city}/programs"
    texts = set()
    for token in bad_tokens(system.issuer, tmp_path).values():
        for service in CONTRACTS:
            headers = {
                PROOF_HEADER: sign(service_secret(system), GATEWAY, "GET", path),
                "Authorization": f"Bearer {token}",
            }
            response = httpx.get(f"{system.base_url(service)}{path}", headers=headers)
            texts.add((response.status_code, json.dumps(told(response), sort_keys=True)))

    assert [status for status, _ in texts] == [401]


def test_other_schemes_two_credentials_and_unknown_keys_are_refused(system: System) -> None:
    good = system.token("clerk")
    sent = (
        [("Authorization", "Basic Y2xlcmstMTpjbGVyay0x")],
        [("Authorization", good)],
        [("Authorization", f"Bearer {good}"), ("Authorization", f"Bearer {good}")],
        [("Authorization", f"Bearer {good}"), ("X-API-Key", "ck_abcd_secret")],
        [("X-API-Key", "ck_abcd_secret")],
        [("X-API-Key", "secret")],
    )
    with system.client() as caller:
        answers = [caller.get(f"/permits/v1/{system.city}/applications", headers=headers) for headers in sent]

    assert [answer.status_code for answer in answers] == [401] * len(sent)
    assert len({json.dumps(told(answer), sort_keys=True) for answer in answers}) == 1


def test_a_neighbors_address_leads_nowhere_from_outside(system: System) -> None:
    with system.client(system.token("clerk")) as clerk:
        spellings = ("/v1/events", "/v1/%65vents", "/v1//events", "/v1/x/../events", "/v1/events/")
        answers = [clerk.post(f"/permits{path}", json={}).status_code for path in spellings]

    assert set(answers) == {404}
