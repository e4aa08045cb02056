"""Months and years: the same day number in the target month, or its last day when there is none.

M.S. 645.14 (text unverified, see `codes/minnesota/holidays.yaml`).
"""

from __future__ import annotations

import calendar as gregorian
from datetime import date


def months_from(day: date, months: int) -> date:
    """The date `months` later (or earlier, when negative). Raises OverflowError outside years 1 to 9999."""
    years, month = divmod(day.year * 12 + day.month - 1 + months, 12)
    if not date.min.year <= years <= date.max.year:
        raise OverflowError(f"{months} months from {day.isoformat()} leaves the calendar")
    last = gregorian.monthrange(years, month + 1)[1]
    return date(years, month + 1, min(day.day, last))


def whole_months_between(first: date, last: date) -> int:
    """How many whole months have run at `last` since `first`; negative when `last` is earlier."""
    if last < first:
        return -whole_months_between(last, first)
    months = (last.year - first.year) * 12 + last.month - first.month
    return months if months_from(first, months) <= last else months - 1
