"""Calendars for tests: the real table of Minnesota, with lawful defaults for what a test does not mention."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from citycode.calendar import LegalCalendar, OfficeHours
from citycode.calendar.table import read_holiday_table

ROOT = Path(__file__).parents[4]
TABLE = read_holiday_table(ROOT / "codes" / "minnesota" / "holidays.yaml")
CHICAGO = ZoneInfo("America/Chicago")


def a_calendar(switches: Mapping[str, object] | None = None, hours: str = "08:00-16:30") -> LegalCalendar:
    return LegalCalendar(TABLE.for_city(switches), CHICAGO, OfficeHours.from_data({"weekdays": hours}))


def day(text: str) -> date:
    return date.fromisoformat(text)


def at(text: str) -> datetime:
    """A local time in the city, as `2026-07-03T15:00`."""
    return datetime.fromisoformat(text).replace(tzinfo=CHICAGO)
