"""A second counter of legal time, written apart from the first: it walks the calendar one day at a time.

It shares nothing with the code under test: its own holiday rules and arithmetic, no jump over a day.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta

DAY = timedelta(days=1)
MON, THU, FRI, SAT, SUN = 0, 3, 4, 5, 6


def is_fixed_holiday(day: date) -> bool:
    if day.month == 6 and day.day == 19:
        return day.year >= 2023
    return (day.month, day.day) in ((1, 1), (7, 4), (11, 11), (12, 25))


def is_legal_holiday(day: date, october: bool = True, friday: bool = False) -> bool:
    """Decided from the day itself and its two neighbors."""
    weekday, month, number = day.weekday(), day.month, day.day
    if is_fixed_holiday(day):
        return True
    if weekday == FRI and is_fixed_holiday(day + DAY):
        return True
    if weekday == MON and is_fixed_holiday(day - DAY):
        return True
    if weekday == MON:
        if month in (1, 2) and 15 <= number <= 21:
            return True
        if month == 5 and number >= 25:
            return True
        if month == 9 and number <= 7:
            return True
        if month == 10 and 8 <= number <= 14:
            return october
    if weekday == THU and month == 11 and 22 <= number <= 28:
        return True
    return friday and weekday == FRI and month == 11 and 23 <= number <= 29


class Walker:
    """Answers by walking over a range of days marked once as working days or not."""

    def __init__(self, first: date, last: date, october: bool = True, friday: bool = False) -> None:
        self.works: dict[date, bool] = {}
        day = first
        while day <= last:
            self.works[day] = day.weekday() not in (SAT, SUN) and not is_legal_holiday(day, october, friday)
            day += DAY

    def after_days(self, start: date, lengths: Iterable[int]) -> dict[int, tuple[date, date]]:
        """For each length: the last day as counted, and the day it moves to."""
        wanted = set(lengths)
        found: dict[int, tuple[date, date]] = {}
        day, counted = start, 0
        while len(found) < len(wanted):
            if counted in wanted:
                found[counted] = (day, self.on_from(day))
            day += DAY
            counted += 1
        return found

    def after_business_days(self, start: date, lengths: Iterable[int]) -> dict[int, date]:
        wanted = set(lengths)
        found: dict[int, date] = {}
        day, counted = start, 0
        while len(found) < len(wanted):
            day += DAY
            if self.works[day]:
                counted += 1
                if counted in wanted:
                    found[counted] = day
        return found

    def before_business_days(self, event: date, number: int) -> date:
        day = event
        while number:
            day -= DAY
            if self.works[day]:
                number -= 1
        return day

    def on_from(self, day: date) -> date:
        while not self.works[day]:
            day += DAY
        return day

    def back_from(self, day: date) -> date:
        while not self.works[day]:
            day -= DAY
        return day

    def after_paused_days(
        self, start: date, days: int, paused: tuple[tuple[int, int], tuple[int, int]]
    ) -> date:
        """The day `days` unpaused days later, then on to the next unpaused working day."""
        day = start
        while days:
            day += DAY
            if not is_paused(day, paused):
                days -= 1
        while not self.works[day] or is_paused(day, paused):
            day += DAY
        return day


def is_paused(day: date, paused: tuple[tuple[int, int], tuple[int, int]]) -> bool:
    (first_month, first_day), (last_month, last_day) = paused
    number = day.month * 100 + day.day
    first, last = first_month * 100 + first_day, last_month * 100 + last_day
    return first <= number <= last if first <= last else number >= first or number <= last


def months_later(start: date, months: int) -> date:
    """Walks day by day, past `months` ends of a month, to the same day number or to the month's last day."""
    day, passed = start, 0
    while passed < months:
        day += DAY
        if day.day == 1:
            passed += 1
    while day.day < start.day and (day + DAY).month == day.month:
        day += DAY
    return day


def months_earlier(start: date, months: int) -> date:
    day, passed = start, 0
    while passed < months:
        if day.day == 1:
            passed += 1
        day -= DAY
    while months and day.day > start.day:
        day -= DAY
    return day
