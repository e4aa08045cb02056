"""Hours that elapse over the change of clocks, and hours the office is open."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction

import pytest
from citycode.calendar import LegalCalendar, OfficeHours

from libs.citycode.tests.calendar.brute_force import DAY, is_legal_holiday
from libs.citycode.tests.calendar.calendars import CHICAGO, TABLE, a_calendar, at, day

QUARTER = timedelta(minutes=15)


def nights_clocks_change() -> list[date]:
    """Found by walking, not by rule: days whose midnights are not 24 hours apart."""
    found, each = [], date(1990, 1, 1)
    while each.year <= 2060:
        noon, next_noon = (
            datetime(d.year, d.month, d.day, 12, tzinfo=CHICAGO) for d in (each, each + timedelta(days=1))
        )
        if noon.utcoffset() != next_noon.utcoffset():
            found.append(each)
        each += timedelta(days=1)
    return found


def test_hours_over_every_change_of_clocks_really_elapse() -> None:
    calendar, nights = a_calendar(), nights_clocks_change()

    for each in nights:
        start = datetime(each.year, each.month, each.day, 15, tzinfo=CHICAGO)
        for hours in (1, 11, 12, 24, 48, 72):
            ends = calendar.hours_after(start, hours).at
            assert ends.timestamp() - start.timestamp() == hours * 3600, (start, hours)

    assert len(nights) == 2 * 71


@pytest.mark.parametrize(
    ("start", "ends"),
    [
        ("2026-03-07T15:00", "2026-03-08T16:00-05:00"),
        ("2026-10-31T15:00", "2026-11-01T14:00-06:00"),
        ("2026-07-03T15:00", "2026-07-04T15:00-05:00"),
    ],
)
def test_twenty_four_hours_on_the_wall_clock(start: str, ends: str) -> None:
    count = a_calendar().hours_after(at(start), 24)

    assert count.at.isoformat(timespec="minutes") == ends


def test_both_hours_of_a_repeated_hour_are_told_apart() -> None:
    calendar = a_calendar()
    first = datetime(2026, 11, 1, 6, 30, tzinfo=UTC)

    assert calendar.hours_after(first, 1).at.astimezone(UTC) == datetime(2026, 11, 1, 7, 30, tzinfo=UTC)
    assert calendar.hours_after(first, 1).at.isoformat() == "2026-11-01T01:30:00-06:00"


def test_local_times_that_exist_twice_or_not_at_all() -> None:
    calendar = a_calendar()

    assert calendar.local(day("2026-11-01"), 1, 30).isoformat() == "2026-11-01T01:30:00-05:00"
    assert calendar.local(day("2026-03-08"), 2, 30).isoformat() == "2026-03-08T03:30:00-05:00"


def test_half_hours() -> None:
    assert a_calendar().hours_after(at("2026-07-03T15:00"), Fraction(1, 2)).at == at("2026-07-03T15:30")


def test_business_hours_skip_nights_weekends_and_holidays() -> None:
    count = a_calendar().business_hours_after(at("2026-07-02T15:00"), 5)

    assert count.at == at("2026-07-06T11:30")
    assert any("Independence Day" in step for step in count.steps)


@pytest.mark.parametrize(
    ("start", "hours", "ends"),
    [
        ("2026-11-16T08:00", Fraction(17, 2), "2026-11-16T16:30"),
        ("2026-11-16T16:30", 0, "2026-11-16T16:30"),
        ("2026-11-16T16:30", 1, "2026-11-17T09:00"),
        ("2026-11-16T20:00", 0, "2026-11-17T08:00"),
        ("2026-11-14T12:00", 2, "2026-11-16T10:00"),
    ],
)
def test_business_hours_at_the_edges_of_the_day(start: str, hours: int | Fraction, ends: str) -> None:
    assert a_calendar().business_hours_after(at(start), hours).at == at(ends)


def test_business_hours_against_a_walk_by_quarter_hours() -> None:
    office = OfficeHours.from_data(
        {"weekdays": "08:00-16:30", "friday": "08:00-12:00", "wednesday": "closed"}
    )
    calendar = LegalCalendar(TABLE.for_city(), CHICAGO, office)
    chosen = random.Random(1630)

    for _ in range(60):
        start = datetime(1990, 1, 1, tzinfo=UTC) + chosen.randrange(71 * 365 * 96) * QUARTER
        quarters = chosen.randrange(1, 120)
        expected = walked_by_quarter_hours(start, quarters)
        assert calendar.business_hours_after(start, Fraction(quarters, 4)).at == expected, (start, quarters)


def walked_by_quarter_hours(start: datetime, quarters: int) -> datetime:
    instant = start
    while quarters:
        local = instant.astimezone(CHICAGO)
        closes = {0: 16.5, 1: 16.5, 3: 16.5, 4: 12}.get(local.weekday(), 0)
        is_open = 8 <= local.hour + local.minute / 60 < closes and not is_legal_holiday(local.date())
        instant += QUARTER
        quarters -= is_open
    return instant


def test_an_office_closed_on_fridays_receives_on_monday() -> None:
    office = OfficeHours.from_data({"weekdays": "07:00-17:30", "friday": "closed"})
    calendar = LegalCalendar(TABLE.for_city(), CHICAGO, office)

    receipt = calendar.received_on(at("2026-11-13T09:00"))

    assert receipt.on == day("2026-11-16")
    assert "a day the office is closed" in receipt.steps[0]


def test_receipt_of_every_half_hour_of_a_year_is_a_day_the_office_is_open() -> None:
    calendar = a_calendar()
    instant = datetime(2027, 1, 1, tzinfo=UTC)

    while instant.year == 2027:
        received, local = calendar.received_on(instant).on, instant.astimezone(CHICAGO)
        expected = local.date() + (local.hour + local.minute / 60 > 16.5) * DAY
        while expected.weekday() > 4 or is_legal_holiday(expected):
            expected += DAY
        assert received == expected, instant
        instant += 2 * QUARTER


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="has no zone"):
        a_calendar().hours_after(datetime(2026, 7, 3, 15), 24)  # noqa: DTZ001


@pytest.mark.parametrize("hours", [-1, 2_000_000])
def test_hours_out_of_bounds_are_refused(hours: int) -> None:
    with pytest.raises(ValueError, match="outside 0 to"):
        a_calendar().hours_after(at("2026-07-03T15:00"), hours)


@pytest.mark.parametrize("text", ["8-16", "08:00-24:30", "16:30-08:00", "08:00 - 16:30", "25:00-26:00"])
def test_opening_times_that_are_none_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"HH:MM-HH:MM|closes before it opens"):
        OfficeHours.from_data({"weekdays": text})


def test_office_hours_name_known_days_and_open_some_day() -> None:
    with pytest.raises(ValueError, match="mondays"):
        OfficeHours.from_data({"mondays": "08:00-16:30"})
    with pytest.raises(ValueError, match="open on some day"):
        OfficeHours.from_data({"weekdays": "closed"})
