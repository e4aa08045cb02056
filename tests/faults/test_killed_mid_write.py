"""R1: a service killed at random moments loses nothing it acknowledged and does nothing twice."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

import pytest

from deploy.local.system import System
from tests.faults.persistent import Effort
from tests.faults.playing import pause_s, play
from tests.faults.stories import ACTS, APPLICATION_HISTORY, PERMIT_HISTORY, PermitStory
from tests.faults.what_is_stored import (
    announced,
    generators_on_the_map,
    history_of,
    stored_ids,
    undelivered,
)
from tests.journeys.callers import eventually

pytestmark = pytest.mark.system

KILLS_AN_ACT = 5
SYSTEMS = 34 if os.environ.get("CITYCODE_SOAK") else 1
STORIES_AT_ONCE = 8


@pytest.mark.timeout(300)
@pytest.mark.parametrize("seed", range(SYSTEMS))
def test_killed_at_random_moments(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    effort = Effort()
    ready_after: list[float] = []

    with System.start(tmp_path, profile="test") as system:
        standing = generators_on_the_map(system)
        stories = [PermitStory(system, effort, place) for place in range(STORIES_AT_ONCE)]

        def kill_permits() -> None:
            time.sleep(pause_s(chance, longest=0.3))
            began = time.monotonic()
            system.restart("permits", kill=True)
            ready_after.append(time.monotonic() - began)

        play(system, stories, kill_permits, KILLS_AN_ACT)

        eventually(lambda: undelivered(system, "permits") == 0, seconds=60)
        assert stored_ids(system, "permits", "applications") == {each.application["id"] for each in stories}
        assert stored_ids(system, "permits", "permits") == {each.permit["id"] for each in stories}
        for story in stories:
            assert history_of(system, "permits", story.application["id"]) == APPLICATION_HISTORY
            assert history_of(system, "permits", story.permit["id"]) == PERMIT_HISTORY
            assert story.clerk.get("permits", f"permits/{story.permit['id']}/history")["intact"]
        issued = announced(system, "permits", "permit.issued")
        assert issued == {f"permits/{each.permit['id']}": 1 for each in stories}
        assert generators_on_the_map(system) == standing + len(stories)

    assert len(ready_after) == KILLS_AN_ACT * len(ACTS), "the stories ended before the kills did"
    assert effort.unanswered, "no kill hit a request"
    print(
        f"\n{len(ready_after)} kills, {effort.writes} writes in {effort.sent} requests, "
        f"{effort.replays} replays, ready again within {max(ready_after):.1f} s"
    )
