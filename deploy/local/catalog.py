"""What there is to start: the services and the gateway, their ports and migrations."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
VAR = Path(os.environ.get("CITYCODE_VAR") or ROOT / "var")
"""What a run leaves: databases, logs, development keys."""
CODES = ROOT / "codes"
GATEWAY = "gateway"
SAMPLED = "gis"
"""The service that has a sample to load: `python -m gis.load_sample`."""


@dataclass(frozen=True)
class Service:
    """One process: the factory uvicorn calls, and the port it has unless told otherwise.

    `protocol` is the class that speaks HTTP in it, where it is not uvicorn's own.
    """

    name: str
    factory: str
    port: int
    has_database: bool = True
    protocol: str | None = None

    @property
    def migrations(self) -> Path:
        """The folder of its migrations."""
        return ROOT / "services" / self.name / "migrations"

    @property
    def database_variable(self) -> str:
        """The variable that names its database."""
        return f"DATABASE_URL_{self.name.upper().replace('-', '_')}"

    @property
    def port_variable(self) -> str:
        """The variable that moves it to another port."""
        return f"CITYCODE_PORT_{self.name.upper().replace('-', '_')}"


SERVICES = {
    service.name: service
    for service in (
        Service("gis", "gis.app:build", 8102),
        Service("permits", "permits.app:build", 8101),
        Service("licensing", "licensing.app:build", 8103),
        Service("enforcement", "enforcement.app:build", 8104),
    )
}
DOOR = Service(
    GATEWAY,
    "gateway.app:build",
    8000,
    has_database=False,
    protocol="gateway.connections:TimedProtocol",
)
EVERYTHING = {**SERVICES, GATEWAY: DOOR}
"""In the order of starting: who is asked before who asks."""

SUBSCRIPTIONS = {
    "permit.": ("gis",),
    "license.": ("enforcement",),
    "ownership.": ("permits", "licensing", "enforcement"),
    "parcel.": ("permits", "licensing"),
    "case.hold_": ("permits", "licensing"),
}
"""Which services hear of which events, by the beginning of the event's type."""
