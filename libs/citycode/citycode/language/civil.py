"""Adding lengths of time to civil dates and to instants.

Months keep the day number or take the last day of a shorter month. Hours run on the clock of the world:
over a change to daylight time, 24 hours after 8 am is 9 am. Days and months keep the wall clock of the
city.
"""

from __future__ import annotations

import calendar
import datetime
from fractions import Fraction

from . import bounds
from .errors import EvaluationError
from .roots import Root
from .values import Exact, TimeSpan

_MICROSECONDS_PER_HOUR = 3_600_000_000


def in_months(day: datetime.date, months: int) -> datetime.date:
    """The same day number `months` later, or the last day of a shorter month."""
    count = day.year * 12 + day.month - 1 + months
    year, month = count // 12, count % 12 + 1
    if not datetime.MINYEAR <= year <= datetime.MAXYEAR:
        raise EvaluationError("the date lies outside the years a calendar can hold")
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))


def date_plus(day: datetime.date, span: TimeSpan) -> datetime.date:
    """Months first, then days."""
    try:
        return in_months(day, span.months) + datetime.timedelta(days=span.days)
    except OverflowError:
        raise EvaluationError("the date lies outside the years a calendar can hold") from None


def date_minus(day: datetime.date, span: TimeSpan) -> datetime.date:
    return date_plus(day, reversed_span(span))


def instant_plus(
    instant: datetime.datetime, span: TimeSpan, zone: datetime.tzinfo | None
) -> datetime.datetime:
    """Months and days on the wall clock of `zone`, then running hours. Without `zone`, hours only."""
    try:
        moved = instant
        if span.months or span.days:
            local = instant.astimezone(zone)
            day = date_plus(local.date(), span)
            clock = datetime.datetime.combine(day, local.time(), tzinfo=zone)
            moved = clock.astimezone(datetime.UTC).astimezone(zone)  # a clock time that is skipped moves on
        if span.hours:
            running = moved.astimezone(datetime.UTC) + _running_time(span.hours)
            moved = running.astimezone(moved.tzinfo)
        return moved
    except OverflowError:
        raise EvaluationError("the time lies outside the years a calendar can hold") from None


def instant_minus(
    instant: datetime.datetime, span: TimeSpan, zone: datetime.tzinfo | None
) -> datetime.datetime:
    return instant_plus(instant, reversed_span(span), zone)


def reversed_span(span: TimeSpan) -> TimeSpan:
    return TimeSpan(-span.months, -span.days, -span.hours)


def joined(left: TimeSpan, right: TimeSpan) -> TimeSpan:
    return TimeSpan(left.months + right.months, left.days + right.days, left.hours + right.hours)


def _running_time(hours: Fraction) -> datetime.timedelta:
    microseconds = hours * _MICROSECONDS_PER_HOUR
    if microseconds.denominator != 1:
        raise EvaluationError("a number of hours must come to whole seconds")
    return datetime.timedelta(microseconds=microseconds.numerator)


def hours_between(first: datetime.datetime, last: datetime.datetime) -> Exact:
    """Running hours from `first` to `last`, exactly; negative when `last` comes first."""
    passed = last.astimezone(datetime.UTC) - first.astimezone(datetime.UTC)
    return Fraction(passed // datetime.timedelta(microseconds=1), _MICROSECONDS_PER_HOUR)


def days_between(first: datetime.date, last: datetime.date) -> int:
    """Days from `first` to `last`, the first left out and the last counted; negative when `last` comes
    first.
    """
    return (last - first).days


def full_months_between(first: datetime.date, last: datetime.date) -> int:
    """Whole months completed from `first` to `last` (0 when `last` comes first)."""
    if last < first:
        return 0
    months = (last.year - first.year) * 12 + last.month - first.month
    return months if in_months(first, months) <= last else months - 1


def whole_span(size: Exact, name: str) -> int:
    """`size` as a whole number of days or months; raises `EvaluationError` otherwise."""
    if isinstance(size, Root) or size.denominator != 1:
        raise EvaluationError(f"a number of {name} must be whole")
    whole = int(size)
    if abs(whole) > bounds.DURATION_UNITS:
        raise EvaluationError(f"the number of {name} is too large to count")
    return whole


def bounded_hours(size: Exact) -> Fraction:
    """`size` as a number of hours to add; raises `EvaluationError` for a root or an absurd number."""
    if isinstance(size, Root) or not -bounds.DURATION_UNITS <= size <= bounds.DURATION_UNITS:
        raise EvaluationError("the number of hours cannot be counted")
    return Fraction(size)
