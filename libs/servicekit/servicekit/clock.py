"""The clock: the only place that reads the time of day for the law. Always asked per city."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, tzinfo
from pathlib import Path
from typing import Protocol

from servicekit.settings import ServiceSettings

ZoneOf = Callable[[str], tzinfo]
"""Gives a city's zone by its slug; may raise the service's own UnknownCity."""

EVERY_CITY = "default"


class ClockUnreadable(Exception):
    """The clock file is missing, is no JSON object of aware instants, or names an instant without an
    offset.
    """


class Clock(Protocol):
    """What tells the time in a city."""

    def now(self, city: str) -> datetime:
        """Give the instant it is in `city`, aware, in the city's own zone."""

    def today(self, city: str) -> date:
        """Give the civil date it is in `city`, in the city's own zone."""


class SystemClock:
    """The real time."""

    def __init__(self, zone_of: ZoneOf) -> None:
        self._zone_of = zone_of

    def now(self, city: str) -> datetime:
        """Give the instant it is in `city`, aware, in the city's own zone."""
        return datetime.now(self._zone_of(city))

    def today(self, city: str) -> date:
        """Give the civil date it is in `city`."""
        return self.now(city).date()


class FileClock:
    """Time from one JSON file shared by all processes: `{"default": instant, "<city>": instant}`.

    Time stands still between changes of the file, which is re-read when it changes; a file caught
    half-written leaves the last good time. Without `default`, a city not named has the real time. Raises
    ClockUnreadable at the start.
    """

    def __init__(self, path: Path, zone_of: ZoneOf) -> None:
        self._path = path
        self._zone_of = zone_of
        self._lock = threading.Lock()
        self._stamp = _stamp(path)
        self._instants = read_clock_file(path)

    def now(self, city: str) -> datetime:
        """Give the instant the file sets for `city`, in the city's own zone."""
        zone = self._zone_of(city)
        instants = self._read_on_change()
        instant = instants.get(city) or instants.get(EVERY_CITY)
        return instant.astimezone(zone) if instant else datetime.now(zone)

    def today(self, city: str) -> date:
        """Give the civil date it is in `city`."""
        return self.now(city).date()

    def _read_on_change(self) -> Mapping[str, datetime]:
        with self._lock:
            try:
                stamp = _stamp(self._path)
                if stamp != self._stamp:
                    self._instants = read_clock_file(self._path)
                    self._stamp = stamp
            except ClockUnreadable:
                pass  # half-written just now: the stamp stays old, so the next question reads again
            return self._instants


class FixedClock:
    """A clock for tests: stands still until `set`."""

    def __init__(self, instant: datetime, zone_of: ZoneOf | None = None) -> None:
        self._zone_of: ZoneOf = zone_of or (lambda _city: UTC)
        self.set(instant)

    def set(self, instant: datetime) -> None:
        """Move the clock to an aware `instant`."""
        if instant.tzinfo is None:
            raise ValueError("the instant needs an offset")
        self._instant = instant

    def now(self, city: str) -> datetime:
        """Give the set instant in the city's own zone."""
        return self._instant.astimezone(self._zone_of(city))

    def today(self, city: str) -> date:
        """Give the civil date of the set instant in `city`."""
        return self.now(city).date()


def open_clock(settings: ServiceSettings, zone_of: ZoneOf) -> Clock:
    """Give the file clock when `clock_file` is set, the system clock otherwise."""
    if settings.clock_file is not None:
        return FileClock(settings.clock_file, zone_of)
    return SystemClock(zone_of)


def read_clock_file(path: Path) -> dict[str, datetime]:
    """Read the instants of a clock file. Raises ClockUnreadable."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
        instants = {city: datetime.fromisoformat(text) for city, text in raw.items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ClockUnreadable(
            f'{path}: expected {{"default": "2026-04-01T09:00:00-05:00"}} ({type(error).__name__})'
        ) from error
    for city, instant in instants.items():
        if instant.tzinfo is None:
            raise ClockUnreadable(f"{path}: the instant of {city} needs an offset, such as -05:00")
    return instants


def _stamp(path: Path) -> tuple[int, int, int]:
    try:
        found = os.stat(path)
    except OSError as error:
        raise ClockUnreadable(f"{path}: cannot be read") from error
    return found.st_mtime_ns, found.st_size, found.st_ino
