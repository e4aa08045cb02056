"""The store of limits shared by several gateways, through the `limits` package."""

from __future__ import annotations

import math
import time

from limits import RateLimitItemPerSecond
from limits.aio.storage import Storage
from limits.aio.strategies import MovingWindowRateLimiter
from limits.errors import ConfigurationError
from limits.storage import storage_from_string

from gateway.allowance import Allowance


class StoredCounter:
    """Counts in the store over a moving window, as the local counter does."""

    def __init__(self, storage: Storage, window_s: int) -> None:
        self._limiter = MovingWindowRateLimiter(storage)
        self._window_s = window_s

    async def take(self, key: str, limit: int) -> Allowance:
        item = RateLimitItemPerSecond(limit, self._window_s, namespace="citycode")
        allowed = await self._limiter.hit(item, key)
        stats = await self._limiter.get_window_stats(item, key)
        reset_s = max(1, math.ceil(stats.reset_time - time.time()))
        return Allowance(allowed, limit, stats.remaining if allowed else 0, reset_s)


def open_store(url: str, window_s: int) -> StoredCounter:
    """Open `redis://…`; connects lazily. Raises ValueError for a URL that cannot be served, saying why."""
    try:
        storage = storage_from_string(f"async+{url}", implementation="redispy")
    except (ConfigurationError, ImportError) as error:
        raise ValueError(f"CITYCODE_LIMIT_STORE cannot be used: {error}") from error
    if not isinstance(storage, Storage):
        raise ValueError("CITYCODE_LIMIT_STORE cannot be used: it is no store for an event loop")
    return StoredCounter(storage, window_s)
