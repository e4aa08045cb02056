"""The gateway's own pages."""

from __future__ import annotations

import re

import httpx
import pytest
from gateway.addresses import networks, within
from gateway.settings import GatewaySettings

from gateway import VERSION
from gateway.tests.conftest import SECRET, GatewayWith, problem_of


def test_the_first_page_says_where_things_are(client: httpx.Client) -> None:
    page = client.get("/")

    assert page.headers["content-type"].startswith("text/html")
    assert {"/docs", "/openapi.json", "/status"} <= set(re.findall(r'href="([^"]+)"', page.text))
    assert "<code>gis</code>, <code>permits</code>" in page.text


def test_every_file_of_the_reference_comes_from_here(client: httpx.Client) -> None:
    page = client.get("/docs").text
    places = re.findall(r'(?:src|href|url)[=:] ?"([^"]+)"', page)

    answers = {place: client.get(place) for place in places}

    assert len(places) == 4
    assert {place: answer.status_code for place, answer in answers.items()} == dict.fromkeys(places, 200)
    assert "SwaggerUIBundle" in answers["/docs/swagger-ui-bundle.js"].text
    assert "//" not in "".join(places)


def test_a_page_the_caller_has_is_not_sent_again(client: httpx.Client) -> None:
    first = client.get("/openapi.json")

    again = client.get("/openapi.json", headers={"If-None-Match": first.headers["etag"]})

    assert first.json() == {"openapi": "3.1.0"}
    assert (again.status_code, again.content) == (304, b"")


def test_a_head_of_a_page_has_no_body(client: httpx.Client) -> None:
    response = client.head("/docs")

    assert response.status_code == 200
    assert int(response.headers["content-length"]) > 100


def test_a_page_is_only_read(client: httpx.Client) -> None:
    response = client.post("/status", json={})

    assert problem_of(response)["status"] == 405


def test_status_shows_which_service_is_ready(client: httpx.Client) -> None:
    told = client.get("/status").json()

    assert told["status"] == "degraded"
    assert told["services"] == {
        "gis": {"ready": False, "version": None, "code_version": None},
        "permits": {"ready": True, "version": "9.9.9", "code_version": "0123abcd"},
    }


def test_the_gateway_is_ready_though_a_service_is_down(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {
        "status": "ready",
        "service": "gateway",
        "version": VERSION,
        "checks": {"issuer_keys": True},
    }


def test_metrics_are_for_operators(gateway_with: GatewayWith, client: httpx.Client) -> None:
    client.get("/permits/v1/echo")

    shown = client.get("/metrics")
    hidden = httpx.get(f"{gateway_with(operator_networks=['10.0.0.0/8'])}/metrics")

    assert 'gateway_requests_total{method="GET",service="permits",status="200"}' in shown.text
    assert problem_of(hidden)["status"] == 404


def test_metrics_are_by_default_for_this_machine_alone(service: str) -> None:
    given = {"profile": "test", "service_secret": SECRET, "upstreams": {"permits": service}}

    allowed = networks(GatewaySettings.for_service("gateway", **given).operator_networks)

    assert within("127.0.0.1", allowed)
    assert within("::1", allowed)
    assert [a for a in ("10.0.0.1", "172.17.0.1", "192.168.1.1", "203.0.113.1") if within(a, allowed)] == []


@pytest.mark.parametrize(
    ("trusted", "forwarded_for", "status"),
    [([], "203.0.113.9", 404), (["127.0.0.0/8"], "203.0.113.9", 404), ([], "127.0.0.1", 404)],
)
def test_metrics_are_not_for_those_a_proxy_beside_us_speaks_for(
    gateway_with: GatewayWith, trusted: list[str], forwarded_for: str, status: int
) -> None:
    address = gateway_with(trusted_proxies=trusted)

    shown = httpx.get(f"{address}/metrics", headers={"X-Forwarded-For": forwarded_for})

    assert shown.status_code == status
