"""The legal calendar of one city: every way its law counts time.

M.S. 645.15 and 645.44 subd. 5: leave out the first day, count the last; a last day that is a Saturday, a
Sunday or a legal holiday is left out and the period ends on the next day that is none. The reading of each
count stands in `codes/minnesota/holidays.yaml` under `counting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

from . import days as counting
from . import hours as clock
from .bounds import CalendarError, day_within, number_within
from .counts import Count, HourCount, spoken
from .holidays import ONE_DAY, Holiday, Holidays
from .length import MOST, Length
from .months import months_from
from .office_hours import OfficeHours
from .seasons import Pause, Period, YearlyDay


@dataclass(frozen=True, slots=True)
class Received:
    """When a paper counts as received: its legal date, with the raw instant kept beside it."""

    on: date
    at: datetime
    steps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LegalCalendar:
    """Pure and immutable: holidays, civil time zone and office hours of one city.

    What cannot be counted raises CalendarError (a ValueError): an instant without a zone, a negative or
    endless number, a day before 1700 or after 2499. An instant where a date is meant raises TypeError.
    """

    holidays: Holidays
    zone: ZoneInfo
    office_hours: OfficeHours

    # which day is it

    def civil_date(self, instant: datetime) -> date:
        """The date on the wall in the city at `instant`."""
        return clock.in_zone(instant, self.zone).date()

    def local(self, day: date, hour: int, minute: int = 0) -> datetime:
        """The instant of a local time; the first of two when clocks fall back, an hour on when skipped."""
        return clock.local_instant(day, hour, minute, self.zone)

    def holiday(self, day: date) -> Holiday | None:
        return self.holidays.on(day_within(day))

    def is_business_day(self, day: date) -> bool:
        """No Saturday, Sunday or legal holiday."""
        return counting.is_business_day(self.holidays, day_within(day))

    def why_not_business_day(self, day: date) -> str | None:
        """`a Saturday`, `Labor Day`, or None for a business day."""
        return counting.why_not_business_day(self.holidays, day_within(day))

    def business_day_on_or_after(self, day: date) -> date:
        return counting.next_day_that(self.is_business_day, counting.forward(day_within(day) - ONE_DAY))

    def business_day_on_or_before(self, day: date) -> date:
        return counting.next_day_that(self.is_business_day, counting.backward(day_within(day) + ONE_DAY))

    # forward

    def add_days(self, day: date, days: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        """`day` itself is not counted. `roll=False` for fixed terms and protected periods.

        A last day that is left out moves on to the next business day that no pause covers.
        """
        number_within(days, MOST["days"])
        return self._days(day, days, roll, pauses, str(Length(days, "days")))

    def add_business_days(self, day: date, days: int, pauses: Sequence[Pause] = ()) -> Count:
        number_within(days, MOST["business_days"])
        length = str(Length(days, "business_days"))
        return counting.count_business_days(self.holidays, day_within(day), days, pauses, length)

    def add_weeks(self, day: date, weeks: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        number_within(weeks, MOST["weeks"])
        return self._days(day, 7 * weeks, roll, pauses, str(Length(weeks, "weeks")))

    def add_months(self, day: date, months: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        """Same day number or the month's last. With a pause the months are first turned into days."""
        number_within(months, MOST["months"])
        return self._months(day, months, roll, pauses, str(Length(months, "months")))

    def add_years(self, day: date, years: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        number_within(years, MOST["years"])
        return self._months(day, 12 * years, roll, pauses, str(Length(years, "years")))

    def first_day_after_clear(self, day: date, clear_days: int) -> date:
        """The first day when `clear_days` full days must lie between: 30 days between two permits."""
        return day_within(day) + timedelta(number_within(clear_days, MOST["days"]) + 1)

    # backward

    def days_before(self, day: date, days: int, moved_earlier: bool = False) -> Count:
        """The last day for an act at least `days` before `day`. Not moved, unless the kind of notice is one
        whose weekend or holiday last day cannot be counted (`moved_earlier`: notices before a meeting)."""
        number_within(days, MOST["days"])
        return self._before(day, day_within(day) - timedelta(days), moved_earlier, Length(days, "days"))

    def business_days_before(self, day: date, days: int) -> Count:
        number_within(days, MOST["business_days"])
        length = str(Length(days, "business_days"))
        return counting.count_business_days_before(self.holidays, day_within(day), days, length)

    def weeks_before(self, day: date, weeks: int, moved_earlier: bool = False) -> Count:
        number_within(weeks, MOST["weeks"])
        return self._before(
            day, day_within(day) - timedelta(7 * weeks), moved_earlier, Length(weeks, "weeks")
        )

    def months_before(self, day: date, months: int, moved_earlier: bool = False) -> Count:
        """Same day number in the earlier month, or that month's last day."""
        number_within(months, MOST["months"])
        return self._before(
            day, months_from(day_within(day), -months), moved_earlier, Length(months, "months")
        )

    # hours

    def hours_after(self, instant: datetime, hours: int | Fraction) -> HourCount:
        """Hours that really elapse, straight through nights, holidays and the change of clocks; not moved."""
        return clock.count_hours(instant, hours, self.zone)

    def business_hours_after(self, instant: datetime, hours: int | Fraction) -> HourCount:
        """Only hours in which the office is open on business days count."""
        return clock.count_business_hours(instant, hours, self.zone, self.office_hours, self.holidays)

    # by stated length

    def after(
        self, start: date | datetime, length: Length, roll: bool = True, pauses: Sequence[Pause] = ()
    ) -> Count | HourCount:
        """Whatever the unit. Hours need an instant, else CalendarError; days take an instant's date."""
        if length.is_hours:
            if not isinstance(start, datetime):
                raise CalendarError(f"{length} run from an instant, not from the date {start.isoformat()}")
            count = self.hours_after if length.unit == "hours" else self.business_hours_after
            return count(start, length.number)
        day = self.civil_date(start) if isinstance(start, datetime) else start
        number = int(length.number)
        if length.unit == "business_days":
            return self.add_business_days(day, number, pauses)
        if length.unit in ("months", "years"):
            return (self.add_months if length.unit == "months" else self.add_years)(day, number, roll, pauses)
        return (self.add_days if length.unit == "days" else self.add_weeks)(day, number, roll, pauses)

    def before(self, day: date, length: Length, moved_earlier: bool = False) -> Count:
        """The last day for an act at least `length` before `day`; hours raise CalendarError."""
        if length.is_hours:
            raise CalendarError(f"{length}: a least notice is counted in days, weeks, months or years")
        number = int(length.number)
        if length.unit == "business_days":
            return self.business_days_before(day, number)
        if length.unit in ("months", "years"):
            return self.months_before(day, number * (12 if length.unit == "years" else 1), moved_earlier)
        return (self.days_before if length.unit == "days" else self.weeks_before)(day, number, moved_earlier)

    # yearly days, receipt

    def yearly(self, yearly_day: YearlyDay, from_day: date, roll: bool = False) -> Count:
        """The next `yearly_day` on or after `from_day` (October 1); not moved unless `roll`."""
        raw = yearly_day.on_or_after(day_within(from_day))
        steps = [f"The next {yearly_day} on or after {spoken(from_day)} is {spoken(raw)}."]
        return counting.ended(self.holidays, raw, raw, roll, (), steps)

    def received_on(self, instant: datetime) -> Received:
        """Through closing time it counts that day; later, or on a shut day, the next day of opening."""
        on, steps = clock.day_received(instant, self.zone, self.office_hours, self.holidays)
        return Received(on, instant, steps)

    def days_touched(self, first: datetime, last: datetime) -> Period:
        """The civil dates a stay or a sale touches, both ends included."""
        return Period(self.civil_date(first), self.civil_date(last))

    def _days(self, day: date, days: int, roll: bool, pauses: Sequence[Pause], length: str) -> Count:
        return counting.count_days(self.holidays, day_within(day), days, roll, pauses, length)

    def _months(self, day: date, months: int, roll: bool, pauses: Sequence[Pause], length: str) -> Count:
        days = (months_from(day_within(day), months) - day).days
        return self._days(day, days, roll, pauses, length)

    def _before(self, day: date, raw: date, moved_earlier: bool, length: Length) -> Count:
        return counting.count_days_before(self.holidays, day, raw, moved_earlier, str(length))
