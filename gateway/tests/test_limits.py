"""Limits at the door: for a person, a machine, an address."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import httpx
import pytest
from servicekit.issuer import DevelopmentIssuer

from gateway.tests.conftest import GatewayWith, problem_of


def statuses(client: httpx.Client, times: int, headers: dict[str, str] | None = None) -> list[int]:
    return [client.get("/permits/v1/echo", headers=headers).status_code for _ in range(times)]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_an_address_has_its_limit_and_is_told_when_to_come_back(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_address=20, limit_window_s=3600)) as client:
        before = statuses(client, 20)

        refused = client.get("/permits/v1/echo")

    assert before == [200] * 20
    assert problem_of(refused)["type"] == "urn:citycode:problem:too-many-requests"
    assert refused.status_code == 429
    assert 3500 < int(refused.headers["retry-after"]) <= 3600 * 1.05 + 1
    assert refused.headers["ratelimit-policy"] == '"default";q=20;w=3600'
    assert refused.headers["ratelimit"].startswith('"default";r=0;t=')
    assert "20 requests in 3600 seconds" in refused.json()["detail"]


def test_every_answer_tells_what_remains(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_address=20, limit_window_s=3600)) as client:
        passed = client.get("/permits/v1/echo")
        absent = client.get("/nothing")

    assert passed.headers["ratelimit"].startswith('"default";r=19;')
    assert absent.headers["ratelimit"].startswith('"default";r=18;')


def test_a_signed_in_person_has_a_limit_of_their_own(
    gateway_with: GatewayWith, issuer: DevelopmentIssuer
) -> None:
    one, other = issuer.token("one"), issuer.token("other")
    with httpx.Client(
        base_url=gateway_with(limit_person=10, limit_address=10, limit_window_s=3600)
    ) as client:
        of_one = statuses(client, 12, bearer(one))
        of_other = statuses(client, 1, bearer(other))

    assert of_one == [200] * 10 + [429] * 2
    assert of_other == [200]


def test_two_tokens_of_one_person_share_a_limit(gateway_with: GatewayWith, issuer: DevelopmentIssuer) -> None:
    with httpx.Client(base_url=gateway_with(limit_person=10, limit_window_s=3600)) as client:
        first = statuses(client, 6, bearer(issuer.token("one")))
        second = statuses(client, 6, bearer(issuer.token("one", offices={"x": ["y"]})))

    assert first + second == [200] * 10 + [429] * 2


def test_guessing_tokens_uses_up_the_address(gateway_with: GatewayWith, issuer: DevelopmentIssuer) -> None:
    good = issuer.token("one")
    with httpx.Client(base_url=gateway_with(limit_address=10, limit_window_s=3600)) as client:
        known = statuses(client, 1, bearer(good))
        guesses = [statuses(client, 1, bearer(f"{good}{number}"))[0] for number in range(12)]
        still = statuses(client, 3, bearer(good))

    assert known == [200]
    assert guesses == [401] * 9 + [429] * 3
    assert still == [200] * 3


def test_guessing_api_keys_uses_up_the_address(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_machine=10, limit_window_s=3600)) as client:
        guesses = [statuses(client, 1, {"X-API-Key": f"ck_id{number}_x"})[0] for number in range(12)]

    assert guesses == [200] * 10 + [429] * 2


def test_a_forged_forwarded_header_gives_no_new_limit(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_address=10, limit_window_s=3600)) as client:
        asked = [statuses(client, 1, {"X-Forwarded-For": f"203.0.113.{n}"})[0] for n in range(12)]

    assert asked == [200] * 10 + [429] * 2


@pytest.mark.parametrize("prefix", ["2001:db8:1:2:", "2001:db8:9:9:"])
def test_an_ipv6_network_is_one_caller(gateway_with: GatewayWith, prefix: str) -> None:
    address = gateway_with(limit_address=10, limit_window_s=3600, trusted_proxies=["127.0.0.0/8"])
    with httpx.Client(base_url=address) as client:
        asked = [statuses(client, 1, {"X-Forwarded-For": f"{prefix}:{n:x}"})[0] for n in range(12)]

    assert asked == [200] * 10 + [429] * 2


def test_health_is_never_limited(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_address=1, limit_window_s=3600)) as client:
        health = [client.get("/healthz").status_code for _ in range(5)]

    assert health == [200] * 5


def test_limited_requests_are_counted_for_the_operator(gateway_with: GatewayWith) -> None:
    with httpx.Client(base_url=gateway_with(limit_address=1, limit_window_s=3600)) as client:
        statuses(client, 4)

        metrics = client.get("/metrics").text

    assert "gateway_limited_total 3.0" in metrics


def test_a_flood_from_one_address_takes_nothing_from_another(gateway_with: GatewayWith) -> None:
    address = gateway_with(limit_address=200, limit_window_s=3600, trusted_proxies=["127.0.0.0/8"])
    over = Event()

    def flood() -> list[int]:
        with httpx.Client(base_url=address, headers={"X-Forwarded-For": "203.0.113.66"}) as flooder:
            seen = []
            while not over.is_set():
                seen.append(flooder.get("/permits/v1/echo").status_code)
            return seen

    with httpx.Client(base_url=address, headers={"X-Forwarded-For": "203.0.113.7"}) as quiet:
        alone = statuses(quiet, 50)
        with ThreadPoolExecutor(4) as threads:
            floods = [threads.submit(flood) for _ in range(4)]
            time.sleep(0.5)
            beside = statuses(quiet, 50)
            over.set()
            seen = [status for each in floods for status in each.result()]

    assert seen.count(200) == 200
    assert set(seen) == {200, 429}
    assert (set(alone), set(beside)) == ({200}, {200})
