"""Counting in a sliding window; a store that fails never stops traffic."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest
from gateway.allowance import STORE_REST_S, Allowance, LocalCounter, SharedCounter

WINDOW_S = 60
START = 6_000_000.0


class Time:
    def __init__(self, now: float) -> None:
        self.now = now

    def __call__(self) -> float:
        return self.now


def taken(counter: LocalCounter | SharedCounter, key: str, limit: int, times: int = 1) -> list[Allowance]:
    async def take() -> list[Allowance]:
        return [await counter.take(key, limit) for _ in range(times)]

    return asyncio.run(take())


def admitted(allowances: list[Allowance]) -> int:
    return sum(allowance.allowed for allowance in allowances)


def test_exactly_the_limit_is_admitted_in_one_window() -> None:
    counter = LocalCounter(WINDOW_S, clock=Time(START))

    assert admitted(taken(counter, "a", 100, times=250)) == 100


def test_what_remains_is_told() -> None:
    counter = LocalCounter(WINDOW_S, clock=Time(START + 15))

    first, second, refused = taken(counter, "a", 2, times=3)

    assert (first.remaining, second.remaining, refused.remaining) == (1, 0, 0)
    assert first.reset_s == 63
    assert refused.allowed is False


def test_callers_do_not_share() -> None:
    counter = LocalCounter(WINDOW_S, clock=Time(START))
    taken(counter, "a", 5, times=9)

    assert taken(counter, "b", 5)[0].allowed is True


@pytest.mark.parametrize(("seconds_later", "fits"), [(0, 0), (59, 0), (62, 0), (63, 100)])
def test_what_was_taken_is_forgotten_after_a_window(seconds_later: int, fits: int) -> None:
    time = Time(START)
    counter = LocalCounter(WINDOW_S, clock=time)
    taken(counter, "a", 100, times=100)

    time.now = START + seconds_later

    assert admitted(taken(counter, "a", 100, times=200)) == fits


def test_never_more_than_the_limit_in_any_window_of_a_flood_and_hardly_less() -> None:
    time = Time(START + 37)
    counter = LocalCounter(WINDOW_S, clock=time)
    moments = []
    for _ in range(3_000):
        if taken(counter, "a", 100)[0].allowed:
            moments.append(time.now)
        time.now += 0.1

    most = max(sum(1 for later in moments if start <= later < start + WINDOW_S) for start in moments)

    assert most == 100
    assert len(moments) >= 0.95 * 100 * 300 / WINDOW_S


def test_who_waits_as_long_as_told_is_admitted() -> None:
    time = Time(START)
    counter = LocalCounter(WINDOW_S, clock=time)
    taken(counter, "a", 10, times=10)
    time.now = START + WINDOW_S + 1
    [refused] = taken(counter, "a", 10)

    time.now += refused.reset_s

    assert refused.allowed is False
    assert taken(counter, "a", 10)[0].allowed is True


def test_silence_gives_everything_back() -> None:
    time = Time(START)
    counter = LocalCounter(WINDOW_S, clock=time)
    taken(counter, "a", 10, times=10)

    time.now = START + 2 * WINDOW_S

    assert taken(counter, "a", 10)[0].remaining == 9


def test_strangers_do_not_fill_the_memory() -> None:
    time = Time(START)
    counter = LocalCounter(WINDOW_S, clock=time)

    async def strangers() -> None:
        for number in range(30_000):
            time.now = START + number
            await counter.take(f"address:{number}", 10)

    asyncio.run(strangers())

    assert len(counter._taken) < 11_000


class BrokenStore:
    """A store that fails or hangs, and counts how often it is asked."""

    def __init__(self, fails: Callable[[], object]) -> None:
        self.fails = fails
        self.asked = 0

    async def take(self, key: str, limit: int) -> Allowance:
        assert key
        self.asked += 1
        outcome = self.fails()
        if isinstance(outcome, Exception):
            raise outcome
        await asyncio.sleep(10)
        return Allowance(True, limit, limit, 1)


@pytest.mark.parametrize(
    "outcome", [ConnectionError("gone"), ValueError("odd"), None], ids=["gone", "odd", "hangs"]
)
def test_a_store_that_fails_leaves_a_local_limit(outcome: Exception | None) -> None:
    store = BrokenStore(lambda: outcome)
    counter = SharedCounter(store, LocalCounter(WINDOW_S), timeout_s=0.02)

    allowances = taken(counter, "a", 100, times=150)

    assert admitted(allowances) == 100
    assert store.asked == 1


def test_a_store_is_asked_again_after_its_rest() -> None:
    rest = Time(START)
    store = BrokenStore(lambda: ConnectionError("gone"))
    counter = SharedCounter(store, LocalCounter(WINDOW_S), timeout_s=1, clock=rest)
    taken(counter, "a", 100)

    rest.now += STORE_REST_S

    taken(counter, "a", 100)
    assert store.asked == 2
