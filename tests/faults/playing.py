"""Several stories told at once, each in a thread of its own, while something breaks in the main thread."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from deploy.local.system import System
from tests.faults.stories import ACTS, PermitStory


def play(
    system: System, stories: Sequence[PermitStory], break_once: Callable[[], None], times_an_act: int
) -> None:
    """Tell all stories, act by act, and break something at most `times_an_act` times while each is told."""
    with ThreadPoolExecutor(len(stories)) as threads:
        for act in ACTS:
            system.set_clock(act.at)
            told = [threads.submit(act.play, story) for story in stories]
            for _ in range(times_an_act):
                if not all(each.done() for each in told):
                    break_once()
            for each in told:
                each.result()


def pause_s(chance: random.Random, longest: float) -> float:
    """A random moment, more often soon than late."""
    return longest * chance.random() ** 2
