"""Services that are down, slow, or break off: a problem while that is possible, a cut connection after."""

from __future__ import annotations

import time
from collections.abc import Iterator

import httpx
import pytest

from gateway.tests.conftest import GatewayWith, problem_of
from gateway.tests.serving import talking


def test_a_service_that_is_down_is_a_503_with_retry_after(client: httpx.Client) -> None:
    response = client.get("/gis/v1/anywhere")

    problem = problem_of(response)
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
    assert problem["type"] == "urn:citycode:problem:unavailable"
    assert "gis" in problem["detail"]
    assert "127.0.0.1" not in response.text


def test_an_answer_that_breaks_off_is_cut_never_ended(client: httpx.Client) -> None:
    with client.stream("GET", "/permits/v1/breaks") as response, pytest.raises(httpx.RemoteProtocolError):
        response.read()

    assert response.status_code == 200
    assert 0 < response.num_bytes_downloaded < 1_000_000


def test_the_gateway_goes_on_after_an_answer_broke_off(client: httpx.Client) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        client.get("/permits/v1/breaks")

    assert client.get("/permits/v1/echo").status_code == 200


@pytest.mark.parametrize(
    ("method", "headers", "status", "calls"),
    [
        ("GET", {}, 200, 3),
        ("POST", {}, 503, 1),
        ("DELETE", {}, 503, 1),
        ("POST", {"Idempotency-Key": "k-1"}, 200, 3),
        ("PATCH", {"Idempotency-Key": "k-2"}, 200, 3),
    ],
)
def test_only_safe_or_keyed_requests_are_sent_again(
    client: httpx.Client, method: str, headers: dict[str, str], status: int, calls: int
) -> None:
    client.get("/permits/v1/calls")

    response = client.request(method, "/permits/v1/breaks-small", headers=headers)

    assert response.status_code == status
    assert client.get("/permits/v1/calls").json()["breaks-small"] == calls


@pytest.mark.parametrize(("method", "calls"), [("GET", 4), ("POST", 1), ("PUT", 1), ("DELETE", 1)])
def test_a_service_that_hangs_up_on_a_used_connection_is_asked_again_only_if_safe(
    gateway_with: GatewayWith, method: str, calls: int
) -> None:
    asked = []

    def hang_up_when_asked(request: bytes) -> bytes:
        if b" /v1/warm " in request:
            return b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
        asked.append(request)
        return b""

    with talking(hang_up_when_asked) as service:
        address = gateway_with(upstreams={"permits": service})
        warm = httpx.get(f"{address}/permits/v1/warm")

        response = httpx.request(method, f"{address}/permits/v1/hangs-up")

    assert warm.text == "ok"
    assert problem_of(response)["status"] == 503
    assert len(asked) == calls


def test_a_service_that_answers_garbage_is_a_503(gateway_with: GatewayWith) -> None:
    with talking(lambda _: b"garbage, not HTTP\r\n\r\n") as service:
        response = httpx.post(f"{gateway_with(upstreams={'permits': service})}/permits/v1/echo", json={})

    assert problem_of(response)["status"] == 503
    assert "garbage" not in response.text


def test_a_document_that_was_passed_on_is_not_sent_again_even_with_a_key(client: httpx.Client) -> None:
    client.get("/permits/v1/calls")

    response = client.post(
        "/permits/v1/breaks-small/documents", headers={"Idempotency-Key": "k-3"}, content=b"x" * 600_000
    )

    assert response.status_code == 503
    assert client.get("/permits/v1/calls").json()["breaks-small"] == 1


def test_no_more_repeats_than_the_budget(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(retries=1)) as client:
        client.get("/permits/v1/calls")

        response = client.get("/permits/v1/breaks-small")

        assert response.status_code == 503
        assert client.get("/permits/v1/calls").json()["breaks-small"] == 2


def test_a_service_that_is_too_slow_is_a_503_asked_once(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(answer_timeout_s=0.3)) as client:
        started = time.monotonic()

        response = client.get("/permits/v1/slow")

        assert time.monotonic() - started < 1.5
        assert problem_of(response)["status"] == 503
        assert "did not answer in time" in response.json()["detail"]


def test_a_slow_service_does_not_hold_up_the_others(gateway_with: GatewayWith, service: str) -> None:
    address = gateway_with(
        connections_per_service=1,
        upstreams={"permits": service, "gis": service.replace("127.0.0.1", "localhost")},
    )
    with httpx.Client(base_url=address) as slow, slow.stream("GET", "/permits/v1/pieces") as busy:
        started = time.monotonic()

        response = httpx.get(f"{address}/gis/v1/echo")

        assert response.status_code == 200
        assert time.monotonic() - started < 0.4
        assert not busy.is_closed


def test_a_caller_who_leaves_frees_the_connection_to_the_service(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(in_flight=1)) as client:
        with client.stream("GET", "/permits/v1/pieces"):
            pass

        assert comes_back(client, within_s=0.3)


def test_more_requests_than_may_be_in_flight_are_a_503(gateway_with: GatewayWith) -> None:
    address = gateway_with(in_flight=1)
    with httpx.Client(base_url=address) as first, httpx.Client(base_url=address) as second:
        with first.stream("GET", "/permits/v1/pieces") as busy:
            refused = second.get("/permits/v1/echo")
            healthy = second.get("/healthz")
            busy.read()

        assert problem_of(refused)["status"] == 503
        assert healthy.status_code == 200
        assert comes_back(second)


def test_a_body_that_stops_coming_is_a_408(gateway_with: GatewayWith) -> None:
    def stops() -> Iterator[bytes]:
        yield b"half of it"
        time.sleep(1.0)
        yield b"late"

    with httpx.Client(base_url=gateway_with(body_timeout_s=0.2)) as client:
        response = client.post("/permits/v1/echo", content=stops())

    assert problem_of(response)["status"] == 408


def comes_back(client: httpx.Client, within_s: float = 2.0) -> bool:
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        if client.get("/permits/v1/echo").status_code == 200:
            return True
        time.sleep(0.01)
    return False
