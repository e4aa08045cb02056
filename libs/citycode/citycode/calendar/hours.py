"""Counting hours: those that really elapse, over the change of clocks too, or those the office is open."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from .bounds import CalendarError, day_within
from .counts import HourCount, spoken, spoken_instant
from .days import forward, is_business_day, next_day_that, why_not_business_day
from .holidays import ONE_DAY, Holidays
from .length import MOST
from .office_hours import OfficeHours

MICROSECONDS_PER_HOUR = 3_600_000_000


def in_zone(instant: datetime, zone: ZoneInfo) -> datetime:
    """`instant` on the city's clock. Raises CalendarError for one without a zone."""
    if instant.tzinfo is None or instant.utcoffset() is None:
        raise CalendarError(f"{instant.isoformat()} has no zone; give an instant with its offset")
    day_within(instant.date())
    return instant.astimezone(zone)


def local_instant(day: date, hour: int, minute: int, zone: ZoneInfo) -> datetime:
    """The first instant that shows this local time; a time skipped in spring becomes the one an hour on."""
    naive = datetime(day_within(day).year, day.month, day.day, hour, minute, tzinfo=zone)
    return naive.astimezone(UTC).astimezone(zone)


def elapsed(hours: int | Fraction, most: int) -> timedelta:
    if not 0 <= hours <= most:
        raise CalendarError(f"{hours} hours is outside 0 to {most}")
    return timedelta(microseconds=round(Fraction(hours) * MICROSECONDS_PER_HOUR))


def count_hours(start: datetime, hours: int | Fraction, zone: ZoneInfo) -> HourCount:
    started = in_zone(start, zone)
    ends = (started.astimezone(UTC) + elapsed(hours, MOST["hours"])).astimezone(zone)
    steps = [f"{hours} hours from {spoken_instant(started)}, straight through nights, weekends and holidays."]
    if ends.utcoffset() != started.utcoffset():
        steps.append("The clocks change in between; hours that really pass are counted.")
    steps.append(f"They end {spoken_instant(ends)}; hours are not moved.")
    return HourCount(ends, started, tuple(steps))


def count_business_hours(
    start: datetime, hours: int | Fraction, zone: ZoneInfo, office: OfficeHours, holidays: Holidays
) -> HourCount:
    """Walks the open spans one after the other; at the closing time the last of them may end the count."""
    started = in_zone(start, zone)
    left = elapsed(hours, MOST["business_hours"])
    at, begun = started.astimezone(UTC), False
    steps = [f"{hours} business hours from {spoken_instant(started)}."]
    day = started.date()
    while True:
        span = open_span(day, zone, office, holidays)
        if span is None:
            why_not = why_not_business_day(holidays, day)
            steps.append(f"{spoken(day)} does not count: {why_not or 'the office is closed'}.")
        elif span[1] > at or (span[1] == at and left == timedelta()):
            at = max(at, span[0])
            if not begun:
                steps.append(f"The count begins {spoken_instant(at.astimezone(zone))}.")
                begun = True
            if left <= span[1] - at:
                ends = (at + left).astimezone(zone)
                steps.append(f"It ends {spoken_instant(ends)}.")
                return HourCount(ends, started, tuple(steps))
            left -= span[1] - at
            at = span[1]
        day += ONE_DAY


def open_span(
    day: date, zone: ZoneInfo, office: OfficeHours, holidays: Holidays
) -> tuple[datetime, datetime] | None:
    """Opening and closing instants (UTC) of a day on which the office is open."""
    hours = office.on_weekday(day.weekday())
    if hours is None or not is_business_day(holidays, day):
        return None
    opens = local_instant(day, hours.opens.hour, hours.opens.minute, zone).astimezone(UTC)
    closes = local_instant(day, hours.closes.hour, hours.closes.minute, zone).astimezone(UTC)
    return opens, closes


def day_received(
    instant: datetime, zone: ZoneInfo, office: OfficeHours, holidays: Holidays
) -> tuple[date, tuple[str, ...]]:
    """The legal day of receipt and why."""
    local = in_zone(instant, zone)
    day = local.date()

    def is_open(each: date) -> bool:
        return is_business_day(holidays, each) and office.on_weekday(each.weekday()) is not None

    hours = office.on_weekday(day.weekday())
    if is_open(day) and hours is not None and local.time() <= hours.closes:
        return day, (f"Came in {spoken_instant(local)}, by closing time {hours.closes:%H:%M}.",)
    received = next_day_that(is_open, forward(day))
    if is_open(day) and hours is not None:
        why = f"after closing time {hours.closes:%H:%M}"
    else:
        why = f"on {why_not_business_day(holidays, day) or 'a day the office is closed'}"
    return received, (f"Came in {spoken_instant(local)}, {why}: received {spoken(received)}.",)
