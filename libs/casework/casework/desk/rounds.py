"""Work that comes round beside the requests: a background thread that outlives what it cannot do now."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable

from servicekit.logs import described_failure, logger


class Rounds(ABC):
    """A background of `create_app` that makes a round through the cities every `every_s` seconds."""

    def __init__(self, name: str, cities: Iterable[str], *, every_s: float) -> None:
        self._name = name
        self._cities = tuple(cities)
        self._every_s = every_s
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start a thread; an app that was stopped may be started again."""
        self._stopping.clear()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop after what is in hand."""
        self._stopping.set()
        if self._thread is not None:
            self._thread.join(timeout_s)

    def sweep(self) -> int:
        """Make a round now; gives how many things that concerned."""
        return sum(self._sweep_city(city) for city in self._cities)

    @abstractmethod
    def _sweep_city(self, city: str) -> int:
        """Do it in one city; gives how many things that concerned."""

    def _run(self) -> None:
        while not self._stopping.wait(self._every_s):
            for city in self._cities:
                try:
                    self._sweep_city(city)
                except Exception as error:  # it outlives what it cannot do now
                    if not self._stopping.is_set():
                        logger().warning(f"{self._name}_postponed", city=city, **described_failure(error))
