"""Bodies that come slowly, or too many at once, hold up nobody but their sender."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from statistics import median

import httpx
import pytest

from gateway.tests.conftest import GatewayWith, problem_of
from gateway.tests.raw import Raw, announced, many, trickling

UNLIMITED = {"limit_person": 0, "limit_machine": 0, "limit_address": 0}
ECHO = "/permits/v1/echo"
DOCUMENTS = "/permits/v1/echo/documents"
BEGUN = b" " * 300_000
"""More than was ever kept here before the rest was passed on as it came."""


def slowly() -> Iterator[bytes]:
    """A body that takes 1.6 seconds."""
    for _ in range(2):
        time.sleep(0.8)
        yield b"x"


def status_of(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


@pytest.mark.parametrize(
    ("path", "kind"), [(ECHO, "application/json"), (DOCUMENTS, "application/pdf")], ids=["json", "document"]
)
def test_while_150_bodies_trickle_everything_else_is_answered_within_a_second(
    gateway_with: GatewayWith, path: str, kind: str
) -> None:
    address = gateway_with(**UNLIMITED)
    took, statuses = [], []

    with many(address, 150, announced(path, 900_000, kind) + BEGUN) as slow, trickling(slow):
        httpx.get(f"{address}{ECHO}")  # until here it may still be busy with taking 150 connections at once
        until = time.monotonic() + 2
        while time.monotonic() < until:
            for method, body in (("GET", None), ("POST", {"a": 1})):
                began = time.monotonic()
                statuses.append(httpx.request(method, f"{address}{ECHO}", json=body).status_code)
                took.append(time.monotonic() - began)
            time.sleep(0.05)

    assert set(statuses) == {200}
    assert median(took) < 1.0


def test_a_body_has_one_deadline_for_all_of_it(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED, body_timeout_s=1.0)
    began = time.monotonic()

    with Raw(address, announced(ECHO, 900_000) + BEGUN) as slow, trickling([slow], b" " * 2000, 0.05):
        answer = slow.answer()

    assert status_of(answer) == 408
    assert 1.0 <= time.monotonic() - began < 3.0
    assert b"connection: close" in answer.lower()


def test_a_body_below_the_least_rate_is_cut_off_long_before_the_deadline(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED, body_grace_s=0.6, body_least_bytes_per_s=10_000)
    began = time.monotonic()

    with Raw(address, announced(ECHO, 900_000)) as slow, trickling([slow]):
        answer = slow.answer()

    assert status_of(answer) == 408
    assert time.monotonic() - began < 3.0


def test_a_body_that_comes_steadily_passes_though_it_is_not_quick(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED, body_grace_s=0.5, body_least_bytes_per_s=10_000)

    with Raw(address, announced(ECHO, 40_000)) as steady:
        for _ in range(20):
            steady.send(b" " * 2000)
            time.sleep(0.08)
        answer = steady.socket.recv(65_536)

    assert status_of(answer) == 200
    assert b'"body_bytes": 40000' in answer


def test_an_address_has_few_slow_bodies_at_once_and_any_number_of_quick_ones(
    gateway_with: GatewayWith,
) -> None:
    address = gateway_with(**UNLIMITED, slow_bodies_per_address=2, body_timeout_s=20.0, body_grace_s=20.0)

    with many(address, 3, announced(ECHO, 10)) as slow, ThreadPoolExecutor(8) as threads:
        time.sleep(2.0)
        refused = [each for each in slow if each.closed_within(0.1) is not None]
        quick = [threads.submit(httpx.post, f"{address}{ECHO}", json={}) for _ in range(24)]
        statuses = [each.result().status_code for each in quick]
        late = httpx.post(f"{address}{ECHO}", content=slowly())
        for each in set(slow) - set(refused):
            each.send(b"0123456789")
            assert status_of(each.socket.recv(65_536)) == 200
        freed = httpx.post(f"{address}{ECHO}", content=slowly())

    assert len(refused) == 1
    assert statuses == [200] * 24
    assert late.status_code == 429
    assert problem_of(late)["type"] == "urn:citycode:problem:too-many-requests"
    assert int(late.headers["retry-after"]) > 0
    assert freed.status_code == 200


def test_bodies_together_have_a_bounded_memory(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED, held_bodies_bytes=1_048_576)

    with Raw(address, announced(ECHO, 700_000) + b" " * 600_000) as holding:
        time.sleep(0.2)
        refused = httpx.post(f"{address}{ECHO}", content=b" " * 700_000)
        small = httpx.post(f"{address}{ECHO}", content=b" " * 70_000)
        holding.send(b" " * 100_000)
        held = holding.socket.recv(65_536)
    freed = httpx.post(f"{address}{ECHO}", content=b" " * 700_000)

    assert problem_of(refused)["status"] == 503
    assert int(refused.headers["retry-after"]) > 0
    assert (small.status_code, status_of(held), freed.status_code) == (200, 200, 200)


def test_a_service_hears_of_a_request_only_when_its_body_is_here(gateway_with: GatewayWith) -> None:
    address = gateway_with(**UNLIMITED)
    httpx.get(f"{address}/permits/v1/calls")

    with Raw(address, announced("/permits/v1/breaks-small", 300_001) + BEGUN):
        time.sleep(0.3)

        assert httpx.get(f"{address}/permits/v1/calls").json() == {}


def test_a_document_is_passed_on_as_it_comes(client: httpx.Client) -> None:
    document = bytes(range(256)) * 12_000

    whole = client.post("/permits/v1/mirror/documents", content=document)
    chunked = client.post(
        "/permits/v1/mirror/documents",
        content=(document[at : at + 65_536] for at in range(0, 3_072_000, 65_536)),
    )

    assert whole.content == chunked.content == document


@pytest.mark.parametrize(
    ("path", "kind", "status"),
    [
        (ECHO, "application/pdf", 413),
        (DOCUMENTS, "application/json; charset=utf-8", 413),
        (DOCUMENTS, "application/geo+json", 413),
        ("/permits/v1/echo/documents/check", "application/pdf", 413),
        (DOCUMENTS, "application/pdf", 200),
        (f"{DOCUMENTS}/7", "application/pdf", 200),
    ],
)
def test_only_documents_may_be_longer_than_json(
    client: httpx.Client, path: str, kind: str, status: int
) -> None:
    response = client.put(path, content=b"x" * 1_048_577, headers={"Content-Type": kind})

    assert response.status_code == status


def test_a_document_has_a_limit_too(gateway_with: GatewayWith) -> None:
    address = gateway_with(document_limit_bytes=2_000_000)

    told = httpx.post(f"{address}{DOCUMENTS}", content=b"x" * 2_000_001)
    endless = httpx.post(f"{address}{DOCUMENTS}", content=(b"x" * 65_536 for _ in range(40)))

    assert (told.status_code, endless.status_code) == (413, 413)
    assert problem_of(told)["limit_bytes"] == 2_000_000


def test_a_document_that_comes_too_slowly_is_a_408(gateway_with: GatewayWith) -> None:
    address = gateway_with(body_grace_s=0.3)

    with Raw(address, announced(DOCUMENTS, 900_000, "application/pdf")) as slow, trickling([slow]):
        answer = slow.answer()

    assert status_of(answer) == 408


def test_an_address_has_its_share_of_the_documents_under_way(gateway_with: GatewayWith) -> None:
    address = gateway_with(documents_per_address=2, documents_per_service=3, trusted_proxies=["127.0.0.0/8"])

    def of(caller: str) -> dict[str, str]:
        return {"X-Forwarded-For": caller, "Content-Type": "application/pdf"}

    with ExitStack() as open_:
        for _ in range(2):
            first = announced(DOCUMENTS, 10, "application/pdf")
            open_.enter_context(
                Raw(address, first.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 203.0.113.1\r\n\r\n"))
            )
        time.sleep(0.2)
        same = httpx.post(f"{address}{DOCUMENTS}", content=b"x", headers=of("203.0.113.1"))
        other = httpx.post(f"{address}{DOCUMENTS}", content=b"x", headers=of("203.0.113.2"))
        first = announced(DOCUMENTS, 10, "application/pdf")
        open_.enter_context(
            Raw(address, first.replace(b"\r\n\r\n", b"\r\nX-Forwarded-For: 203.0.113.3\r\n\r\n"))
        )
        time.sleep(0.2)
        full = httpx.post(f"{address}{DOCUMENTS}", content=b"x", headers=of("203.0.113.4"))

    assert (same.status_code, other.status_code, full.status_code) == (429, 200, 503)
    assert {int(each.headers["retry-after"]) > 0 for each in (same, full)} == {True}
