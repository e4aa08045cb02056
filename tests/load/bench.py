"""`make bench`: requests a second and latency, direct, through the gateway, through nginx; memory at rest.

Every row is measured in one run on one machine; nothing is asserted. wrk and nginx come from Debian packages.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from servicekit.proof import PROOF_HEADER, sign

from deploy.local.processes import Child, Command
from deploy.local.starting import start_processes
from deploy.local.system import System
from tests.load.environments import python_of_services
from tests.load.measure import Cell, Request, own_share_mb, resident_mb, run, tools_missing
from tests.load.plain_proxy import nginx_before

SECONDS = 4
CONNECTIONS = (1, 32)
SECRET = "measured-on-loopback-only-and-never-elsewhere"
PIN = "11.029.21.24.0001"
FACTS = {
    "work": "wind_generator",
    "zoning_district": "AG",
    "lot_area_acres": 80,
    "structure_height_ft": 120,
    "property_line_setback_ft": 600,
    "guy_wires": [{"setback_ft": 560, "district_setback_ft": 30}],
    "accessory_buildings": [],
    "lights_on_structure": 0,
    "in_airport_safety_zone": False,
    "nearest_wind_generator_ft": 5000,
}
DRAFT = {"program": "wind-generator", "pin": PIN, "facts": FACTS, "contact": {"name": "A. Applicant"}}


def questions(system: System) -> list[tuple[str, str, Request]]:
    """What is measured: a name, the service that answers, the request as the service sees it."""
    city = system.city
    resident = {"Authorization": f"Bearer {system.token('resident')}"}
    return [
        ("health", "permits", Request("GET", "/healthz", {})),
        (
            "check",
            "permits",
            Request("POST", f"/v1/{city}/programs/wind-generator/check", {}, {"facts": FACTS}),
        ),
        ("parcel lookup", "gis", Request("GET", f"/v1/{city}/parcels/{PIN}", {})),
        ("application create", "permits", Request("POST", f"/v1/{city}/applications", resident, DRAFT)),
    ]


def proven(request: Request) -> Request:
    """The request as the gateway would send it; a proof holds for a minute, a cell runs for seconds."""
    proof = sign(SECRET, "gateway", request.method, request.path)
    return replace(request, headers={**request.headers, PROOF_HEADER: proof})


def through_gateway(service: str, request: Request) -> Request:
    """The request as a caller sends it; health is the gateway's own."""
    return request if request.path == "/healthz" else replace(request, path=f"/{service}{request.path}")


def shown(name: str, how: str, connections: int, cell: Cell) -> str:
    failures = f"   {cell.failures} failed" if cell.failures else ""
    return (
        f"{name:20} {how:9} c={connections:<3} {cell.rps:8.0f}/s   p50 {cell.p50_ms:7.2f} ms   "
        f"p99 {cell.p99_ms:7.2f} ms{failures}"
    )


def born_with(python: Path) -> Callable[[Command, int], Child]:
    """Starts a process with this Python in place of the one that runs here."""
    return lambda command, port: Child(
        replace(command, arguments=[str(python), *command.arguments[1:]]), port
    )


def main() -> int:
    if missing := tools_missing():
        print(f"The bench needs: apt install {' '.join(missing)}")
        return 1
    if (python := python_of_services()) is None:
        print("The bench needs the packages of requirements.lock, and could not install them.")
        return 1
    launch = partial(start_processes, born=born_with(python))
    with tempfile.TemporaryDirectory(prefix="citycode-bench-") as folder:
        scratch = Path(folder)
        scratch.chmod(0o755)
        with System.start(scratch, environment={"CITYCODE_SERVICE_SECRET": SECRET}, launch=launch) as system:
            time.sleep(2)
            print("Memory at rest (goal 120 MB or less each)")
            for name, process in system.services.items():
                resident, share = resident_mb(process.pid), own_share_mb(process.pid)
                print(f"{name:20} {resident:6.0f} MB resident; its own share {share:6.0f} MB")
            print(f"\nOne worker each, {SECONDS} s a cell, keep-alive, loopback")
            for name, service, request in questions(system):
                direct = system.base_url(service)
                with nginx_before(direct, scratch / "nginx") as proxy:
                    for connections in CONNECTIONS:
                        ways = [
                            ("direct", direct, proven(request)),
                            ("gateway", system.gateway_url, through_gateway(service, request)),
                            ("nginx", proxy, proven(request)),
                        ]
                        for how, url, sent in ways:
                            cell = run(url, sent, connections=connections, seconds=SECONDS, scratch=scratch)
                            print(shown(name, how, connections, cell), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
