"""What users of permit systems ran into with dates, each with its small input."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from citycode.calendar import Length, days_by_turn, later_of

from libs.citycode.tests.calendar.calendars import a_calendar, at, day


@pytest.mark.parametrize(
    ("came_in", "received"),
    [
        ("2026-11-06T16:59", "2026-11-06"),
        ("2026-11-06T17:00", "2026-11-06"),
        ("2026-11-06T17:30", "2026-11-09"),
        ("2026-11-06T05:00", "2026-11-06"),
        ("2026-11-07T10:00", "2026-11-09"),
        ("2026-11-11T10:00", "2026-11-12"),
        ("2026-11-10T23:59", "2026-11-12"),
    ],
)
def test_a_filing_after_closing_time_is_received_the_next_business_day(came_in: str, received: str) -> None:
    receipt = a_calendar(hours="08:00-17:00").received_on(at(came_in))

    assert receipt.on == day(received)
    assert receipt.at == at(came_in)


def test_a_filing_is_read_on_the_city_s_clock_whatever_zone_it_came_in() -> None:
    calendar = a_calendar(hours="08:00-17:00")

    receipt = calendar.received_on(datetime(2026, 11, 6, 22, 59, tzinfo=UTC))

    assert receipt.on == day("2026-11-06")
    assert receipt.at == datetime(2026, 11, 6, 22, 59, tzinfo=UTC)


@pytest.mark.parametrize(("posted", "ends"), [("2026-11-01", "2026-12-10"), ("2026-11-25", "2026-12-16")])
def test_a_comment_period_is_only_ever_lengthened_by_a_later_notice(posted: str, ends: str) -> None:
    least = a_calendar().add_days(day(posted), 21, roll=False).last_day

    assert later_of({"already set": day("2026-12-10"), "21 days from notice": least}).chosen == day(ends)


def test_a_permit_reads_as_expired_the_day_after_though_nothing_ran() -> None:
    expiry = a_calendar().add_years(day("2025-03-14"), 1, roll=False)

    assert not expiry.has_passed(day("2026-03-14"))
    assert expiry.has_passed(day("2026-03-15"))


def test_a_window_of_days_is_open_through_its_last_day_even_a_sunday() -> None:
    window = a_calendar().add_days(day("2026-03-01"), 28, roll=False)

    assert window.is_in_time(day("2026-03-29"))
    assert not window.is_in_time(day("2026-03-30"))


def test_the_night_clocks_change_does_not_shift_a_period_of_seven_days() -> None:
    before = datetime(2026, 10, 30, 23, 30, tzinfo=at("2026-10-30T12:00").tzinfo)

    count = a_calendar().after(before, Length(7, "days"))

    assert count.last_day == day("2026-11-06")


def test_staff_days_and_applicant_days_are_told_apart() -> None:
    turns = [(day("2026-03-01"), "staff"), (day("2026-03-06"), "applicant"), (day("2026-03-21"), "staff")]

    assert days_by_turn(turns, on=day("2026-03-24")) == {"staff": 8, "applicant": 15}


def test_turns_out_of_order_are_refused() -> None:
    with pytest.raises(ValueError, match="2026-03-01 comes before 2026-03-06"):
        days_by_turn([(day("2026-03-06"), "staff"), (day("2026-03-01"), "applicant")], on=day("2026-03-24"))
