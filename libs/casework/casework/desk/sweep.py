"""The sweep: a background thread that lets days pass in every city, on the city's own clock.

Any number may run, in any number of processes: each takes rows that no other holds, and marks them in the
transaction of what follows from them.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from servicekit.database import in_transaction
from servicekit.logs import described_failure, logger
from sqlalchemy import Connection, Engine

from casework.desk.acting import Acting, Desk

BATCH = 20
Step = Callable[[Connection, Acting, int], int]
"""Takes at most so many records whose day has passed and does what follows; gives how many it took."""


class Sweep:
    """A background of `create_app` that looks every `every_s` seconds; `source` names the service."""

    def __init__(
        self, engine: Engine, desk: Desk, steps: Sequence[Step], *, source: str, every_s: float
    ) -> None:
        self._engine = engine
        self._desk = desk
        self._steps = tuple(steps)
        self._source = source
        self._every_s = every_s
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start a thread; an app that was stopped may be started again."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name="sweep", daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop after the batch in hand."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def sweep(self) -> int:
        """Let the days that have passed take effect now; gives how many records that concerned."""
        return sum(self._sweep_city(city) for city in self._desk.law.cities)

    def _sweep_city(self, city: str) -> int:
        acting = self._desk.by_the_clock(city, self._source)
        return sum(self._all_of(step, acting) for step in self._steps)

    def _all_of(self, step: Step, acting: Acting) -> int:
        found = 0
        while not self._stopping.is_set():
            taken = in_transaction(self._engine, lambda connection: step(connection, acting, BATCH))
            found += taken
            if taken < BATCH:
                break
        return found

    def _run(self) -> None:
        while not self._stopping.wait(self._every_s):
            for city in self._desk.law.cities:
                try:
                    self._sweep_city(city)
                except Exception as error:  # the sweep outlives what it cannot do now
                    if not self._stopping.is_set():
                        logger().warning("sweep_postponed", city=city, **described_failure(error))
