"""R8: the database stops and starts under load. What was acknowledged is stored; the services live on."""

from __future__ import annotations

import os
import random
import signal
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

import httpx
import pytest

from deploy.local.databases import TEST_SERVER_VARIABLE
from deploy.local.postgres import EmbeddedPostgres
from deploy.local.prepared import borrowed
from deploy.local.system import System
from tests.faults.stories import PIN, SITE, STATED
from tests.faults.what_is_stored import stored_ids
from tests.journeys.callers import eventually

pytestmark = pytest.mark.system

SOAKING = bool(os.environ.get("CITYCODE_SOAK"))
STOPS = 10 if SOAKING else 3
UP_S = (5.0, 20.0) if SOAKING else (1.5, 4.0)
DOWN_S = (0.0, 5.0) if SOAKING else (0.0, 2.0)
CALLERS = 4
ALLOWED = {200, 201, 409, 503}


@dataclass
class Told:
    """What callers heard: the ids of what was acknowledged, and every status."""

    acknowledged: set[str] = field(default_factory=set)
    statuses: set[int] = field(default_factory=set)
    asked: int = 0


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddedPostgres]:
    """A durable server of this test's own, which every service of the system uses."""
    with tempfile.TemporaryDirectory(prefix="citycode-restarts-", ignore_cleanup_errors=True) as folder:
        own = EmbeddedPostgres(Path(folder) / "server", Path(folder) / "log", durable=True)
        own.start()
        monkeypatch.setenv(TEST_SERVER_VARIABLE, own.url("postgres"))
        yield own
        borrowed(own.url("postgres")).forget()
        own.stop()


def stop_at_once(server: EmbeddedPostgres) -> None:
    """Stop it as a power cut would, as far as clients can tell: no connection is ended in peace."""
    assert server.child is not None
    os.kill(server.child.pid, signal.SIGQUIT)
    server.child.stop()


def call(system: System, told: Told, until: threading.Event) -> None:
    """File drafts, each under a key and sent until it is acknowledged, and read them."""
    headers = {"Authorization": f"Bearer {system.token('resident')}"}
    path = f"{system.gateway_url}/permits/v1/{system.city}/applications"
    draft = {
        "program": "wind-generator",
        "pin": PIN,
        "site": SITE,
        "facts": STATED,
        "contact": {"name": "A. Applicant", "phone": "651-555-0100"},
    }
    with httpx.Client(headers=headers, timeout=30) as client:
        while not until.is_set():
            key = str(uuid4())
            while True:
                answer = client.post(path, json=draft, headers={"Idempotency-Key": key})
                told.statuses.add(answer.status_code)
                told.asked += 1
                if answer.status_code == 201:
                    break
                time.sleep(0.05)
            told.acknowledged.add(answer.json()["id"])
            told.statuses.add(client.get(f"{path}/{answer.json()['id']}").status_code)


@pytest.mark.timeout(600)
def test_the_database_stops_and_starts_under_load(server: EmbeddedPostgres, tmp_path: Path) -> None:
    chance = random.Random(8)
    told, over = [Told() for _ in range(CALLERS)], threading.Event()
    healed_after: list[float] = []

    with System.start(tmp_path, profile="test") as system, ThreadPoolExecutor(CALLERS) as threads:
        pids = {name: child.pid for name, child in system.services.items()}
        calling = [threads.submit(call, system, each, over) for each in told]
        try:
            for _ in range(STOPS):
                time.sleep(chance.uniform(*UP_S))
                stop_at_once(server)
                time.sleep(chance.uniform(*DOWN_S))
                server.start()
                began, before = time.monotonic(), sum(len(each.acknowledged) for each in told)
                eventually(lambda: sum(len(each.acknowledged) for each in told) > before, seconds=30)  # noqa: B023
                healed_after.append(time.monotonic() - began)
        finally:
            over.set()
        for each in calling:
            each.result()

        acknowledged = set().union(*(each.acknowledged for each in told))
        assert stored_ids(system, "permits", "applications") == acknowledged
        assert {name: child.pid for name, child in system.services.items() if child.runs()} == pids

    statuses = set().union(*(each.statuses for each in told))
    assert statuses <= ALLOWED
    assert 503 in statuses, "no stop was felt"
    print(
        f"\n{STOPS} stops, {sum(each.asked for each in told)} writes asked, {len(acknowledged)} acknowledged "
        f"and stored, writing again within {max(healed_after):.1f} s"
    )
