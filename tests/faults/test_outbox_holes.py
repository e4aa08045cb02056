"""R5: the publisher is killed between sending an event and noting that it was sent; a writer commits late."""

from __future__ import annotations

import json
from collections.abc import Iterator
from uuid import uuid4

import psycopg
import pytest

from deploy.local.system import System
from tests.faults.losing_proxy import LosingProxy
from tests.faults.persistent import Effort
from tests.faults.stories import ACTS, PermitStory
from tests.faults.what_is_stored import announced, generators_on_the_map, rows, undelivered
from tests.journeys.callers import eventually

pytestmark = pytest.mark.system

TAKEN = "SELECT count(*) FROM inbox"
LATE = """INSERT INTO outbox (event_id, type, source, subject, time, data)
    VALUES (%s, 'nothing.happened', 'urn:citycode:test', 'nothing/1', now(), '{}')"""

NUMBERED = "SELECT subject FROM outbox WHERE type = 'nothing.happened' ORDER BY seq"
DELIVERED = """SELECT outbox.subject FROM outbox JOIN outbox_deliveries USING (seq)
    WHERE type = 'nothing.happened' AND delivered_at IS NOT NULL ORDER BY delivered_at"""


@pytest.fixture(scope="module")
def proxy() -> Iterator[LosingProxy]:
    with LosingProxy(0.0, seed=5) as losing:
        yield losing


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory, proxy: LosingProxy) -> Iterator[System]:
    """A system in which the events of permits reach gis only through the proxy."""
    gis = f"http://127.0.0.1:{proxy.port}"
    told = {"CITYCODE_SUBSCRIBERS": json.dumps({"permit.": [gis], "nothing.": [gis]})}
    needed = ("gis", "permits", "gateway")
    scratch = tmp_path_factory.mktemp("holes")
    with System.start(scratch, profile="test", services=needed, environment=told) as running:
        proxy.target = running.services["gis"].port
        yield running


@pytest.mark.timeout(120)
def test_killed_between_sending_and_noting(system: System, proxy: LosingProxy) -> None:
    standing = generators_on_the_map(system)
    story = PermitStory(system, Effort())
    for act in ACTS[:1]:
        system.set_clock(act.at)
        act.play(story)
    system.set_clock(ACTS[1].at)
    proxy.share = 1.0
    ACTS[1].play(story)
    eventually(lambda: proxy.lost > 0, seconds=20)

    system.restart("permits", kill=True)
    taken_once = rows(system, "gis", TAKEN)
    lost_before = proxy.lost
    eventually(lambda: proxy.lost > lost_before, seconds=20)
    system.restart("permits", kill=True)
    proxy.share = 0.0
    eventually(lambda: undelivered(system, "permits") == 0, seconds=30)

    assert announced(system, "permits", "permit.issued") == {f"permits/{story.permit['id']}": 1}
    assert generators_on_the_map(system) == standing + 1
    assert rows(system, "gis", TAKEN) == taken_once == [(1,)]


@pytest.mark.timeout(120)
def test_a_writer_that_takes_a_low_number_and_commits_late(system: System) -> None:
    with psycopg.connect(system.database_url("permits")) as late:
        late.execute(LATE, (uuid4(),))
        with psycopg.connect(system.database_url("permits")) as soon:
            soon.execute(LATE.replace("nothing/1", "nothing/2"), (uuid4(),))
        eventually(lambda: rows(system, "permits", DELIVERED) == [("nothing/2",)], seconds=10)
        late.commit()

    eventually(lambda: len(rows(system, "permits", DELIVERED)) == 2, seconds=10)

    assert rows(system, "permits", NUMBERED) == [("nothing/1",), ("nothing/2",)]
    assert undelivered(system, "permits") == 0
