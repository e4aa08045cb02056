"""What a count of legal time answers: the last day or instant, and how it was reached, in words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Count:
    """A counted period of days, months or years.

    `raw_last_day` is the last day as counted, before it was moved off a Saturday, Sunday or holiday;
    `last_day` is the legal one. `first_counted` is the first day that was counted (for a backward count,
    the day next to the event). `steps` tells the count in sentences a clerk can read aloud.
    """

    last_day: date
    raw_last_day: date
    first_counted: date
    steps: tuple[str, ...]

    @property
    def moved(self) -> bool:
        return self.last_day != self.raw_last_day

    def is_in_time(self, done_on: date) -> bool:
        """An act on the last day is in time."""
        return done_on <= self.last_day

    def has_passed(self, on: date) -> bool:
        """Read on the day after the last day, the period has passed, whether or not anything ran."""
        return on > self.last_day

    def to_json(self) -> dict[str, object]:
        return {
            "last_day": self.last_day.isoformat(),
            "raw_last_day": self.raw_last_day.isoformat(),
            "first_counted": self.first_counted.isoformat(),
            "steps": list(self.steps),
        }


@dataclass(frozen=True, slots=True)
class HourCount:
    """A counted period of hours: `at` is the instant it ends, in the calendar's zone, never moved."""

    at: datetime
    started_at: datetime
    steps: tuple[str, ...]

    @property
    def last_day(self) -> date:
        """The civil date in the calendar's zone on which the period ends."""
        return self.at.date()

    def is_in_time(self, done_at: datetime) -> bool:
        """An act at the very instant the hours end is in time."""
        return done_at <= self.at

    def has_passed(self, now: datetime) -> bool:
        return now > self.at

    def to_json(self) -> dict[str, object]:
        return {
            "at": self.at.isoformat(),
            "started_at": self.started_at.isoformat(),
            "steps": list(self.steps),
        }


def spoken(day: date) -> str:
    """A date as it is read aloud beside its ISO form: `Saturday 2026-07-04`."""
    return f"{day:%A} {day.isoformat()}"


def spoken_instant(instant: datetime) -> str:
    """An instant with weekday, time and offset: `Saturday 2026-07-04 15:00 (-05:00)`."""
    offset = f"{instant:%z}"
    return f"{spoken(instant.date())} {instant:%H:%M} ({offset[:3]}:{offset[3:5]})"
