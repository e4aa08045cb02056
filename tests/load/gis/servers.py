"""The servers that are asked: gis alone, and the one written by hand on a flat copy of the same parcels."""

from __future__ import annotations

import os
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from servicekit.issuer import DevelopmentIssuer
from servicekit.proof import PROOF_HEADER, sign
from sqlalchemy import Engine, make_url, text

from deploy.local.environment import outside_environment, settings
from deploy.local.ports import HOST, free_ports
from deploy.local.processes import stop_all
from deploy.local.roles import token_for
from deploy.local.starting import start_processes
from tests.load.environments import PEERS, python_of
from tests.load.gis.county import CITY
from tests.load.measure import Request
from tests.load.plain_proxy import wait_for

SECRET = "measured-on-loopback-only-and-never-elsewhere"
_FLAT = (
    "DROP SCHEMA IF EXISTS plain CASCADE",
    "CREATE SCHEMA plain",
    "CREATE TABLE plain.parcels AS SELECT row_number() OVER () AS id, p.pin, p.geom, "
    "'R-1' AS zone, k.name AS owner, array_to_string(k.mailing, ', ') AS mailing "
    "FROM parcels p LEFT JOIN parties k ON k.city = p.city AND k.parcel_id = p.id "
    "AND k.role = 'owner' AND k.position = 0",
    "CREATE INDEX ON plain.parcels USING gist (geom)",
    "CREATE INDEX ON plain.parcels (pin)",
    "ANALYZE plain.parcels",
)


@dataclass(frozen=True, slots=True)
class Server:
    """A server of one process: where it answers, and which process it is."""

    url: str
    pid: int


@dataclass(frozen=True, slots=True)
class Product(Server):
    """gis as it runs behind the gateway."""

    token: str

    def at(self, points: Sequence[tuple[float, float]]) -> Iterator[Request]:
        """Ask what lies at each point."""
        for lon, lat in points:
            yield Request("GET", f"/v1/{CITY}/at?lon={lon}&lat={lat}", {})

    def lists(self, pins: Sequence[str], within_ft: float) -> Iterator[Request]:
        """Make and freeze a list of owners around each parcel."""
        signed_in = {"Authorization": f"Bearer {self.token}"}
        for pin in pins:
            body = {"pin": pin, "within_ft": within_ft, "to": "owners"}
            yield Request("POST", f"/v1/{CITY}/notice-lists", signed_in, body)


def proven(request: Request) -> Request:
    """The request as the gateway would send it; the proof holds for a minute."""
    proof = sign(SECRET, "gateway", request.method, request.path.partition("?")[0])
    return replace(request, headers={**request.headers, PROOF_HEADER: proof})


@contextmanager
def product(database_url: str, scratch: Path) -> Iterator[Product]:
    """Start gis over the database, on a free port, one worker; stop it after."""
    issuer = DevelopmentIssuer(scratch / "identity")
    (port,) = free_ports(1)
    told = settings(
        profile="test", ports={"gis": port}, database_urls={"gis": database_url}, jwks_url=issuer.jwks_url
    )
    logs = scratch / "log"
    logs.mkdir(exist_ok=True)
    environment = {**outside_environment(keep_ours=False), **told, "CITYCODE_SERVICE_SECRET": SECRET}
    children = start_processes(["gis"], {"gis": port}, environment, logs)
    try:
        yield Product(children["gis"].url, children["gis"].pid, token_for(issuer, "clerk", CITY))
    finally:
        stop_all(list(children.values()))


@contextmanager
def plain_map(database_url: str, engine: Engine) -> Iterator[Server | None]:
    """Start the server written by hand; give it, or None where it cannot be installed."""
    python = python_of("plain_map")
    if python is None:
        print("the server written by hand cannot be installed here")
        yield None
        return
    with engine.begin() as connection:
        for statement in _FLAT:
            connection.execute(text(statement))
    (port,) = free_ports(1)
    url = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
    command = [str(python), "-m", "uvicorn", "plain_map:app", "--host", HOST, "--port", str(port)]
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            [*command, "--no-access-log", "--log-level", "warning"],
            cwd=PEERS,
            env={**os.environ, "PLAIN_MAP_DATABASE_URL": url},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            wait_for(port)
            yield Server(f"http://{HOST}:{port}", server.pid)
        finally:
            server.terminate()
            server.wait(10)
