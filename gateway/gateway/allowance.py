"""How many requests a caller has left: counted over a moving window, here or in a shared store."""

from __future__ import annotations

import asyncio
import math
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from servicekit.logs import logger

STEPS = 20
SWEEP_EVERY = 10_000
STORE_REST_S = 5.0


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one caller has after this request: `remaining` of `limit`, and when the oldest is forgotten."""

    allowed: bool
    limit: int
    remaining: int
    reset_s: int

    def headers(self, window_s: int) -> dict[str, str]:
        """Give the RateLimit fields (IETF draft, structured fields)."""
        return {
            "RateLimit-Policy": f'"default";q={self.limit};w={window_s}',
            "RateLimit": f'"default";r={self.remaining};t={self.reset_s}',
        }

    def fields(self, window_s: int) -> list[tuple[bytes, bytes]]:
        """Give the same for a raw answer."""
        return [(name.lower().encode(), value.encode()) for name, value in self.headers(window_s).items()]


class Counter(Protocol):
    """What counts requests."""

    async def take(self, key: str, limit: int) -> Allowance:
        """Count one request of `key`, unless its `limit` is used up."""


class LocalCounter:
    """Counts in this process: for each caller the requests of the last window, in twenty steps.

    The oldest step counts whole until it has passed, so no window ever sees more than the limit. (The memory
    store of the `limits` package looks through every caller at each request: 0.4 ms with 5,000 callers.)
    """

    def __init__(self, window_s: int, *, clock: Callable[[], float] = time.time) -> None:
        self._step_s = window_s / STEPS
        self._clock = clock
        self._taken: dict[str, Taken] = {}
        self._until_sweep = SWEEP_EVERY

    async def take(self, key: str, limit: int) -> Allowance:
        now = self._clock()
        step = int(now // self._step_s)
        taken = self._taken.get(key)
        if taken is None:
            taken = self._taken[key] = Taken()
            self._sweep(step)
        taken.forget_before(step - STEPS)
        allowed = taken.total < limit
        if allowed:
            taken.add(step)
        frees_at = (taken.oldest_step + STEPS + 1) * self._step_s
        return Allowance(allowed, limit, limit - taken.total, max(1, math.ceil(frees_at - now)))

    def _sweep(self, step: int) -> None:
        """Forget, now and then, who has not called for a window, so that strangers do not fill the memory."""
        self._until_sweep -= 1
        if self._until_sweep > 0:
            return
        self._until_sweep = SWEEP_EVERY
        self._taken = {key: taken for key, taken in self._taken.items() if taken.newest_step >= step - STEPS}


class Taken:
    """One caller's requests: how many in which step, oldest first."""

    __slots__ = ("_steps", "total")

    def __init__(self) -> None:
        self._steps: deque[list[int]] = deque()
        self.total = 0

    @property
    def oldest_step(self) -> int:
        return self._steps[0][0]

    @property
    def newest_step(self) -> int:
        return self._steps[-1][0] if self._steps else 0

    def add(self, step: int) -> None:
        """Count one request in `step`."""
        self.total += 1
        if self._steps and self._steps[-1][0] == step:
            self._steps[-1][1] += 1
        else:
            self._steps.append([step, 1])

    def forget_before(self, step: int) -> None:
        """Forget the steps before `step`."""
        while self._steps and self._steps[0][0] < step:
            self.total -= self._steps.popleft()[1]


class SharedCounter:
    """Counts in a store shared by several gateways; while it fails or is slow, each counts by itself.

    A store's failure never stops traffic. After one, the store is left alone for five seconds.
    """

    def __init__(
        self, store: Counter, local: Counter, *, timeout_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._store = store
        self._local = local
        self._timeout_s = timeout_s
        self._clock = clock
        self._rests_until = 0.0

    async def take(self, key: str, limit: int) -> Allowance:
        if self._clock() >= self._rests_until:
            try:
                async with asyncio.timeout(self._timeout_s):
                    return await self._store.take(key, limit)
            except Exception as error:
                self._rests_until = self._clock() + STORE_REST_S
                logger().warning("limit_store_failed", error=type(error).__name__, rest_s=STORE_REST_S)
        return await self._local.take(key, limit)
