"""Dated holidays, their names, the extra day beside a weekend, and what a city may switch."""

from __future__ import annotations

import pytest

from libs.citycode.tests.calendar.calendars import TABLE, a_calendar, day


@pytest.mark.parametrize(
    ("on", "name"),
    [
        ("2026-01-19", "Martin Luther King's Birthday"),
        ("2026-02-16", "Washington's and Lincoln's Birthday"),
        ("2026-05-25", "Memorial Day"),
        ("2026-09-07", "Labor Day"),
        ("2026-11-26", "Thanksgiving Day"),
        ("2022-10-10", "Christopher Columbus Day"),
        ("2023-10-09", "Indigenous Peoples Day"),
        ("2026-06-19", "Juneteenth"),
    ],
)
def test_a_holiday_by_the_name_it_had_then(on: str, name: str) -> None:
    holiday = a_calendar().holiday(day(on))

    assert holiday is not None
    assert holiday.name == name
    assert holiday.cite == "M.S. 645.44 subd. 5"


@pytest.mark.parametrize(
    ("on", "is_holiday"),
    [
        ("2020-06-19", False),
        ("2021-06-18", False),
        ("2022-06-20", False),
        ("2023-06-19", True),
        ("2027-06-18", True),
        ("2033-06-20", True),
    ],
)
def test_june_19_is_a_holiday_from_2023(on: str, is_holiday: bool) -> None:
    assert (a_calendar().holiday(day(on)) is not None) is is_holiday


def test_the_extra_day_says_what_it_stands_beside() -> None:
    beside = a_calendar().holiday(day("2027-12-31"))

    assert beside is not None
    assert beside.observed_for == day("2028-01-01")
    assert str(beside) == "New Year's Day, which falls on Saturday 2028-01-01"


@pytest.mark.parametrize("kept", [True, False])
def test_a_city_switches_its_optional_holidays(kept: bool) -> None:
    calendar = a_calendar({"second_monday_october": kept, "friday_after_thanksgiving": kept})

    assert calendar.is_business_day(day("2026-10-12")) is not kept
    assert calendar.is_business_day(day("2026-11-27")) is not kept


def test_switches_left_unsaid_keep_october_and_not_the_friday() -> None:
    calendar = a_calendar()

    assert not calendar.is_business_day(day("2026-10-12"))
    assert calendar.is_business_day(day("2026-11-27"))


def test_a_city_changes_a_switch_on_a_day() -> None:
    calendar = a_calendar(
        {"friday_after_thanksgiving": [{"kept": False}, {"from": "2026-01-01", "kept": True}]}
    )

    assert calendar.holiday(day("2025-11-28")) is None
    assert calendar.holiday(day("2026-11-27")) is not None


def test_why_a_day_is_no_business_day() -> None:
    calendar = a_calendar()

    assert calendar.why_not_business_day(day("2026-07-04")) == "a Saturday and Independence Day"
    assert calendar.why_not_business_day(day("2026-07-05")) == "a Sunday"
    assert calendar.why_not_business_day(day("2026-09-07")) == "Labor Day"
    assert calendar.why_not_business_day(day("2026-09-08")) is None


def test_what_is_still_to_be_verified_can_be_listed() -> None:
    assert set(TABLE.for_city().unverified) == {"juneteenth", "second_monday_october"}
    unverified = {entry.id for entry in TABLE.counting if entry.verify}
    assert {"months", "weeks-of-publication", "delivery-or-filing"} <= unverified


def test_holidays_of_a_year_are_in_order_and_in_that_year() -> None:
    days = [each.day for each in a_calendar().holidays.of_year(2028)]

    assert days == sorted(days)
    assert {each.year for each in days} == {2028}
    assert day("2028-01-01") in days
