"""R2: answers lost after the commit. What has a key is done exactly once; what has none is never repeated."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy.local.system import System
from tests.faults.losing_proxy import LosingProxy
from tests.faults.persistent import Effort, Persistent
from tests.faults.stories import PIN, SITE, STATED
from tests.faults.what_is_stored import stored_ids

pytestmark = pytest.mark.system

WRITES = 1000 if os.environ.get("CITYCODE_SOAK") else 200
SHARE_LOST = 0.3
DRAFT = {
    "program": "wind-generator",
    "pin": PIN,
    "site": SITE,
    "facts": STATED,
    "contact": {"name": "A. Applicant", "phone": "651-555-0100"},
}


@pytest.fixture
def proxy() -> Iterator[LosingProxy]:
    with LosingProxy(SHARE_LOST, seed=2) as losing:
        yield losing


@pytest.fixture
def system(tmp_path: Path, proxy: LosingProxy) -> Iterator[System]:
    with System.start(tmp_path, profile="test", through={"permits": proxy.port}) as running:
        proxy.target = running.services["permits"].port
        yield running


@pytest.mark.timeout(300)
def test_keyed_writes_are_done_once_and_others_never_repeated(system: System, proxy: LosingProxy) -> None:
    effort = Effort()
    resident = Persistent(system, "resident", effort)

    acknowledged = {resident.post("permits", "applications", DRAFT, status=201)["id"] for _ in range(WRITES)}

    assert len(acknowledged) == WRITES
    assert stored_ids(system, "permits", "applications") == acknowledged
    assert proxy.lost > WRITES * SHARE_LOST / 2, "too few answers were lost to tell"
    assert effort.replays > 0

    sent_before, statuses = proxy.posts, []
    with system.client(system.token("resident")) as client:
        for _ in range(WRITES // 10):
            answer = client.post(f"/permits/v1/{system.city}/applications", json=DRAFT)
            statuses.append(answer.status_code)

    assert proxy.posts - sent_before == proxy.keyless == len(statuses), "a write without a key was sent again"
    assert set(statuses) == {201, 503}
    print(
        f"\n{WRITES} keyed writes, {proxy.lost} answers lost, {effort.sent} requests by the caller, "
        f"{effort.replays} replays, {len(acknowledged)} records"
    )
