"""Nobody becomes somebody by writing a header."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from gateway.tests.conftest import GatewayWith

FORGED = {
    "Citycode-Proof": "v1;caller=permits;t=1;sig=forged",
    "Citycode-Anything": "forged",
    "Forwarded": "for=6.6.6.6",
    "X-Forwarded-For": "6.6.6.6",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "gopher",
    "X-Forwarded-Prefix": "/evil",
    "X-Forwarded-User": "mayor",
    "X-Real-IP": "6.6.6.6",
    "X-Original-URL": "/v1/events",
    "X-Rewrite-URL": "/v1/events",
    "X-Remote-User": "mayor",
    "Remote-User": "mayor",
    "X-User": "mayor",
    "X-Auth-Request-User": "mayor",
    "X-Authenticated-User": "mayor",
    "X-HTTP-Method-Override": "DELETE",
}


def arrived(response: httpx.Response) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in response.json()["headers"]:
        found.setdefault(name, []).append(value)
    return found


@pytest.mark.parametrize("name", FORGED)
def test_no_forged_header_arrives(client: httpx.Client, name: str) -> None:
    response = client.get("/permits/v1/echo", headers={name: FORGED[name]})

    assert FORGED[name] not in arrived(response).get(name.lower(), [])


def test_the_service_hears_from_the_gateway_where_a_request_came_from(client: httpx.Client) -> None:
    headers = arrived(client.get("/permits/v1/echo", headers=FORGED))

    assert headers["x-forwarded-for"] == ["127.0.0.1"]
    assert headers["x-forwarded-proto"] == ["http"]
    assert headers["x-forwarded-prefix"] == ["/permits"]
    assert headers["x-forwarded-host"] == [client.base_url.netloc.decode()]
    assert len(headers["citycode-proof"]) == 1


def test_a_trusted_proxy_is_believed_up_to_the_first_stranger(gateway_with: GatewayWith) -> None:
    address = gateway_with(trusted_proxies=["127.0.0.0/8", "10.0.0.0/8"])

    response = httpx.get(
        f"{address}/permits/v1/echo", headers={"X-Forwarded-For": "6.6.6.6, 203.0.113.9, 10.1.2.3"}
    )

    assert arrived(response)["x-forwarded-for"] == ["203.0.113.9"]


@pytest.mark.parametrize("name", ["authorization", "x-api-key", "idempotency-key", "if-match"])
def test_a_header_we_rely_on_cannot_be_declared_away(client: httpx.Client, name: str, token: str) -> None:
    value = f"Bearer {token}" if name == "authorization" else "ck_abcd_something"

    response = client.get(
        "/permits/v1/echo", headers={name: value, "Connection": f"{name}, x-hop", "X-Hop": "1"}
    )

    headers = arrived(response)
    assert headers[name] == [value]
    assert "x-hop" not in headers


@pytest.fixture
def token(issuer: Any) -> str:
    made: str = issuer.token("clerk-1")
    return made
