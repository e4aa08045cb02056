"""Dates, points in time, lengths of time."""

import datetime
from fractions import Fraction
from typing import Any

import pytest
from citycode.language import EvaluationError, Known, TimeSpan, compile_expression
from hypothesis import given
from hypothesis import strategies as st

from .scopes import SCOPE, answer, compiled, day, moment

dates = st.dates(min_value=datetime.date(1900, 1, 1), max_value=datetime.date(2150, 1, 1))


@pytest.mark.parametrize(
    ("text", "notice", "expected"),
    [
        ("notice_date + days(10)", "2026-11-20", "2026-11-30"),
        ("days(10) + notice_date", "2026-11-20", "2026-11-30"),
        ("notice_date - days(20)", "2026-11-20", "2026-10-31"),
        ("notice_date + weeks(2)", "2026-11-20", "2026-12-04"),
        ("notice_date + months(1)", "2026-01-31", "2026-02-28"),
        ("notice_date + months(1)", "2028-01-31", "2028-02-29"),
        ("notice_date - months(1)", "2026-03-31", "2026-02-28"),
        ("notice_date + months(12)", "2026-11-30", "2027-11-30"),
        ("notice_date + years(1)", "2028-02-29", "2029-02-28"),
        ("notice_date - years(1)", "2028-02-29", "2027-02-28"),
        ("notice_date + months(13)", "2026-12-15", "2028-01-15"),
        ("notice_date + (months(1) + days(1))", "2026-01-31", "2026-03-01"),
        ("notice_date + (months(1) - days(1))", "2026-01-31", "2026-02-27"),
        ("notice_date + days(0)", "2026-11-20", "2026-11-20"),
        ("notice_date + days(-3)", "2026-11-20", "2026-11-17"),
        ("max(notice_date, date('2026-12-01'))", "2026-11-20", "2026-12-01"),
        ("min(notice_date, date('2026-12-01'))", "2026-11-20", "2026-11-20"),
        ("notice_date + days(2 * a)", "2026-11-20", "2026-11-26"),
        ("notice_date + length_of_stay", "2026-11-20", "2026-11-25"),
    ],
)
def test_dates_move_by_lengths_of_time(text: str, notice: str, expected: str) -> None:
    facts = {"notice_date": day(notice), "a": 3, "length_of_stay": TimeSpan(days=5)}

    assert answer(text, facts) == day(expected)


@pytest.mark.parametrize(
    ("first", "last", "days", "months", "years"),
    [
        ("2026-11-20", "2026-11-20", 0, 0, 0),
        ("2026-11-20", "2026-11-30", 10, 0, 0),
        ("2026-11-30", "2026-11-20", -10, 0, 0),
        ("2026-01-31", "2026-02-28", 28, 1, 0),
        ("2026-01-31", "2026-02-27", 27, 0, 0),
        ("2025-11-30", "2026-11-29", 364, 11, 0),
        ("2025-11-30", "2026-11-30", 365, 12, 1),
        ("2028-02-29", "2029-02-27", 364, 11, 0),
        ("2028-02-29", "2029-02-28", 365, 12, 1),
    ],
)
def test_time_between_dates(first: str, last: str, days: int, months: int, years: int) -> None:
    facts = {"notice_date": day(first), "hearing_date": day(last)}

    assert answer("days_between(notice_date, hearing_date)", facts) == days
    assert answer("full_months_between(notice_date, hearing_date)", facts) == months
    assert answer("full_years_between(notice_date, hearing_date)", facts) == years


