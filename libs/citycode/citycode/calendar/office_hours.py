"""When a city's office is open, and so on which day a paper that comes in late is received."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
SPAN = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]|24):([0-5]\d)")


@dataclass(frozen=True, slots=True)
class OpenHours:
    """Open from `opens` until `closes`, local time of day."""

    opens: time
    closes: time

    @classmethod
    def parse(cls, text: str) -> OpenHours:
        """Raises ValueError unless `text` is `HH:MM-HH:MM` with the closing after the opening."""
        match = SPAN.fullmatch(text)
        if match is None or match[3] == "24":
            raise ValueError(f"{text!r} is no opening time; write it HH:MM-HH:MM, as 08:00-16:30")
        hours = cls(time(int(match[1]), int(match[2])), time(int(match[3]), int(match[4])))
        if hours.closes <= hours.opens:
            raise ValueError(f"{text!r} closes before it opens")
        return hours


@dataclass(frozen=True, slots=True)
class OfficeHours:
    """Opening times by weekday, Monday first; None where the office does not open that weekday."""

    by_weekday: tuple[OpenHours | None, ...]

    @classmethod
    def from_data(cls, data: Mapping[str, object]) -> OfficeHours:
        """From `{weekdays: "08:00-16:30", friday: "08:00-12:00", wednesday: closed}`.

        `weekdays` stands for Monday to Friday; a day named by itself prevails over it. Raises ValueError.
        """
        unknown = set(data) - {*WEEKDAYS, "weekdays"}
        if unknown:
            raise ValueError(f"{', '.join(sorted(unknown))}: name days monday to sunday, or weekdays")
        stated = [
            data.get(name, data.get("weekdays", "closed") if i < 5 else "closed")
            for i, name in enumerate(WEEKDAYS)
        ]
        hours = tuple(None if each == "closed" else OpenHours.parse(str(each)) for each in stated)
        if not any(hours):
            raise ValueError("an office must be open on some day of the week")
        return cls(hours)

    def on_weekday(self, weekday: int) -> OpenHours | None:
        """`weekday` as `date.weekday()`: 0 is Monday."""
        return self.by_weekday[weekday]
