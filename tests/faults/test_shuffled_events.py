"""R4: events told several times and in any order, to consumers that are killed: the end is as told once."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from uuid import UUID

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from servicekit.proof import PROOF_HEADER, sign

from deploy.local.system import System
from tests.authorization.callers import service_secret
from tests.faults.told_worlds import (
    MOST_SALES,
    TAKERS,
    TODAY,
    Script,
    Told,
    World,
    end_of,
    events_of,
    made_worlds,
)
from tests.faults.what_is_stored import rows

pytestmark = pytest.mark.system

SOAKING = bool(os.environ.get("CITYCODE_SOAK"))
EXAMPLES = 200 if SOAKING else 12
WORLDS, KILLS = (150, 50) if SOAKING else (12, 4)
MOST_TIMES = 5
AT_ONCE = 4
GIVEN_UP_AFTER_S = 60.0

scripts = st.builds(
    Script,
    sales=st.lists(st.tuples(st.integers(0, 80), st.booleans()), max_size=MOST_SALES).map(tuple),
    divided=st.none() | st.integers(0, 80),
    on_the_map=st.sampled_from(
        [
            (),
            ("issued",),
            ("issued", "expired"),
            ("issued", "expired", "restored"),
            ("issued", "expired", "restored", "revoked"),
            ("issued", "closed"),
        ]
    ),
    revoked=st.booleans(),
    restored=st.booleans(),
)


@pytest.fixture(scope="module")
def system(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """The services without their gateway, on a day on which nothing falls due."""
    scratch: Path = tmp_path_factory.mktemp("shuffled")
    quiet = {"CITYCODE_SWEEP_EVERY_S": "3600", "CITYCODE_SUBSCRIBERS": "{}"}
    with System.start(scratch, services=TAKERS, environment=quiet) as running:
        running.set_clock(TODAY)
        yield running


class Teller:
    """Tells an event until it is taken, as the relay does."""

    def __init__(self, system: System) -> None:
        self._secret = service_secret(system)
        self._clients = {taker: httpx.Client(base_url=system.base_url(taker), timeout=10) for taker in TAKERS}
        self.unanswered = 0

    def close(self) -> None:
        for client in self._clients.values():
            client.close()

    def tell(self, told: Told) -> None:
        sender = told.event.source.rpartition(":")[2]
        body = json.loads(told.event.model_dump_json(exclude_none=True))
        until = time.monotonic() + GIVEN_UP_AFTER_S
        while True:
            proof = {PROOF_HEADER: sign(self._secret, sender, "POST", "/v1/events")}
            try:
                answer = self._clients[told.taker].post("/v1/events", json=body, headers=proof)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code != 503:
                assert answer.status_code == 200, answer.text
                return
            self.unanswered += 1
            assert time.monotonic() < until, f"{told.taker} takes nothing"
            time.sleep(0.05)


@pytest.fixture
def teller(system: System) -> Iterator[Teller]:
    made = Teller(system)
    yield made
    made.close()


def shuffled(events: Sequence[Told], chance: random.Random) -> list[Told]:
    """Each one to five times in any order, but for what must come after another for the first time."""
    many = [each for each in events for _ in range(chance.randint(1, MOST_TIMES))]
    chance.shuffle(many)
    seen: set[UUID] = set()
    ready: list[Told] = []
    waiting: list[Told] = []
    for each in many:
        if each.after is not None and each.after not in seen:
            waiting.append(each)
        else:
            ready.append(each)
            seen.add(each.event.id)
    return ready + waiting


def differences(system: System, one: World, other: World) -> dict[str, tuple[object, object]]:
    """What stands otherwise in the second world than in the first."""
    ends, others = end_of(system, one), end_of(system, other)
    return {name: (ends[name], others[name]) for name in ends if ends[name] != others[name]}


def taken(system: System, events: Sequence[Told]) -> dict[str, int]:
    """How many rows the inboxes hold for these events."""
    query = "SELECT count(*) FROM inbox WHERE event_id = ANY(%s)"
    found = {}
    for taker in TAKERS:
        ids = [each.event.id for each in events if each.taker == taker]
        ((number,),) = rows(system, taker, query, ids)
        assert isinstance(number, int)
        found[taker] = number
    return found


def told_to(events: Sequence[Told]) -> dict[str, int]:
    return {taker: sum(each.taker == taker for each in events) for taker in TAKERS}


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate, Phase.shrink] if SOAKING else [Phase.generate],
    suppress_health_check=list(HealthCheck),
)
@given(script=scripts, seed=st.integers(0, 2**32))
def test_the_end_is_as_if_told_once_and_in_order(
    system: System, teller: Teller, script: Script, seed: int
) -> None:
    one, other = made_worlds(system, 2)
    in_order = events_of(script, one)
    anyhow = shuffled(events_of(script, other), random.Random(seed))

    for each in (*in_order, *anyhow):
        teller.tell(each)

    assert differences(system, one, other) == {}
    assert taken(system, in_order) == told_to(in_order)


@pytest.mark.timeout(3600)
def test_the_end_is_as_if_told_once_though_every_consumer_is_killed(system: System, teller: Teller) -> None:
    chance = random.Random(4)
    some = [scripts_of(chance) for _ in range(WORLDS)]
    once, often = made_worlds(system, WORLDS), made_worlds(system, WORLDS)
    in_order = [told for script, world in zip(some, once, strict=True) for told in events_of(script, world)]
    distinct = [told for script, world in zip(some, often, strict=True) for told in events_of(script, world)]
    anyhow = shuffled(distinct, chance)
    after_others = [each for each in anyhow if each.after is not None]
    free = [each for each in anyhow if each.after is None]

    for each in in_order:
        teller.tell(each)
    with ThreadPoolExecutor(AT_ONCE) as threads:
        telling = [threads.submit(teller.tell, each) for each in free]
        for kill in range(KILLS):
            time.sleep(0.1 + 0.3 * chance.random())
            system.restart(TAKERS[kill % len(TAKERS)], kill=True)
        for told in telling:
            told.result()
    for each in after_others:
        teller.tell(each)

    apart = [differences(system, one, other) for one, other in zip(once, often, strict=True)]
    assert apart == [{}] * WORLDS
    assert taken(system, distinct) == told_to(distinct)
    assert teller.unanswered > 0, "no kill hit an event"
    print(
        f"\n{len(distinct)} events told {len(anyhow)} times in any order, {KILLS} kills of consumers, "
        f"{teller.unanswered} deliveries unanswered and repeated, every end as told once"
    )


def scripts_of(chance: random.Random) -> Script:
    """Much happens."""
    return Script(
        sales=tuple(
            (chance.randint(0, 80), chance.random() < 0.5) for _ in range(chance.randint(1, MOST_SALES))
        ),
        divided=chance.choice([None, 10, 70]),
        on_the_map=("issued", "expired", "restored", "revoked")[: chance.randint(1, 4)],
        revoked=True,
        restored=chance.random() < 0.5,
    )