@pytest.mark.parametrize(
    ("hearing", "expected"), [("2026-11-29", False), ("2026-11-30", True), ("2026-12-01", True)]
)
def test_ten_days_notice(hearing: str, expected: bool) -> None:
    facts = {"notice_date": day("2026-11-20"), "hearing_date": day(hearing)}

    assert answer("days_between(notice_date, hearing_date) >= 10", facts) is expected
    assert answer("notice_date <= hearing_date - days(10)", facts) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("year_of(notice_date) == 2026", True),
        ("month_of(notice_date) == 11", True),
        ("weekday(notice_date) == 'friday'", True),
        ("weekday(notice_date) in {'saturday', 'sunday'}", False),
        ("weekday(notice_date + days(1)) in {'saturday', 'sunday'}", True),
        ("notice_date == date('2026-11-20')", True),
        ("notice_date != date('2026-11-20')", False),
        ("date('2026-11-01') <= notice_date < date('2026-11-20')", False),
        ("date('2026-11-01') <= notice_date <= date('2026-11-20')", True),
        ("notice_date in days_off", True),
        ("date('2026-12-25') in days_off", False),
    ],
)
def test_questions_about_a_date(text: str, expected: bool) -> None:
    facts = {"notice_date": day("2026-11-20"), "days_off": (day("2026-11-20"), day("2027-01-01"))}

    assert answer(text, facts) is expected


@pytest.mark.parametrize(
    ("notified", "failed", "expected"),
    [
        ("2026-11-02T08:00", "2026-11-01T12:00", "2026-11-04T08:00"),
        ("2026-11-02T08:00", "2026-10-31T08:00", "2026-11-03T07:00"),
        ("2026-11-03T08:00", "2026-11-01T12:00", "2026-11-04T12:00"),
    ],
)
def test_the_earlier_of_48_and_72_hours(notified: str, failed: str, expected: str) -> None:
    rule = (
        "notice_deadline if notice_deadline is known else min(notified_at + hours(48), failed_at + hours(72))"
    )
    facts = {"notified_at": moment(notified), "failed_at": moment(failed)}

    assert answer(rule, facts) == moment(expected)
    assert answer(rule, {**facts, "notice_deadline": moment("2026-11-09T12:00")}) == moment(
        "2026-11-09T12:00"
    )


@pytest.mark.parametrize(
    ("text", "start", "expected"),
    [
        ("notified_at + hours(24)", "2026-03-07T08:00", "2026-03-08T09:00"),
        ("notified_at + days(1)", "2026-03-07T08:00", "2026-03-08T08:00"),
        ("notified_at + hours(24)", "2026-10-31T08:00", "2026-11-01T07:00"),
        ("notified_at + days(1)", "2026-10-31T08:00", "2026-11-01T08:00"),
        ("notified_at + days(1)", "2026-03-07T02:30", "2026-03-08T03:30"),
        ("notified_at - hours(0.5)", "2026-11-02T08:00", "2026-11-02T07:30"),
        ("notified_at + months(1)", "2026-01-31T08:00", "2026-02-28T08:00"),
        ("notified_at - days(1)", "2026-11-02T08:00", "2026-11-01T08:00"),
    ],
)
def test_hours_run_and_days_keep_the_clock(text: str, start: str, expected: str) -> None:
    assert answer(text, notified_at=moment(start)) == moment(expected)


def test_points_in_time_compare_across_offsets_and_the_repeated_hour() -> None:
    first = moment("2026-11-01T01:30")
    second = first.replace(fold=1)
    facts = {"notified_at": first, "failed_at": second}

    assert answer("notified_at < failed_at", facts) is True
    assert answer("hours_between(notified_at, failed_at) == 1", facts) is True
    assert answer(
        "notified_at == failed_at", {"notified_at": first, "failed_at": first.astimezone(datetime.UTC)}
    )
    assert answer("max(notified_at, failed_at) == failed_at", facts) is True


def test_the_civil_day_and_hour_are_the_citys() -> None:
    late = datetime.datetime(2026, 11, 21, 3, 30, tzinfo=datetime.UTC)

    assert answer("day_of(notified_at)", notified_at=late) == day("2026-11-20")
    assert answer("hour_of(notified_at)", notified_at=late) == Fraction(43, 2)
    assert answer("hour_of(notified_at) >= 21.5", notified_at=late) is True
    assert answer("weekday(day_of(notified_at)) == 'friday'", notified_at=late) is True


