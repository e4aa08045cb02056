"""One isolated whole system: gateway, services, databases, issuer and clock, started and stopped as one.

with System.start(scratch, profile="test") as system:
    system.set_clock("2026-06-04T09:00:00-05:00")
    with system.client(system.token("clerk")) as client:
        client.get(f"/permits/v1/{system.city}/programs")
"""

from __future__ import annotations

import json
import secrets
import ssl
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self

from servicekit.issuer import DevelopmentIssuer

from deploy.local.catalog import EVERYTHING, GATEWAY, SERVICES
from deploy.local.demonstration import demonstration
from deploy.local.environment import clock_settings, outside_environment, settings
from deploy.local.nursery import NurseryChild
from deploy.local.ports import free_ports
from deploy.local.prepared import prepared_databases
from deploy.local.processes import Child, stop_all
from deploy.local.roles import token_for
from deploy.local.starting import in_order_of_stopping, start_processes, wait_until_ready

if TYPE_CHECKING:
    import httpx

Profile = Literal["development", "test"]
Launcher = Callable[[Collection[str], Mapping[str, int], Mapping[str, str], Path], Mapping[str, Child]]
"""Starts the named ones on their ports, with what they are told and a folder for logs; gives them ready."""

FROM_THE_NURSERY: Launcher = partial(start_processes, born=NurseryChild)
UNLIMITED = {f"CITYCODE_LIMIT_{whom}": "0" for whom in ("PERSON", "MACHINE", "ADDRESS")}
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""This machine is spoken to in the clear; to read every authority is slow, and is done for each client."""
EVERY_CITY = "default"
"""The key of the clock file that speaks for every city not named."""


class System:
    """A running system. `services` holds its processes and the gateway by name: `.pid`, `.port`, `.log`."""

    def __init__(
        self,
        scratch: Path,
        profile: Profile,
        services: Mapping[str, Child],
        database_urls: Mapping[str, str],
        issuer: DevelopmentIssuer,
    ) -> None:
        self.services = services
        self._profile = profile
        self.clock_file = scratch / "clock.json"
        self.city = demonstration().city
        """The city of demonstrations (deploy/local/demo.yaml)."""
        self.issuer = issuer
        """Signs any token a test needs, bad ones included."""
        self._database_urls = database_urls

    @classmethod
    @contextmanager
    def start(
        cls,
        scratch: Path,
        *,
        profile: Profile = "test",
        services: Collection[str] | None = None,
        environment: Mapping[str, str] | None = None,
        through: Mapping[str, int] | None = None,
        launch: Launcher = FROM_THE_NURSERY,
    ) -> Iterator[Self]:
        """Start everything with `scratch` for logs, keys and clock, on free ports; stop it all after.

        Databases are throwaway ones on the server `CITYCODE_TEST_DATABASE_URL` names, else on the embedded
        one of this process; migrated, with the sample county loaded. `services` leaves the others (and the
        gateway, unless named) down. `environment` adds to, or overrides, what every process is told.
        `through` puts a proxy between the gateway and a service: the port to call instead of the service's
        own. `launch` starts what serves: processes of the nursery, or each from nothing (`start_processes`).
        No limits are counted unless `environment` says so. Raises StartFailed with the reason and the last
        log lines. For the main thread.
        """
        names = [name for name in EVERYTHING if services is None or name in services]
        logs = scratch / "log"
        logs.mkdir(parents=True, exist_ok=True)
        issuer = DevelopmentIssuer(scratch / "identity")
        ports = dict(zip(EVERYTHING, free_ports(len(EVERYTHING)), strict=True))
        needed = [name for name in names if name in SERVICES]
        with prepared_databases(needed, outside_environment(keep_ours=False)) as urls:
            told = {
                **outside_environment(keep_ours=False),
                **settings(
                    profile=profile,
                    ports=ports,
                    database_urls=urls,
                    jwks_url=issuer.jwks_url,
                    through=through,
                ),
                **UNLIMITED,
                **(_test_settings(scratch) if profile == "test" else {}),
                **(environment or {}),
            }
            children = launch(names, ports, told, logs)
            try:
                yield cls(scratch, profile, children, urls, issuer)
            finally:
                stop_all(in_order_of_stopping(children))

    @property
    def gateway_url(self) -> str:
        """The one address callers use."""
        return self.services[GATEWAY].url

    def token(self, role: str, city: str | None = None) -> str:
        """Sign a token for a role of roles.yaml in `city`, or the demonstration city. Raises UnknownRole."""
        return token_for(self.issuer, role, city or self.city)

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        """Give an HTTP client of the gateway that sends `token`. Close it, or use it in a `with`."""
        import httpx  # only tests have it

        signed_in = {"Authorization": f"Bearer {token}"} if token else {}
        return httpx.Client(
            base_url=self.gateway_url, headers={**signed_in, **headers}, timeout=30.0, verify=NO_CERTIFICATES
        )

    def set_clock(self, instant: datetime | str, city: str | None = None) -> None:
        """Let it be `instant` in `city`; without a city everywhere. Raises ValueError when it is naive."""
        if self._profile != "test":
            raise RuntimeError("only the test profile has a clock to set")
        moment = datetime.fromisoformat(instant) if isinstance(instant, str) else instant
        if moment.tzinfo is None:
            raise ValueError("the instant needs an offset")
        others = json.loads(self.clock_file.read_text()) if city else {}
        _write_clock(self.clock_file, {**others, city or EVERY_CITY: moment.isoformat()})

    def base_url(self, service: str) -> str:
        """Give a service's own address, around the gateway."""
        return self.services[service].url

    def database_url(self, service: str) -> str:
        """Give the URL of a service's database."""
        return self._database_urls[service]

    def stop(self, service: str, *, kill: bool = False) -> None:
        """Stop one service (`kill`: without warning); the others go on."""
        child = self.services[service]
        if kill:
            child.kill()
        else:
            child.stop()

    def restart(self, service: str, *, kill: bool = False) -> None:
        """Stop one service, start it again on its port, wait until it is ready. Raises StartFailed."""
        self.stop(service, kill=kill)
        child = self.services[service]
        child.start()
        wait_until_ready(child, [child])


def _test_settings(scratch: Path) -> dict[str, str]:
    """A clock to set, and a secret and a folder of files of this system's own."""
    clock_file = scratch / "clock.json"
    _write_clock(clock_file, {})
    return {
        **clock_settings(clock_file),
        "CITYCODE_SERVICE_SECRET": secrets.token_urlsafe(32),
        "CITYCODE_DOCUMENTS_DIR": str(scratch / "documents"),
    }


def _write_clock(path: Path, instants: Mapping[str, str]) -> None:
    """Replace the clock file at once, so that nobody reads half of it."""
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(instants))
    partial.replace(path)
