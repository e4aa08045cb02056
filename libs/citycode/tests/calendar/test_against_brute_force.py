"""Every count against a counter that walks day by day, over 1990 through 2060.

A seeded share of the starting days in an ordinary run; all of them with CITYCODE_SOAK=1.
"""

from __future__ import annotations

import os
import random
from datetime import date, timedelta

import pytest
from citycode.calendar import LegalCalendar, Pause

from libs.citycode.tests.calendar.brute_force import (
    DAY,
    Walker,
    is_legal_holiday,
    months_earlier,
    months_later,
)
from libs.citycode.tests.calendar.calendars import a_calendar

FIRST, LAST = date(1990, 1, 1), date(2060, 12, 31)
EVERY_DAY = [FIRST + DAY * offset for offset in range((LAST - FIRST).days + 1)]
SOAK = os.environ.get("CITYCODE_SOAK") == "1"
DAYS = (0, 1, 2, 3, 5, 7, 10, 14, 15, 20, 21, 28, 30, 40, 45, 60, 90, 120, 180)
BUSINESS_DAYS = (1, 2, 3, 5, 10, 14, 15, 30)
MONTHS = (1, 2, 3, 4, 6, 9, 10, 12)
SWITCHES = [(True, False), (True, True), (False, False), (False, True)]


def share_of_days(one_in: int, seed: int) -> list[date]:
    if SOAK:
        return EVERY_DAY
    return random.Random(seed).sample(EVERY_DAY, len(EVERY_DAY) // one_in)


@pytest.fixture(scope="module")
def calendar() -> LegalCalendar:
    return a_calendar()


@pytest.fixture(scope="module")
def walker() -> Walker:
    return Walker(FIRST - 800 * DAY, LAST + 800 * DAY)


@pytest.mark.parametrize(("october", "friday"), SWITCHES)
def test_holidays_of_every_day_under_every_switch(october: bool, friday: bool) -> None:
    calendar = a_calendar({"second_monday_october": october, "friday_after_thanksgiving": friday})

    wrong = [
        each
        for each in EVERY_DAY
        if (calendar.holiday(each) is not None) != is_legal_holiday(each, october, friday)
    ]

    assert wrong == []


def test_business_days_of_every_day(calendar: LegalCalendar, walker: Walker) -> None:
    wrong = [each for each in EVERY_DAY if calendar.is_business_day(each) != walker.works[each]]

    assert wrong == []


def test_days_forward_with_and_without_moving(calendar: LegalCalendar, walker: Walker) -> None:
    for start in share_of_days(7, seed=645_15):
        expected = walker.after_days(start, DAYS)

        for number, (raw, moved) in expected.items():
            count = calendar.add_days(start, number)
            assert (count.raw_last_day, count.last_day) == (raw, moved), (start, number)
            assert calendar.add_days(start, number, roll=False).last_day == raw, (start, number)


def test_business_days_forward(calendar: LegalCalendar, walker: Walker) -> None:
    for start in share_of_days(6, seed=645_44):
        for number, last in walker.after_business_days(start, BUSINESS_DAYS).items():
            assert calendar.add_business_days(start, number).last_day == last, (start, number)


def test_business_days_forward_where_the_friday_after_thanksgiving_is_kept() -> None:
    switched = a_calendar({"friday_after_thanksgiving": True, "second_monday_october": False})
    walker = Walker(FIRST, LAST + 100 * DAY, october=False, friday=True)

    for start in share_of_days(20, seed=11):
        for number, last in walker.after_business_days(start, BUSINESS_DAYS).items():
            assert switched.add_business_days(start, number).last_day == last, (start, number)


def test_notices_backward(calendar: LegalCalendar, walker: Walker) -> None:
    for event in share_of_days(10, seed=10):
        for number in (0, 1, 3, 10, 14, 21, 30):
            raw = event - timedelta(days=number)
            assert calendar.days_before(event, number).last_day == raw
            earlier = calendar.days_before(event, number, moved_earlier=True)
            assert earlier.last_day == walker.back_from(raw), (event, number)
        for number in (1, 3, 5, 10):
            expected = walker.before_business_days(event, number)
            assert calendar.business_days_before(event, number).last_day == expected, (event, number)


def test_months_forward_and_back(calendar: LegalCalendar, walker: Walker) -> None:
    for start in share_of_days(25, seed=645_14):
        for months in MONTHS:
            raw = months_later(start, months)
            count = calendar.add_months(start, months)
            assert (count.raw_last_day, count.last_day) == (raw, walker.on_from(raw)), (start, months)
            assert calendar.add_months(start, months, roll=False).last_day == raw
            assert calendar.months_before(start, months).last_day == months_earlier(start, months)
        assert calendar.add_years(start, 1, roll=False).last_day == months_later(start, 12)


@pytest.mark.parametrize(
    ("first", "last"), [((10, 1), (4, 30)), ((11, 1), (4, 1)), ((6, 1), (8, 31)), ((12, 15), (1, 15))]
)
def test_days_with_a_pause(
    calendar: LegalCalendar, walker: Walker, first: tuple[int, int], last: tuple[int, int]
) -> None:
    pause = Pause.parse("{:02d}-{:02d}".format(*first), "{:02d}-{:02d}".format(*last))

    for start in share_of_days(200, seed=430):
        for number in (1, 10, 45, 60, 184):
            expected = walker.after_paused_days(start, number, (first, last))
            assert calendar.add_days(start, number, pauses=[pause]).last_day == expected, (start, number)


def test_the_next_business_day_either_way(calendar: LegalCalendar, walker: Walker) -> None:
    for each in share_of_days(5, seed=7):
        assert calendar.business_day_on_or_after(each) == walker.on_from(each)
        assert calendar.business_day_on_or_before(each) == walker.back_from(each)