@pytest.mark.parametrize(
    ("at", "expected"),
    [("2027-07-05T00:00", True), ("2027-07-05T23:59", True), ("2027-07-06T00:00", False)],
)
def test_a_legal_holiday_is_asked_of_the_civil_day(at: str, expected: bool) -> None:
    assert answer("legal_holiday(day_of(notified_at))", notified_at=moment(at)) is expected


def test_a_holiday_that_rests_on_an_unstated_day_is_not_known() -> None:
    assert answer("legal_holiday(notice_date)", {}) == {"notice_date"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("length_of_stay <= days(5)", True),
        ("length_of_stay < days(5)", False),
        ("length_of_stay == days(5)", True),
        ("length_of_stay >= weeks(1)", False),
        ("max(length_of_stay, days(7)) == weeks(1)", True),
        ("length_of_stay + days(2) == weeks(1)", True),
        ("length_of_stay - days(2) == days(3)", True),
        ("hours(48) > hours(47.5)", True),
        ("months(12) == years(1)", True),
    ],
)
def test_lengths_of_one_kind_compare(text: str, expected: bool) -> None:
    assert answer(text, length_of_stay=TimeSpan(days=5)) is expected


@pytest.mark.parametrize(("stated", "expected"), [(True, True), (False, False)])
def test_on_time_reads_its_clock(stated: bool, expected: bool) -> None:
    assert answer("on_time('fr-bp-refund') and p", {"on_time(fr-bp-refund)": stated, "p": True}) is expected


@pytest.mark.parametrize(
    ("text", "facts", "message"),
    [
        ("notice_date + days(a)", {"a": Fraction(1, 2)}, "must be whole"),
        ("notice_date + months(a)", {"a": Fraction(1, 2)}, "must be whole"),
        ("notice_date + days(a)", {"a": 10**7}, "too large"),
        ("notice_date + days(a)", {"a": 999_999}, None),
        ("notice_date + years(a)", {"a": 9_000}, "outside the years"),
        ("notice_date - years(a)", {"a": 3_000}, "outside the years"),
        ("notified_at + hours(a)", {"a": Fraction(1, 7)}, "whole seconds"),
        ("notified_at + hours(a)", {"a": 10**9}, "cannot be counted"),
        ("notified_at + days(a)", {"a": 10**6}, None),
        ("notified_at + years(a)", {"a": 9_000}, "outside the years"),
    ],
)
def test_time_past_the_calendar_is_a_clean_error(
    text: str, facts: dict[str, Any], message: str | None
) -> None:
    stated = {"notice_date": day("2026-11-20"), "notified_at": moment("2026-11-20T08:00"), **facts}

    if message is None:
        assert answer(text, stated) is not None
        return
    with pytest.raises(EvaluationError, match=message):
        answer(text, stated)


@given(dates, st.integers(-40_000, 40_000))
def test_days_agree_with_the_calendar(start: datetime.date, count: int) -> None:
    rule = compile_expression(
        "number_of(days_between(notice_date, notice_date + days(a)), 'day') == a", SCOPE
    )

    assert rule.evaluate({"notice_date": start, "a": count}) == Known(True)


@given(dates, st.integers(0, 1_200))
def test_months_keep_the_day_or_take_the_last(start: datetime.date, count: int) -> None:
    moved = compiled("notice_date + months(a)").evaluate({"notice_date": start, "a": count})

    assert isinstance(moved, Known)
    assert isinstance(moved.value, datetime.date)
    end = moved.value
    assert (end.year * 12 + end.month) - (start.year * 12 + start.month) == count
    assert end.day == start.day or (end + datetime.timedelta(days=1)).day == 1
    assert end.day <= start.day


@given(dates, dates)
def test_full_months_fit_between(first: datetime.date, last: datetime.date) -> None:
    first, last = sorted((first, last))
    facts = {"notice_date": first, "hearing_date": last}

    months = answer("full_months_between(notice_date, hearing_date)", facts)

    assert answer("notice_date + months(a) <= hearing_date", facts, a=months) is True
    assert answer("notice_date + months(a) > hearing_date", facts, a=months + 1) is True
