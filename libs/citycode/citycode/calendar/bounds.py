"""What no count of legal time takes: days far outside any law, numbers beyond reason, instants for dates."""

from __future__ import annotations

from datetime import date, datetime

EARLIEST, LATEST = date(1700, 1, 1), date(2499, 12, 31)


class CalendarError(ValueError):
    """A count that cannot be made of what was stated; the text says why."""


class OutsideCalendarError(CalendarError):
    """A day before 1700 or after 2499, where no count of legal time makes sense."""


def day_within(day: date) -> date:
    """`day` itself. Raises OutsideCalendarError, and TypeError for an instant where a civil date is meant."""
    if isinstance(day, datetime):
        raise TypeError("a civil date is needed here; take calendar.civil_date(instant)")
    if not EARLIEST <= day <= LATEST:
        raise OutsideCalendarError(
            f"{day.isoformat()} is outside {EARLIEST.isoformat()} to {LATEST.isoformat()}"
        )
    return day


def number_within(number: int, most: int) -> int:
    """`number` itself. Raises CalendarError."""
    if not 0 <= number <= most:
        raise CalendarError(f"{number} is outside 0 to {most}")
    return number
