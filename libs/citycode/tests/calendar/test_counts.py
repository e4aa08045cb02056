"""How a count is told, its bounds, and the shapes it is made of."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from citycode.calendar import (
    Length,
    LengthUnit,
    OutsideCalendarError,
    Pause,
    Period,
    Season,
    YearlyDay,
    check_publication,
    earlier_of,
    later_of,
    months_from,
    publication_complete,
    whole_months_between,
)

from libs.citycode.tests.calendar.calendars import a_calendar, at, day


def test_a_moved_count_tells_each_day_left_out_and_why() -> None:
    count = a_calendar().add_days(day("2026-06-04"), 30)

    assert count.steps == (
        "30 days from Thursday 2026-06-04, a day that is left out: the count begins Friday 2026-06-05.",
        "It runs through Saturday 2026-07-04.",
        "2026-07-04 is a Saturday and Independence Day and is left out (M.S. 645.15).",
        "2026-07-05 is a Sunday.",
        "The period ends Monday 2026-07-06.",
    )
    assert count.moved


def test_a_count_as_json_has_dates_as_dates() -> None:
    assert a_calendar().add_days(day("2026-05-08"), 30).to_json() | {"steps": []} == {
        "last_day": "2026-06-08",
        "raw_last_day": "2026-06-07",
        "first_counted": "2026-05-09",
        "steps": [],
    }


def test_a_fixed_term_says_that_it_is_not_moved() -> None:
    count = a_calendar().add_years(day("2026-02-28"), 1, roll=False)

    assert not count.moved
    assert count.steps[-1] == "That is a Sunday; this term is not moved."


def test_business_days_name_the_holidays_they_skip() -> None:
    steps = a_calendar().add_business_days(day("2026-06-16"), 10).steps

    assert "Holidays skipped: Friday 2026-06-19 (Juneteenth)." in steps


def test_no_days_end_on_the_day_itself_or_the_next_business_day() -> None:
    calendar = a_calendar()

    assert calendar.add_days(day("2026-07-02"), 0).last_day == day("2026-07-02")
    assert calendar.add_days(day("2026-07-04"), 0).last_day == day("2026-07-06")
    assert calendar.add_business_days(day("2026-07-04"), 0).last_day == day("2026-07-06")


def test_an_instant_where_a_date_is_meant_is_refused() -> None:
    with pytest.raises(TypeError, match="civil_date"):
        a_calendar().add_days(datetime(2026, 7, 4, tzinfo=UTC), 10)


def test_hours_need_an_instant_and_are_no_least_notice() -> None:
    with pytest.raises(ValueError, match="run from an instant"):
        a_calendar().after(day("2026-07-04"), Length(24, "hours"))
    with pytest.raises(ValueError, match="least notice"):
        a_calendar().before(day("2026-07-04"), Length(24, "hours"))


@pytest.mark.parametrize("outside", [date.min, date(1699, 12, 31), date(2500, 1, 1), date.max])
def test_days_no_law_reaches_are_refused(outside: date) -> None:
    calendar = a_calendar()

    for count in (calendar.add_days, calendar.add_business_days, calendar.add_months, calendar.days_before):
        with pytest.raises(OutsideCalendarError):
            count(outside, 30)


@pytest.mark.parametrize(
    ("number", "unit"),
    [(-1, "days"), (73_051, "days"), (10_001, "business_days"), (2_401, "months"), (201, "years")],
)
def test_numbers_out_of_bounds_are_refused(number: int, unit: LengthUnit) -> None:
    with pytest.raises(ValueError, match="outside 0 to"):
        Length(number, unit)


def test_the_longest_lengths_from_the_last_day_still_count() -> None:
    calendar = a_calendar()

    assert calendar.after(date(2499, 12, 31), Length(73_050, "days"), roll=False).last_day == date(2700, 1, 2)
    assert calendar.after(date(2499, 12, 31), Length(200, "years"), roll=False).last_day == date(2699, 12, 31)
    assert calendar.before(date(1700, 1, 1), Length(200, "years")).last_day == date(1500, 1, 1)


def test_lengths_are_whole_but_for_hours_and_read_as_words() -> None:
    with pytest.raises(ValueError, match="must be whole"):
        Length(Fraction(1, 2), "days")
    assert str(Length(1, "business_days")) == "1 business day"
    assert str(Length(Fraction(1, 2), "hours")) == "1/2 hours"


@pytest.mark.parametrize(
    ("start", "months", "ends"),
    [
        ("2026-10-31", 4, "2027-02-28"),
        ("2027-10-31", 4, "2028-02-29"),
        ("2028-02-29", 12, "2029-02-28"),
        ("2026-05-31", -3, "2026-02-28"),
        ("2026-01-15", -1, "2025-12-15"),
        ("2026-12-31", 1, "2027-01-31"),
    ],
)
def test_months_end_on_the_same_number_or_the_last_day(start: str, months: int, ends: str) -> None:
    assert months_from(day(start), months) == day(ends)


def test_whole_months_between_two_days() -> None:
    assert whole_months_between(day("2027-03-15"), day("2028-03-14")) == 11
    assert whole_months_between(day("2027-03-15"), day("2028-03-15")) == 12
    assert whole_months_between(day("2028-03-15"), day("2027-03-15")) == -12
    assert whole_months_between(day("2026-10-31"), day("2027-02-28")) == 4


def test_pauses_that_leave_no_day_are_refused() -> None:
    with pytest.raises(ValueError, match="cover it all"):
        a_calendar().add_days(day("2026-07-04"), 10, pauses=[Pause.parse("01-01", "12-31")])


def test_a_last_day_moved_off_a_weekend_does_not_move_into_a_pause() -> None:
    count = a_calendar().add_days(day("2028-09-20"), 10, pauses=[Pause.parse("10-01", "04-30")])

    assert count.raw_last_day == day("2028-09-30")
    assert count.last_day == day("2029-05-01")


def test_business_days_stop_in_a_pause() -> None:
    count = a_calendar().add_business_days(day("2026-09-29"), 2, pauses=[Pause.parse("10-01", "04-30")])

    assert count.last_day == day("2027-05-03")


def test_a_yearly_day_is_the_next_one_on_or_after() -> None:
    calendar, october_1 = a_calendar(), YearlyDay.parse("10-01")

    assert calendar.yearly(october_1, day("2026-10-01")).last_day == day("2026-10-01")
    assert calendar.yearly(october_1, day("2026-10-02")).last_day == day("2027-10-01")
    assert calendar.yearly(october_1, day("2028-09-01")).last_day == day("2028-10-01")
    assert calendar.yearly(october_1, day("2028-09-01"), roll=True).last_day == day("2028-10-02")


def test_february_29_stands_for_the_last_day_of_february() -> None:
    leap = YearlyDay.parse("02-29")

    assert leap.of_year(2027) == day("2027-02-28")
    assert leap.of_year(2028) == day("2028-02-29")
    assert day("2027-02-28") in Season.parse("11-01", "02-29")
    assert day("2027-03-01") not in Season.parse("11-01", "02-29")


@pytest.mark.parametrize("text", ["4-1", "13-01", "02-30", "0401", "04-01 "])
def test_a_day_of_the_year_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="day of the year"):
        YearlyDay.parse(text)


def test_a_season_over_new_year_runs_from_one_year_into_the_next() -> None:
    heating = Season.parse("10-15", "04-15")

    expected = Period(day("2026-10-15"), day("2027-04-15"))
    assert heating.running_on(day("2027-01-02")) == expected
    assert heating.running_on(day("2026-12-31")) == expected
    assert heating.running_on(day("2026-10-14")) is None
    assert heating.running_or_next(day("2026-08-14")) == expected


def test_periods_count_both_ends_and_overlap_on_a_shared_day() -> None:
    period = Period(day("2026-05-01"), day("2026-05-12"))

    assert period.days == 12
    assert period.overlaps(Period(day("2026-05-12"), day("2026-05-20")))
    assert not period.overlaps(Period(day("2026-05-13"), day("2026-05-20")))
    with pytest.raises(ValueError, match="cannot end"):
        Period(day("2026-05-02"), day("2026-05-01"))


def test_the_earlier_and_the_later_of_several() -> None:
    dates = {"five years": day("2003-04-14"), "conveyance": day("2002-09-03"), "tie": day("2002-09-03")}

    assert earlier_of(dates).label == "conveyance"
    assert later_of(dates).chosen == day("2003-04-14")
    assert earlier_of(dates).steps[-1] == "The earliest governs: conveyance."


def test_choosing_from_nothing_or_between_dates_and_instants_is_refused() -> None:
    with pytest.raises(ValueError, match="nothing to choose"):
        earlier_of({})
    with pytest.raises(ValueError, match="cannot be compared"):
        later_of({"date": day("2026-07-04"), "instant": at("2026-07-04T12:00")})


@pytest.mark.parametrize(
    ("published", "reason"),
    [
        ([], "not published"),
        (["2026-10-07"], "Published 1 of 2 weeks"),
        (["2026-10-07", "2026-10-21"], "not in successive weeks"),
        (["2026-10-09", "2026-10-12"], "Fewer than five days"),
        (["2026-10-05", "2026-10-08"], "not in successive weeks"),
    ],
)
def test_a_publication_that_falls_short_says_how(published: list[str], reason: str) -> None:
    check = check_publication([day(each) for each in published], 2)

    assert not check.lawful
    assert any(reason in each for each in check.reasons)


def test_an_event_before_the_weeks_are_complete_is_too_early() -> None:
    published = [day("2026-10-07"), day("2026-10-14")]

    assert check_publication(published, 2, event=day("2026-10-21")).lawful
    assert not check_publication(published, 2, event=day("2026-10-20")).lawful
    assert publication_complete(day("2026-10-07"), 2).last_day == day("2026-10-21")


@pytest.mark.parametrize("outside", [date.min, date.max])
def test_a_season_is_asked_of_days_the_law_reaches(outside: date) -> None:
    with pytest.raises(OutsideCalendarError):
        Season.parse("10-15", "04-15").running_or_next(outside)
