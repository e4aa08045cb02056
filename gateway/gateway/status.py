"""Is each service ready, and which version runs: asked of the services, remembered for two seconds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from typing import Any

import aiohttp
import orjson

from gateway.upstream import Upstream

REMEMBERED_S = 2.0
ASK_TIMEOUT_S = 1.0
TOLD = ("version", "code_version")
"""What a service says of itself besides being ready: its program's version, and that of the law it loaded."""


class Status:
    """What `/status` shows. Many askers at once cause one question to each service."""

    def __init__(self, upstream: Upstream, addresses: Mapping[str, str], version: str) -> None:
        self._upstream = upstream
        self._addresses = addresses
        self._version = version
        self._lock = asyncio.Lock()
        self._until = 0.0
        self._last: dict[str, Any] = {}

    async def read(self) -> dict[str, Any]:
        """Give the state of the whole: `ready` when every service is, else `degraded`."""
        async with self._lock:
            if time.monotonic() >= self._until:
                self._last = await self._ask_all()
                self._until = time.monotonic() + REMEMBERED_S
        return self._last

    async def _ask_all(self) -> dict[str, Any]:
        names = sorted(self._addresses)
        states = await asyncio.gather(*(self._ask(self._addresses[name]) for name in names))
        ready = all(state["ready"] for state in states)
        return {
            "status": "ready" if ready else "degraded",
            "version": self._version,
            "services": dict(zip(names, states, strict=True)),
        }

    async def _ask(self, address: str) -> dict[str, Any]:
        try:
            status, _, body = await self._upstream.ask(address, "/readyz", ASK_TIMEOUT_S)
            told = orjson.loads(body)
        except (aiohttp.ClientError, TimeoutError, ValueError):
            told, status = {}, 503
        return {"ready": status == 200, **{name: _text(told, name) for name in TOLD}}


def _text(told: Any, name: str) -> str | None:
    value = told.get(name) if isinstance(told, dict) else None
    return value if isinstance(value, str) else None
