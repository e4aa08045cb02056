"""One isolated whole system: gateway, services, databases, issuer and clock, started and stopped as one.

with System.start(scratch, profile="test") as system:
    system.set_clock("2026-06-04T09:00:00-05:00")
    with system.client(system.token("clerk")) as client:
        client.get(f"/permits/v1/{system.city}/programs")
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import httpx

    from deploy.local.processes import Child

Profile = Literal["development", "test"]


class System:
    """A running system. `services` holds the child processes by name (gateway included): `.pid`, `.port`, `.log`."""

    gateway_url: str
    services: Mapping[str, Child]
    city: str
    """The city of demonstrations (deploy/local/demo.yaml)."""
    clock_file: Path
    """The test profile's clock, read by every service."""

    @classmethod
    @contextmanager
    def start(
        cls,
        scratch: Path,
        *,
        profile: Profile = "test",
        services: Collection[str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Iterator[System]:
        """Start everything under `scratch` on free ports, ready to be asked; stop and remove everything after.

        Databases are throwaway ones on the server of `CITYCODE_TEST_DATABASE_URL`, else on an embedded one in
        `scratch`; migrated, with the sample county loaded. `services` leaves others down. `environment` adds to
        (or overrides) what every process gets. Raises StartFailed with the reason and the last log lines.
        """
        raise NotImplementedError
        yield cls()

    def token(self, role: str, city: str | None = None) -> str:
        """Sign a token for a role of deploy/local/roles.yaml in `city` (default: the demonstration city)."""
        raise NotImplementedError

    def client(self, token: str | None = None, **headers: str) -> httpx.Client:
        """Give an HTTP client of the gateway that sends `token`. Close it, or use it in a `with`."""
        raise NotImplementedError

    def set_clock(self, instant: datetime | str, city: str | None = None) -> None:
        """Let it be `instant` (aware) in `city`, or everywhere. Only in the test profile."""
        raise NotImplementedError

    def base_url(self, service: str) -> str:
        """Give a service's own address, around the gateway."""
        raise NotImplementedError

    def database_url(self, service: str) -> str:
        """Give the URL of a service's database."""
        raise NotImplementedError

    def stop(self, service: str, *, kill: bool = False) -> None:
        """Stop one service (`kill`: without warning); the others go on."""
        raise NotImplementedError

    def restart(self, service: str, *, kill: bool = False) -> None:
        """Stop one service if it runs, start it again on its port, wait until it is ready."""
        raise NotImplementedError
