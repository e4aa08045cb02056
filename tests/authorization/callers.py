"""Who asks: each role with its token through the gateway, and the neighbor service around it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Self
from uuid import uuid4

import httpx
from servicekit.proof import PROOF_HEADER, sign

from deploy.local.system import System
from tests.authorization import enforcement_records as enforcement
from tests.authorization import licensing_records as licensing
from tests.authorization.asks import OTHERS_PORTAL, OWN_PORTAL, STALE, Ask
from tests.authorization.matrix import AWAY
from tests.authorization.records import OTHER_CITY, OTHERS

NEIGHBOR_OF = {"enforcement": "gis", "gis": "permits", "licensing": "gis", "permits": "gis"}
ANONYMOUS, NEIGHBOR = "anonymous", "neighbor"
PERSONS = frozenset({"resident", "clerk", "inspector", "council_clerk"})
MACHINES = frozenset({"portal", "county"})


class Askers:
    """Sends requests as any role of any city; keeps one connection for each."""

    def __init__(self, system: System, stack: ExitStack) -> None:
        self._system = system
        self._stack = stack
        self._clients: dict[tuple[str, str], httpx.Client] = {}

    @classmethod
    @contextmanager
    def of(cls, system: System) -> Iterator[Self]:
        """Open for one test."""
        with ExitStack() as stack:
            yield cls(system, stack)

    def send(self, role: str, cell: str, ask: Ask) -> httpx.Response:
        """Send it as a role in its home city, or in the other one where the cell says so."""
        if role == NEIGHBOR:
            return self._as_neighbor(ask)
        city = self.city_of_token(cell, ask.service)
        return self._send(self._client(role, city), f"/{ask.service}{ask.path}", ask)

    def city_of_token(self, cell: str, service: str) -> str:
        """The city in which the caller holds an office."""
        return self._cities(service)[cell in AWAY]

    def city_of_address(self, cell: str, service: str) -> str:
        """The city whose address is asked."""
        return self._cities(service)[cell in {"other_city", "strangers_city"}]

    def _cities(self, service: str) -> tuple[str, str]:
        """Where the service's records are, and another city."""
        if service == licensing.SERVICE:
            return licensing.HOME, licensing.AWAY_CITY
        if service == enforcement.SERVICE:
            return enforcement.HOME, enforcement.AWAY_CITY
        return self._system.city, OTHER_CITY

    def grant_consents(self, role: str, service: str) -> None:
        """Let there be consents in the home city: one of the caller, one of somebody else."""
        home = self.city_of_address("own", service)
        path = f"/{service}/v1/{home}/consents"
        if role in PERSONS:
            own = self._client(role, home).post(path, json={"machine": OWN_PORTAL})
            assert own.status_code == 200
        with self._system.client(self._system.issuer.token(OTHERS)) as other:
            assert other.post(path, json={"machine": OTHERS_PORTAL}).status_code == 200

    def _client(self, role: str, city: str) -> httpx.Client:
        if (role, city) not in self._clients:
            token = None if role == ANONYMOUS else self._system.token(role, city)
            self._clients[role, city] = self._stack.enter_context(self._system.client(token))
        return self._clients[role, city]

    def _as_neighbor(self, ask: Ask) -> httpx.Response:
        key = (NEIGHBOR, ask.service)
        if key not in self._clients:
            around = httpx.Client(base_url=self._system.base_url(ask.service), timeout=30.0)
            self._clients[key] = self._stack.enter_context(around)
        proof = sign(service_secret(self._system), NEIGHBOR_OF[ask.service], ask.method, ask.path)
        return self._send(self._clients[key], ask.path, ask, **{PROOF_HEADER: proof})

    def _send(self, client: httpx.Client, path: str, ask: Ask, **headers: str) -> httpx.Response:
        changing = {} if ask.method == "GET" else {"If-Match": STALE, "Idempotency-Key": str(uuid4())}
        return client.request(
            ask.method, path, json=ask.body, params=ask.query, headers={**changing, **headers}
        )


def service_secret(system: System) -> str:
    """The secret the services of this system prove themselves with."""
    return system.services["gis"].command.environment["CITYCODE_SERVICE_SECRET"]
