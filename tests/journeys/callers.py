"""People and machines of a journey: each calls through the gateway with a token of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

import httpx

from deploy.local.system import System

TRIES = 5


class Caller:
    """One caller; every answer is checked for its status and given as JSON."""

    def __init__(self, client: httpx.Client, city: str) -> None:
        self._client = client
        self._city = city

    @classmethod
    def of(cls, system: System, role: str | None, city: str | None = None) -> Self:
        at = city or system.city
        return cls(system.client(system.token(role, at) if role else None), at)

    def get(self, service: str, path: str, status: int = 200, **params: Any) -> Any:
        return self._answered("GET", service, path, status, params=params)

    def post(
        self,
        service: str,
        path: str,
        body: object | None = None,
        *,
        version: int | None = None,
        key: str | None = None,
        status: int = 200,
    ) -> Any:
        headers = {}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        if key is not None:
            headers["Idempotency-Key"] = key
        return self._answered("POST", service, path, status, json=body, headers=headers)

    def patch(self, service: str, path: str, body: object, *, version: int) -> Any:
        headers = {"If-Match": f'"{version}"'}
        return self._answered("PATCH", service, path, 200, json=body, headers=headers)

    def _answered(self, method: str, service: str, path: str, status: int, **sent: Any) -> Any:
        """Ask, and again where a busy machine let a neighbor answer too late: then nothing was changed."""
        for _ in range(TRIES):
            response = self._client.request(method, f"/{service}/v1/{self._city}/{path}", **sent)
            if response.status_code != 503:
                break
            time.sleep(float(response.headers.get("Retry-After", 1)))
        assert response.status_code == status, response.text
        return response.json()


def eventually(read: Callable[[], Any], seconds: float = 10.0) -> Any:
    """The first truthy reading: events arrive a moment later. Raises AssertionError when none comes."""
    until = time.monotonic() + seconds
    while not (found := read()):
        assert time.monotonic() < until, "nothing came in time"
        time.sleep(0.05)
    return found
