"""Asking a neighbor: in time or not at all, and never more at once than allowed."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from servicekit.client import FAILURES_UNTIL_OPEN, NeighborUnavailable, ServiceClient
from servicekit.proof import PROOF_HEADER, verify
from servicekit.trace import begin_trace

from libs.servicekit.tests.stub_server import Asked, answer, drip, stub_server

SECRET = "s" * 32


def client_of(url: str, *, timeout_s: float = 0.4, at_once: int = 4) -> ServiceClient:
    return ServiceClient("sister", url, caller="sample", secret=SECRET, timeout_s=timeout_s, at_once=at_once)


def test_an_ask_carries_proof_trace_and_query() -> None:
    trace = begin_trace("request-0001", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
    with stub_server(lambda _: answer(200, b'{"a": 1}', 'ETag: "3"')) as stub:
        got = client_of(stub.url + "/base").get("/v1/river%20town/x", {"q": "a b&c", "limit": 2})

    asked = stub.asked[0]
    assert (got.status, got.body, got.headers["etag"]) == (200, {"a": 1}, '"3"')
    assert asked.target == "/base/v1/river%20town/x?q=a+b%26c&limit=2"
    path = "/base/v1/river%20town/x"
    assert verify(SECRET, asked.headers[PROOF_HEADER.lower()], "GET", path) == "sample"
    assert asked.headers["x-request-id"] == "request-0001"
    version, trace_id, span_id, flags = asked.headers["traceparent"].split("-")
    assert (version, trace_id, flags) == ("00", "4bf92f3577b34da6a3ce929d0e0e4736", "01")
    assert span_id not in ("00f067aa0ba902b7", trace.span_id)


def test_a_post_carries_json_and_its_key() -> None:
    with stub_server(lambda _: answer(201, b'{"id": "n"}')) as stub:
        got = client_of(stub.url).post("/v1/x", {"pin": "01", "within_ft": 350}, idempotency_key="k-1")

    assert (got.status, got.body) == (201, {"id": "n"})
    assert stub.asked[0].body == b'{"pin":"01","within_ft":350}'
    assert stub.asked[0].headers["content-type"] == "application/json"
    assert stub.asked[0].headers["idempotency-key"] == "k-1"


def test_refusals_of_the_neighbor_are_answers() -> None:
    with stub_server(lambda _: answer(404, b'{"type": "urn:x"}')) as stub:
        assert client_of(stub.url).get("/v1/x").status == 404
    with stub_server(lambda _: answer(204, b"")) as stub:
        assert client_of(stub.url).get("/v1/x").body is None


def test_one_connection_serves_many_asks() -> None:
    with stub_server(lambda _: answer()) as stub:
        client = client_of(stub.url)
        for _ in range(20):
            client.get("/v1/x")

        assert stub.connections == 1


def hang(_: Asked) -> bytes | None:
    time.sleep(3)
    return None


def drip_the_head(asked: Asked) -> bytes | None:
    drip(asked, answer(), 0.05)
    return None


def drip_the_body(asked: Asked) -> bytes | None:
    asked.connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n")
    drip(asked, b" " * 100, 0.05)
    return None


def drip_chunks(asked: Asked) -> bytes | None:
    asked.connection.sendall(b"HTTP/1.1 200 X\r\nTransfer-Encoding: chunked\r\n\r\n")
    drip(asked, b"1\r\n \r\n" * 100, 0.05)
    return None


@pytest.mark.parametrize("answering", [hang, drip_the_head, drip_the_body, drip_chunks])
def test_however_slowly_it_answers_the_ask_ends_in_time(answering: Callable[[Asked], bytes | None]) -> None:
    with stub_server(answering) as stub:
        began = time.monotonic()
        with pytest.raises(NeighborUnavailable, match="did not answer in time") as refused:
            client_of(stub.url).get("/v1/x")

        assert 0.35 < time.monotonic() - began < 0.7
        assert refused.value.neighbor == "sister"


@pytest.mark.parametrize(
    ("answered", "reason"),
    [
        (None, "broke the connection"),
        (b"garbage\r\n\r\n", "broke the connection"),
        (b"HTTP/1.1 200 X\r\nContent-Length: 50\r\n\r\n{}", "did not answer in time"),
        (b"HTTP/1.1 200 X\r\nContent-Length: 9000000\r\n\r\n" + b" " * 9_000_000, "broke the connection"),
        (answer(200, b"<html>"), "not JSON"),
        (answer(200, b"\xff"), "not JSON"),
        (answer(500), "answered 500"),
        (answer(503), "answered 503"),
        (answer(429), "answered 429"),
        (answer(302, b"", "Location: http://127.0.0.1:1/"), "answered 302"),
    ],
)
def test_what_is_no_usable_answer_is_none(answered: bytes | None, reason: str) -> None:
    with stub_server(lambda _: answered) as stub, pytest.raises(NeighborUnavailable, match=reason):
        client_of(stub.url).get("/v1/x")


def test_a_neighbor_that_does_not_run_is_known_at_once() -> None:
    began = time.monotonic()

    with pytest.raises(NeighborUnavailable, match="is not running"):
        client_of("http://127.0.0.1:9").get("/v1/x")

    assert time.monotonic() - began < 0.2


def test_a_connection_closed_meanwhile_is_replaced_unnoticed() -> None:
    with stub_server(lambda _: answer(200, b"{}", "Connection: keep-alive")) as stub:
        client = client_of(stub.url)
        client.get("/v1/x")
        stub.asked[0].connection.shutdown(2)
        time.sleep(0.05)

        assert client.get("/v1/x").status == 200
        assert stub.connections == 2


def test_a_connection_closed_under_the_ask_is_repeated_only_when_that_is_safe() -> None:
    asked_on: dict[int, int] = {}

    def second_time_hang_up(asked: Asked) -> bytes | None:
        times = asked_on[id(asked.connection)] = asked_on.get(id(asked.connection), 0) + 1
        return None if times > 1 else answer()

    with stub_server(second_time_hang_up) as stub:
        client = client_of(stub.url)
        client.get("/v1/x")
        assert client.get("/v1/x").status == 200
        assert client.post("/v1/x", {}, idempotency_key="k").status == 200
        with pytest.raises(NeighborUnavailable, match="broke"):
            client.post("/v1/x", {})
        assert sum(asked.method == "POST" for asked in stub.asked) == 3


def test_no_more_run_at_once_than_allowed_and_the_rest_fail_soon() -> None:
    running = 0
    most = 0
    lock = threading.Lock()

    def slow(_: Asked) -> bytes:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.3)
        with lock:
            running -= 1
        return answer()

    def ask(client: ServiceClient) -> tuple[str, float]:
        began = time.monotonic()
        try:
            client.get("/v1/x")
        except NeighborUnavailable as error:
            return error.reason, time.monotonic() - began
        return "ok", time.monotonic() - began

    with stub_server(slow) as stub, ThreadPoolExecutor(20) as threads:
        client = client_of(stub.url, timeout_s=2, at_once=3)
        results = list(threads.map(lambda _: ask(client), range(20)))

    assert most == 3
    assert sum(result == "ok" for result, _ in results) == 3
    refused = [seconds for result, seconds in results if result == "is asked too much at once"]
    assert len(refused) == 17
    assert max(refused) < 0.3


def test_a_neighbor_that_keeps_failing_is_left_alone_then_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("servicekit.client.OPEN_FOR_S", 0.2)
    well = False
    with stub_server(lambda _: answer() if well else answer(500)) as stub:
        client = client_of(stub.url)
        for _ in range(FAILURES_UNTIL_OPEN):
            with pytest.raises(NeighborUnavailable, match="answered 500"):
                client.get("/v1/x")
        for _ in range(10):
            with pytest.raises(NeighborUnavailable, match="has not been answering"):
                client.get("/v1/x")
        assert len(stub.asked) == FAILURES_UNTIL_OPEN

        time.sleep(0.25)
        well = True
        assert [client.get("/v1/x").status for _ in range(3)] == [200, 200, 200]


def test_closing_cuts_off_an_ask_under_way() -> None:
    with stub_server(hang) as stub, ThreadPoolExecutor(1) as threads:
        client = client_of(stub.url, timeout_s=5)
        under_way = threads.submit(client.get, "/v1/x")
        while not stub.asked:
            time.sleep(0.01)

        client.close()

        with pytest.raises(NeighborUnavailable):
            under_way.result(timeout=1)


@pytest.mark.parametrize("url", ["", "ftp://x", "http://", "127.0.0.1:80"])
def test_a_base_url_that_is_none_is_refused_at_the_start(url: str) -> None:
    with pytest.raises(ValueError, match="base URL"):
        client_of(url)
