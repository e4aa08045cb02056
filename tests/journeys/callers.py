"""People and machines of a journey: each calls through the gateway with a token of their own."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Self

import httpx

from deploy.local.system import System


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
        response = self._client.get(f"/{service}/v1/{self._city}/{path}", params=params)
        assert response.status_code == status, response.text
        return response.json()

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
        response = self._client.post(f"/{service}/v1/{self._city}/{path}", json=body, headers=headers)
        assert response.status_code == status, response.text
        return response.json()

    def patch(self, service: str, path: str, body: object, *, version: int) -> Any:
        headers = {"If-Match": f'"{version}"'}
        response = self._client.patch(f"/{service}/v1/{self._city}/{path}", json=body, headers=headers)
        assert response.status_code == 200, response.text
        return response.json()


def eventually(read: Callable[[], Any], seconds: float = 10.0) -> Any:
    """The first truthy reading: events arrive a moment later. Raises AssertionError when none comes."""
    until = time.monotonic() + seconds
    while not (found := read()):
        assert time.monotonic() < until, "nothing came in time"
        time.sleep(0.05)
    return found
