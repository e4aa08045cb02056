"""The shared store counts as the local counter does."""

from __future__ import annotations

import asyncio

import pytest
from gateway.shared_store import StoredCounter, open_store
from limits.aio.storage import MemoryStorage


def test_exactly_the_limit_is_admitted_and_the_wait_is_told() -> None:
    async def take() -> list[tuple[bool, int]]:
        counter = StoredCounter(MemoryStorage(), 60)
        allowances = [await counter.take("a", 5) for _ in range(7)]
        assert 0 < allowances[-1].reset_s <= 60
        return [(allowance.allowed, allowance.remaining) for allowance in allowances]

    assert asyncio.run(take()) == [
        (True, 4),
        (True, 3),
        (True, 2),
        (True, 1),
        (True, 0),
        (False, 0),
        (False, 0),
    ]


@pytest.mark.parametrize("url", ["nonsense://x", "memcachedx://127.0.0.1"])
def test_a_store_that_cannot_be_used_is_said_at_the_start(url: str) -> None:
    with pytest.raises(ValueError, match="CITYCODE_LIMIT_STORE"):
        open_store(url, 60)
