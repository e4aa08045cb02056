"""Counting days under M.S. 645.15: leave out the first, count the last, and end on no weekend or holiday.

Pure functions over the holidays of a city; `LegalCalendar` is the door to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from datetime import date, timedelta

from .bounds import CalendarError
from .counts import Count, spoken
from .holidays import ONE_DAY, SATURDAY, Holidays
from .seasons import Pause

LONGEST_GAP_DAYS = 400


def is_business_day(holidays: Holidays, day: date) -> bool:
    return day.weekday() < SATURDAY and holidays.on(day) is None


def why_not_business_day(holidays: Holidays, day: date) -> str | None:
    """`a Saturday`, `Labor Day`, `a Saturday and Independence Day`; None for a business day."""
    weekend = f"a {day:%A}" if day.weekday() >= SATURDAY else None
    holiday = holidays.on(day)
    reasons = [reason for reason in (weekend, holiday and str(holiday)) if reason]
    return " and ".join(reasons) or None


def forward(day: date) -> Iterator[date]:
    """The days after `day`, without end."""
    while True:
        day += ONE_DAY
        yield day


def backward(day: date) -> Iterator[date]:
    """The days before `day`, without end."""
    while True:
        day -= ONE_DAY
        yield day


def next_day_that(holds: Callable[[date], bool], days: Iterator[date]) -> date:
    """Raises CalendarError when more than a year passes without one: the pauses leave no day to count."""
    for passed, day in enumerate(days):
        if holds(day):
            return day
        if passed > LONGEST_GAP_DAYS:
            raise CalendarError("no day of the year is left to count; the pauses cover it all")
    raise AssertionError("days never end")


def nth_day_that(
    holds: Callable[[date], bool], day: date, number: int, direction: Callable[[date], Iterator[date]]
) -> date:
    """The `number`-th day after (before) `day` that holds; `day` itself when `number` is 0."""
    for _ in range(number):
        day = next_day_that(holds, direction(day))
    return day


def is_counted(day: date, pauses: Sequence[Pause]) -> bool:
    return not any(day in pause for pause in pauses)


def count_days(
    holidays: Holidays, start: date, days: int, roll: bool, pauses: Sequence[Pause], length: str
) -> Count:
    """`days` after `start`, of which those in a pause do not count; `length` is how the law words it."""
    if pauses:
        raw = nth_day_that(lambda day: is_counted(day, pauses), start, days, forward)
        first = nth_day_that(lambda day: is_counted(day, pauses), start, min(days, 1), forward)
    else:
        raw, first = start + timedelta(days), start + min(days, 1) * ONE_DAY
    steps = [f"{length} from {spoken(start)}, a day that is left out: the count begins {spoken(first)}."]
    steps += [f"Days from {pause} do not count." for pause in pauses]
    steps.append(f"It runs through {spoken(raw)}.")
    return ended(holidays, raw, first, roll, pauses, steps)


def ended(
    holidays: Holidays, raw: date, first: date, roll: bool, pauses: Sequence[Pause], steps: list[str]
) -> Count:
    """The count that reached `raw`, moved on where the law lets an act be done later."""
    why_not = why_not_business_day(holidays, raw)
    if why_not is None:
        return Count(raw, raw, first, tuple(steps))
    if not roll:
        steps.append(f"That is {why_not}; this term is not moved.")
        return Count(raw, raw, first, tuple(steps))
    last = next_day_that(lambda day: is_business_day(holidays, day) and is_counted(day, pauses), forward(raw))
    steps.append(f"{raw.isoformat()} is {why_not} and is left out (M.S. 645.15).")
    steps += _left_out_between(holidays, raw + ONE_DAY, last)
    steps.append(f"The period ends {spoken(last)}.")
    return Count(last, raw, first, tuple(steps))


def count_business_days(
    holidays: Holidays, start: date, days: int, pauses: Sequence[Pause], length: str
) -> Count:
    def holds(day: date) -> bool:
        return is_business_day(holidays, day) and is_counted(day, pauses)

    last = nth_day_that(holds, start, days, forward)
    if days == 0:
        steps = [f"{length} from {spoken(start)}: the day itself."]
        return ended(holidays, start, start, True, pauses, steps)
    first = next_day_that(holds, forward(start))
    steps = [
        f"{length} from {spoken(start)}, a day that is left out: the count begins {spoken(first)}.",
        *(f"Days from {pause} do not count." for pause in pauses),
        *_holidays_skipped(holidays, start + ONE_DAY, last),
        f"Without Saturdays, Sundays and legal holidays it runs through {spoken(last)}.",
    ]
    return Count(last, last, first, tuple(steps))


def count_days_before(holidays: Holidays, event: date, raw: date, moved_earlier: bool, length: str) -> Count:
    """At least `length` before `event`: on or before `raw`."""
    first = event if raw == event else event - ONE_DAY
    steps = [f"At least {length} before {spoken(event)}: on or before {spoken(raw)}."]
    why_not = why_not_business_day(holidays, raw)
    if why_not is None:
        return Count(raw, raw, first, tuple(steps))
    if not moved_earlier:
        steps.append(f"That is {why_not}; a least notice is not moved.")
        return Count(raw, raw, first, tuple(steps))
    last = next_day_that(lambda day: is_business_day(holidays, day), backward(raw))
    steps.append(f"{raw.isoformat()} is {why_not} and cannot be counted: the notice goes out earlier.")
    steps.append(f"The last day is {spoken(last)}.")
    return Count(last, raw, first, tuple(steps))


def count_business_days_before(holidays: Holidays, event: date, days: int, length: str) -> Count:
    def holds(day: date) -> bool:
        return is_business_day(holidays, day)

    last = nth_day_that(holds, event, days, backward)
    first = nth_day_that(holds, event, min(days, 1), backward)
    steps = [
        f"At least {length} before {spoken(event)}, not counting that day.",
        *_holidays_skipped(holidays, last, event - ONE_DAY),
        f"Without Saturdays, Sundays and legal holidays: on or before {spoken(last)}.",
    ]
    return Count(last, last, first, tuple(steps))


def _left_out_between(holidays: Holidays, first: date, end: date) -> list[str]:
    days = (first + offset * ONE_DAY for offset in range((end - first).days))
    reasons = ((day, why_not_business_day(holidays, day)) for day in days)
    return [f"{day.isoformat()} is {why_not}." for day, why_not in reasons if why_not]


def _holidays_skipped(holidays: Holidays, first: date, last: date) -> list[str]:
    days = (first + offset * ONE_DAY for offset in range((last - first).days + 1))
    skipped = [
        f"{spoken(day)} ({holiday})"
        for day in days
        if day.weekday() < SATURDAY and (holiday := holidays.on(day)) is not None
    ]
    return [f"Holidays skipped: {', '.join(skipped)}."] if skipped else []
