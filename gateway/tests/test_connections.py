"""Connections that ask for nothing, or do not read what they are answered, are ended."""

from __future__ import annotations

import json
import time

import httpx
import pytest

from gateway.tests.conftest import GatewayWith
from gateway.tests.raw import Raw, announced, head, many, trickling

ECHO = "/permits/v1/echo"
HALF = b"GET /permits/v1/echo HTTP/1.1\r\nHost: x\r\nX-Half: "
UNLIMITED = {"limit_person": 0, "limit_machine": 0, "limit_address": 0}


def test_150_half_heads_are_cut_off_and_everything_else_is_answered(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED, head_timeout_s=1.0)

    with many(address, 150, HALF) as half:
        answered = httpx.get(f"{address}{ECHO}").status_code
        time.sleep(1.0)
        closed = [each.closed_within(1.0) for each in half]

    assert answered == 200
    assert None not in closed


@pytest.mark.parametrize("piece", [b"a", b"\r\nA: b"], ids=["one endless header", "header after header"])
def test_a_head_that_trickles_has_one_deadline(gateway_with: GatewayWith, piece: bytes) -> None:
    address = gateway_with(**UNLIMITED, head_timeout_s=0.6)
    began = time.monotonic()

    with Raw(address, HALF) as slow, trickling([slow], piece, 0.05):
        answer = slow.answer()

    assert time.monotonic() - began < 2.5
    assert answer.startswith(b"HTTP/1.1 408")
    problem = json.loads(answer.partition(b"\r\n\r\n")[2])
    assert (problem["status"], problem["type"]) == (408, "urn:citycode:problem:head-too-slow")


def test_a_connection_that_says_nothing_is_ended(gateway_with: GatewayWith) -> None:
    with Raw(gateway_with(head_timeout_s=0.4)) as silent:
        assert silent.closed_within(2.0) is not None


def test_the_next_head_on_a_connection_has_its_deadline_too(gateway_with: GatewayWith) -> None:
    with Raw(gateway_with(head_timeout_s=0.6), head("GET", ECHO)) as kept:
        first = kept.socket.recv(65_536)
        with trickling([kept], b"G", 0.05):
            closed = kept.closed_within(2.5)

    assert first.startswith(b"HTTP/1.1 200")
    assert closed is not None


def test_a_body_that_goes_on_after_the_answer_keeps_no_connection_open(gateway_with: GatewayWith) -> None:
    page = head("GET", "/healthz", "Content-Length: 900000")
    with Raw(gateway_with(head_timeout_s=0.6), page) as talking_on, trickling([talking_on], b" ", 0.05):
        assert talking_on.closed_within(3.0) is not None


def test_a_slow_answer_is_no_slow_head(gateway_with: GatewayWith) -> None:
    address = gateway_with(head_timeout_s=0.3, answer_timeout_s=10.0)

    with httpx.Client(base_url=address, timeout=10) as client:
        assert client.get("/permits/v1/slow").text == "late"


def test_requests_sent_ahead_are_all_answered(gateway_with: GatewayWith) -> None:
    last = head("GET", ECHO, "Connection: close")
    with Raw(
        gateway_with(head_timeout_s=0.5), head("GET", "/permits/v1/pieces") + head("GET", ECHO) + last
    ) as ahead:
        answer = ahead.answer()

    assert answer.count(b"HTTP/1.1 200") == 3


def test_a_caller_who_does_not_read_is_cut_off_and_frees_the_service(gateway_with: GatewayWith) -> None:
    address = gateway_with(stalled_after_s=0.5, connections_per_service=1, connect_timeout_s=0.1)

    with Raw(address, head("GET", "/permits/v1/huge"), receive_buffer=4096):
        time.sleep(0.2)
        held = httpx.get(f"{address}{ECHO}").status_code
        time.sleep(1.0)
        freed = httpx.get(f"{address}{ECHO}").status_code

    assert (held, freed) == (503, 200)


def test_an_address_has_so_many_connections_and_a_trusted_proxy_any_number(gateway_with: GatewayWith) -> None:
    for trusted, refused in (([], 2), (["127.0.0.0/8"], 0)):
        address = gateway_with(connections_per_address=3, trusted_proxies=trusted)

        with many(address, 5, b"") as opened:
            closed = [each for each in opened if each.closed_within(0.3) is not None]
        time.sleep(0.1)

        assert len(closed) == refused
        assert httpx.get(f"{address}{ECHO}").status_code == 200


def test_what_is_not_http_is_refused_as_a_problem(gateway: str) -> None:
    with Raw(gateway, b"\x16\x03\x01 hello\r\n\r\n") as odd:
        answer = odd.answer()

    assert answer.startswith(b"HTTP/1.1 400")
    assert b"application/problem+json" in answer


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ("GET {} HTTP/1.1\r\n", 400),
        ("GET {} HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
        ("GET {} HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400),
        ("GET {} HTTP/1.0\r\nHost: a\r\nHost: b\r\n", 400),
        ("GET {} HTTP/1.0\r\n", 200),
        ("GET {} HTTP/1.1\r\nHost: a\r\n", 200),
    ],
    ids=["none", "two", "the same twice", "two in 1.0", "none in 1.0", "one"],
)
@pytest.mark.parametrize("path", [ECHO, "/healthz"])
def test_a_request_names_one_host(gateway: str, path: str, fields: str, status: int) -> None:
    with Raw(gateway, (fields.format(path) + "Connection: close\r\n\r\n").encode()) as asked:
        assert asked.answer().startswith(f"HTTP/1.1 {status} ".encode())


def test_a_slow_body_is_no_slow_head(gateway_with: GatewayWith) -> None:
    address = gateway_with(head_timeout_s=0.4)

    with Raw(address, announced(ECHO, 8)) as slow:
        for _ in range(8):
            time.sleep(0.15)
            slow.send(b"x")
        answer = slow.socket.recv(65_536)

    assert answer.startswith(b"HTTP/1.1 200")
