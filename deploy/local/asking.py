"""Asking a running system over HTTP, through the gateway only, on behalf of roles."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message
from typing import Any

from deploy.local.system import System


@dataclass(frozen=True)
class Answer:
    """Status, parsed body (None when empty) and headers (names in lower case)."""

    status: int
    body: Any
    headers: Mapping[str, str]

    @property
    def version(self) -> int:
        """The version its ETag names. Raises KeyError without one."""
        return int(self.headers["etag"].strip('W/"'))


class Asker:
    """One caller per role, each with a token of their own."""

    def __init__(self, system: System) -> None:
        self._system = system
        self._tokens: dict[str, str] = {}

    def set_clock(self, instant: str) -> None:
        """Let it be `instant` everywhere."""
        self._system.set_clock(instant)

    def ask(
        self,
        role: str | None,
        method: str,
        path: str,
        body: Any = None,
        *,
        key: str | None = None,
        version: int | None = None,
    ) -> Answer:
        """Send one request as `role` (None: without a token); give the answer, whatever its status."""
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if role is not None:
            headers["Authorization"] = f"Bearer {self._token(role)}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if version is not None:
            headers["If-Match"] = f'"{version}"'
        request = urllib.request.Request(  # noqa: S310 - our own address
            self._system.gateway_url + path,
            data=None if body is None else json.dumps(body).encode(),
            headers=headers,
            method=method,
        )
        try:
            with urllib.request.urlopen(request, timeout=30) as response:  # noqa: S310
                return _answer(response.status, response.read(), response.headers)
        except urllib.error.HTTPError as refused:
            with refused:
                return _answer(refused.code, refused.read(), refused.headers)

    def _token(self, role: str) -> str:
        if role not in self._tokens:
            self._tokens[role] = self._system.token(role)
        return self._tokens[role]


def _answer(status: int, body: bytes, headers: Message) -> Answer:
    return Answer(status, json.loads(body) if body else None, {k.lower(): v for k, v in headers.items()})
