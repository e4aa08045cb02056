"""The clock: the only place that reads the time of day for the law. Always asked per city."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, tzinfo
from pathlib import Path
from typing import Protocol

from servicekit.settings import ServiceSettings

ZoneOf = Callable[[str], tzinfo]


class Clock(Protocol):
    """What tells the time in a city."""

    def now(self, city: str) -> datetime:
        """Give the instant it is in `city`, aware, in the city's own zone."""

    def today(self, city: str) -> date:
        """Give the civil date it is in `city`, in the city's own zone."""


class SystemClock:
    """The real time."""

    def __init__(self, zone_of: ZoneOf) -> None:
        raise NotImplementedError

    def now(self, city: str) -> datetime:
        raise NotImplementedError

    def today(self, city: str) -> date:
        raise NotImplementedError


class FileClock:
    """Time from one JSON file shared by all processes: `{"default": instant, "<city>": instant}`.

    Re-read when the file changes. Without `default`, a city not named has the real time. Refused in production.
    """

    def __init__(self, path: Path, zone_of: ZoneOf) -> None:
        raise NotImplementedError

    def now(self, city: str) -> datetime:
        raise NotImplementedError

    def today(self, city: str) -> date:
        raise NotImplementedError


class FixedClock:
    """A clock for tests: stands still until `set`."""

    def __init__(self, instant: datetime, zone_of: ZoneOf | None = None) -> None:
        raise NotImplementedError

    def set(self, instant: datetime) -> None:
        """Move the clock to an aware `instant`."""

    def now(self, city: str) -> datetime:
        raise NotImplementedError

    def today(self, city: str) -> date:
        raise NotImplementedError


def open_clock(settings: ServiceSettings, zone_of: ZoneOf) -> Clock:
    """Give the file clock when `clock_file` is set, the system clock otherwise."""
    raise NotImplementedError
