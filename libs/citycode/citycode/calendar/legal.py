"""The legal calendar of one city: every way its law counts time.

M.S. 645.15 and 645.44 subd. 5: leave out the first day, count the last; a last day that is a Saturday, a Sunday
or a legal holiday is left out and the period ends on the next day that is none. The reading of each count is in
`codes/minnesota/holidays.yaml` under `counting`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

from .counts import Count, HourCount
from .holidays import Holiday, Holidays
from .length import Length
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

    Every method that takes an instant refuses one without a zone (ValueError) and reads it in `zone`.
    Every count of a negative number raises ValueError.
    """

    holidays: Holidays
    zone: ZoneInfo
    office_hours: OfficeHours

    # which day is it

    def civil_date(self, instant: datetime) -> date:
        """The date on the wall in the city at `instant`."""
        raise NotImplementedError

    def local(self, day: date, hour: int, minute: int = 0) -> datetime:
        """The instant of a local time; the first of the two when clocks fall back, moved on when skipped."""
        raise NotImplementedError

    def holiday(self, day: date) -> Holiday | None:
        raise NotImplementedError

    def is_business_day(self, day: date) -> bool:
        """No Saturday, Sunday or legal holiday."""
        raise NotImplementedError

    def why_not_business_day(self, day: date) -> str | None:
        """`a Saturday`, `Labor Day`, or None for a business day."""
        raise NotImplementedError

    def business_day_on_or_after(self, day: date) -> date:
        raise NotImplementedError

    def business_day_on_or_before(self, day: date) -> date:
        raise NotImplementedError

    # forward

    def add_days(self, day: date, days: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        """`day` itself is not counted. `roll=False` for fixed terms and protected periods."""
        raise NotImplementedError

    def add_business_days(self, day: date, days: int, pauses: Sequence[Pause] = ()) -> Count:
        raise NotImplementedError

    def add_weeks(self, day: date, weeks: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        raise NotImplementedError

    def add_months(self, day: date, months: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        """Same day number or the month's last. A pause adds its days: the months are first turned into days."""
        raise NotImplementedError

    def add_years(self, day: date, years: int, roll: bool = True, pauses: Sequence[Pause] = ()) -> Count:
        raise NotImplementedError

    def first_day_after_clear(self, day: date, clear_days: int) -> date:
        """The first day when `clear_days` full days must lie between: 30 days between two permits."""
        raise NotImplementedError

    # backward

    def days_before(self, day: date, days: int, moved_earlier: bool = False) -> Count:
        """The last day for an act at least `days` before `day`. Not moved, unless the kind of notice is one
        whose weekend or holiday last day cannot be counted (`moved_earlier`)."""
        raise NotImplementedError

    def business_days_before(self, day: date, days: int) -> Count:
        raise NotImplementedError

    def weeks_before(self, day: date, weeks: int, moved_earlier: bool = False) -> Count:
        raise NotImplementedError

    def months_before(self, day: date, months: int, moved_earlier: bool = False) -> Count:
        raise NotImplementedError

    # hours

    def hours_after(self, instant: datetime, hours: int | Fraction) -> HourCount:
        """Hours that really elapse, straight through nights, holidays and the change of clocks; never moved."""
        raise NotImplementedError

    def business_hours_after(self, instant: datetime, hours: int | Fraction) -> HourCount:
        """Only hours in which the office is open on business days count."""
        raise NotImplementedError

    # by stated length

    def after(
        self, start: date | datetime, length: Length, roll: bool = True, pauses: Sequence[Pause] = ()
    ) -> Count | HourCount:
        """Whatever the unit. Hours need an instant (ValueError for a date); days take the civil date of one."""
        raise NotImplementedError

    def before(self, day: date, length: Length, moved_earlier: bool = False) -> Count:
        """The last day for an act at least `length` before `day`; hours raise ValueError."""
        raise NotImplementedError

    # yearly days, receipt

    def yearly(self, yearly_day: YearlyDay, from_day: date, roll: bool = False) -> Count:
        """The next `yearly_day` on or after `from_day` (October 1); not moved unless `roll`."""
        raise NotImplementedError

    def received_on(self, instant: datetime) -> Received:
        """Through closing time it counts that day; later, or on a day the office is shut, the next open day."""
        raise NotImplementedError

    def days_touched(self, first: datetime, last: datetime) -> Period:
        """The civil dates a stay or a sale touches, both ends included."""
        raise NotImplementedError
