"""A caller who does not give up: each write has a key and is sent again until it is answered."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from deploy.local.system import System

GIVEN_UP_AFTER_S = 60.0
PAUSE_S = 0.05
NOT_ANSWERED = frozenset({502, 503, 504})
NOT_YET = "register_not_caught_up"
"""The gate that opens by itself once the map has heard of the permit before."""


@dataclass
class Effort:
    """What it took: writes asked for, requests sent for them, and answers that were replays."""

    writes: int = 0
    sent: int = 0
    replays: int = 0
    unanswered: list[str] = field(default_factory=list)


class Persistent:
    """Calls as one role until answered; any answer but the expected one fails the test."""

    def __init__(self, system: System, role: str, effort: Effort) -> None:
        self._client = system.client(system.token(role))
        self._city = system.city
        self._effort = effort

    def get(self, service: str, path: str) -> Any:
        """Read, repeated until answered."""
        return self._until_answered("GET", f"/{service}/v1/{self._city}/{path}", None, {}, 200)

    def post(
        self, service: str, path: str, body: object = None, *, version: int | None = None, status: int = 200
    ) -> Any:
        """Write under one key, repeated until answered."""
        headers = {"Idempotency-Key": str(uuid4())}
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        self._effort.writes += 1
        return self._until_answered("POST", f"/{service}/v1/{self._city}/{path}", body, headers, status)

    def _until_answered(
        self, method: str, path: str, body: object, headers: dict[str, str], status: int
    ) -> Any:
        until = time.monotonic() + GIVEN_UP_AFTER_S
        while time.monotonic() < until:
            self._effort.sent += 1
            try:
                answer = self._client.request(method, path, json=body, headers=headers)
            except httpx.TransportError as error:
                self._effort.unanswered.append(type(error).__name__)
            else:
                if answer.status_code not in NOT_ANSWERED and NOT_YET not in answer.text:
                    assert answer.status_code == status, f"{method} {path}: {answer.text}"
                    self._effort.replays += answer.headers.get("Idempotent-Replayed") == "true"
                    return answer.json()
                self._effort.unanswered.append(str(answer.status_code))
            time.sleep(PAUSE_S)
        raise AssertionError(f"{method} {path} was not answered within {GIVEN_UP_AFTER_S:.0f} seconds")
