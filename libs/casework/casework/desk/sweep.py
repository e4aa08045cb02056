"""The sweep: a background thread that lets days pass in every city, on the city's own clock.

Any number may run, in any number of processes: each takes rows that no other holds, and marks them in the
transaction of what follows from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from servicekit.database import in_transaction
from sqlalchemy import Connection, Engine

from casework.desk.acting import Acting, Desk
from casework.desk.rounds import Rounds

BATCH = 20
Step = Callable[[Connection, Acting, int], int]
"""Takes at most so many records whose day has passed and does what follows; gives how many it took."""


class Sweep(Rounds):
    """Lets the days that have passed take effect; `source` names the service."""

    def __init__(
        self, engine: Engine, desk: Desk, steps: Sequence[Step], *, source: str, every_s: float
    ) -> None:
        super().__init__("sweep", desk.law.cities, every_s=every_s)
        self._engine = engine
        self._desk = desk
        self._steps = tuple(steps)
        self._source = source

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
