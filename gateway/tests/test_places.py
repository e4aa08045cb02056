"""What is reachable through the gateway, and what is not."""

from __future__ import annotations

import socket
from urllib.parse import unquote

import httpx
import pytest
from gateway.places import place_of

from gateway.tests.conftest import problem_of

SERVICES = {"permits": "http://a", "gis": "http://b"}


@pytest.mark.parametrize(
    "raw_path",
    [
        "/",
        "/nothing",
        "/licensing/v1/x",
        "/permits",
        "/permits/",
        "/permits/healthz",
        "/permits/metrics",
        "/permits/openapi.json",
        "/permits/docs",
        "/permits/v2/x",
        "/permits/v1",
        "/permits/v1/events",
        "/permits/v1/events/",
        "/permits/v1/events/x",
        "/permits/v1/%65vents",
        "/permits/v1//events",
        "/permits/v1/./events",
        "/permits/v1/x/../events",
        "/permits/v1/x/%2e%2e/events",
        "/permits/v1/%2E%2E/metrics",
        "/permits/v1/../metrics",
        "/permits//v1/x",
        "//permits/v1/x",
        "/permits/v1/x/..",
        "/permits/v1%2Fevents",
        "/PERMITS/v1/x",
    ],
)
def test_no_place(raw_path: str) -> None:
    assert place_of(unquote(raw_path), raw_path, SERVICES) is None


@pytest.mark.parametrize(
    ("raw_path", "passed"),
    [
        ("/permits/v1/here/programs", "/v1/here/programs"),
        ("/permits/v1/here/events", "/v1/here/events"),
        ("/permits/v1/eventful", "/v1/eventful"),
        ("/permits/v1/here/things/", "/v1/here/things/"),
        ("/gis/v1/here/parcels/a%2Fb", "/v1/here/parcels/a%2Fb"),
    ],
)
def test_a_place(raw_path: str, passed: str) -> None:
    place = place_of(unquote(raw_path), raw_path, SERVICES)

    assert place is not None
    assert place.path == passed
    assert place.service == raw_path.split("/")[1]


@pytest.mark.parametrize("path", ["/licensing/v1/x", "/permits/v1/events", "/permits/healthz", "/nothing"])
def test_nothing_is_there(client: httpx.Client, path: str) -> None:
    response = client.post(path, json={})

    problem = problem_of(response)
    assert response.status_code == 404
    assert problem["type"] == "urn:citycode:problem:no-such-address"
    assert "permits" in problem["detail"]


@pytest.mark.parametrize("method", ["TRACE", "PROPFIND"])
def test_a_method_no_service_has_is_refused_here(client: httpx.Client, method: str) -> None:
    response = client.request(method, "/permits/v1/echo")

    assert problem_of(response)["status"] == 405
    assert "GET" in response.headers["allow"]


def test_raw_characters_in_the_address_are_a_400(gateway: str) -> None:
    host, port = gateway.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port))) as connection:
        connection.sendall(
            b"GET /permits/v1/echo?q=caf\xc3\xa9 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        )
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece

    assert answer.startswith(b"HTTP/1.1 400")
