"""The composition root: settings in, ASGI application out."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path

from servicekit.jwks import IssuerKeys, KeysUnavailable
from servicekit.logs import configure_logs
from servicekit.tokens import TokenVerifier

from gateway import VERSION
from gateway.addresses import networks
from gateway.allowance import Counter, LocalCounter, SharedCounter
from gateway.bodies import Receive
from gateway.callers import Callers
from gateway.connections import ConnectionLimits
from gateway.contract import COMBINED
from gateway.door import Door, Scope
from gateway.pages import Pages
from gateway.passing import Passing
from gateway.replies import Send
from gateway.settings import GatewaySettings
from gateway.status import Status
from gateway.telemetry import Telemetry
from gateway.upstream import Upstream
from gateway.visit import OWN


def build() -> Gateway:
    """Build the gateway from the environment.

    `uvicorn --factory gateway.app:build --http gateway.connections:TimedProtocol --no-proxy-headers`
    """
    settings = GatewaySettings.for_service(OWN)
    configure_logs(OWN, profile=settings.profile)
    return Gateway(settings)


class Gateway:
    """The ASGI application. What needs the running loop is opened at start-up and closed at shutdown."""

    def __init__(self, settings: GatewaySettings, *, contract: Path = COMBINED) -> None:
        self._settings = settings
        self._contract = contract
        self._keys = IssuerKeys(settings.jwks_url)
        self._telemetry = Telemetry()
        self._counter = open_counter(settings)
        self._trusted = networks(settings.trusted_proxies)
        self._operators = networks(settings.operator_networks)
        self.connection_limits = ConnectionLimits(
            head_timeout_s=settings.head_timeout_s,
            stalled_after_s=settings.stalled_after_s,
            per_address=settings.connections_per_address,
            trusted=self._trusted,
        )
        self._upstream: Upstream | None = None
        self._door: Door | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http" and self._door is not None:
            await self._door.serve(scope, receive, send)
        else:
            await send({"type": "websocket.close", "code": 1008})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        await self._checks()
        upstream = self._opened_upstream()
        try:
            self._door = self._opened_door(upstream)
        except FileNotFoundError as absent:
            await upstream.close()
            told = f"{absent.filename or absent} is missing; make contract writes the combined contract"
            await send({"type": "lifespan.startup.failed", "message": told})
            return
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await upstream.close()
        await send({"type": "lifespan.shutdown.complete"})

    def _opened_upstream(self) -> Upstream:
        settings = self._settings
        return Upstream(
            settings.secret,
            connections_per_service=settings.connections_per_service,
            connect_timeout_s=settings.connect_timeout_s,
            answer_timeout_s=settings.answer_timeout_s,
            retries=settings.retries,
        )

    def _opened_door(self, upstream: Upstream) -> Door:
        settings = self._settings
        addresses = {name: url.rstrip("/") for name, url in settings.upstreams.items()}
        tokens = TokenVerifier(self._keys, issuer=settings.issuer, audience=settings.audience)
        pages = Pages(
            services=sorted(addresses),
            contract=self._contract,
            status=Status(upstream, addresses, VERSION),
            telemetry=self._telemetry,
            operators=self._operators,
            ready=self._checks,
        )
        return Door(
            callers=Callers(tokens, self._counter, settings),
            pages=pages,
            passing=Passing(upstream, settings),
            telemetry=self._telemetry,
            addresses=addresses,
            trusted=self._trusted,
            body_limit=settings.body_limit_bytes,
            most_in_flight=settings.in_flight,
        )

    async def _checks(self) -> Mapping[str, bool]:
        return {"issuer_keys": await asyncio.to_thread(_keys_at_hand, self._keys)}


def open_counter(settings: GatewaySettings) -> Counter:
    """Open what counts requests: this process, or the shared store with this process behind it."""
    local = LocalCounter(settings.limit_window_s)
    if settings.limit_store is None:
        return local
    from gateway.shared_store import open_store  # the packages behind it are needed only then

    store = open_store(settings.limit_store, settings.limit_window_s)
    return SharedCounter(store, local, timeout_s=settings.limit_store_timeout_s)


def _keys_at_hand(keys: IssuerKeys) -> bool:
    try:
        keys.key("")
    except KeysUnavailable:
        return False
    return True
