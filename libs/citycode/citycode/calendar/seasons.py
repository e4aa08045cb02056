"""Yearly days, seasons, winter pauses and bounded periods. A season is a fixed term: its ends stay put."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from .bounds import CalendarError, day_within

MMDD = re.compile(r"(\d{2})-(\d{2})")
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, order=True)
class YearlyDay:
    """A day of every year, written `MM-DD`. February 29 stands for the last day of February."""

    month: int
    day: int

    def __post_init__(self) -> None:
        try:
            date(2000, self.month, self.day)
        except ValueError:
            raise CalendarError(f"{self.month:02d}-{self.day:02d} is not a day of the year") from None

    @classmethod
    def parse(cls, text: str) -> YearlyDay:
        """Raises CalendarError unless `text` is `MM-DD`."""
        match = MMDD.fullmatch(text)
        if match is None:
            raise CalendarError(f"{text!r} is not a day of the year; write it MM-DD, as 04-01")
        return cls(int(match[1]), int(match[2]))

    def of_year(self, year: int) -> date:
        if (self.month, self.day) == (2, 29):
            return date(year, 3, 1) - ONE_DAY
        return date(year, self.month, self.day)

    def on_or_after(self, day: date) -> date:
        this_year = self.of_year(day.year)
        return this_year if this_year >= day else self.of_year(day.year + 1)

    def on_or_before(self, day: date) -> date:
        this_year = self.of_year(day.year)
        return this_year if this_year <= day else self.of_year(day.year - 1)

    def __str__(self) -> str:
        return f"{self.month:02d}-{self.day:02d}"


@dataclass(frozen=True, slots=True)
class Period:
    """From `first` through `last`, both days included. Raises CalendarError when `last` is before `first`."""

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise CalendarError(f"a period cannot end {self.last} before it begins {self.first}")

    @property
    def days(self) -> int:
        """Days touched, both ends included: the day count of `each day is a separate violation`."""
        return (self.last - self.first).days + 1

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    def overlaps(self, other: Period) -> bool:
        return self.first <= other.last and other.first <= self.last


@dataclass(frozen=True, slots=True)
class Season:
    """A yearly season, both days included; one that begins later in the year than it ends crosses New Year.

    `moved` tells that the text lets its end move off a weekend or holiday (never by default:
    a fixed calendar term is not an act to be done).
    """

    begins: YearlyDay
    ends: YearlyDay
    moved: bool = False

    @classmethod
    def parse(cls, begins: str, ends: str, moved: bool = False) -> Season:
        return cls(YearlyDay.parse(begins), YearlyDay.parse(ends), moved)

    @property
    def crosses_new_year(self) -> bool:
        return self.begins > self.ends

    def __contains__(self, day: date) -> bool:
        begins, ends = self.begins.of_year(day.year), self.ends.of_year(day.year)
        if self.crosses_new_year:
            return day >= begins or day <= ends
        return begins <= day <= ends

    def running_on(self, day: date) -> Period | None:
        """The season's run that `day` lies in. Raises OutsideCalendarError."""
        return self.begun_in(self.begins.on_or_before(day_within(day)).year) if day in self else None

    def begun_in(self, year: int) -> Period:
        """The run that begins in `year`."""
        return Period(self.begins.of_year(year), self.ends.of_year(year + self.crosses_new_year))

    def running_or_next(self, day: date) -> Period:
        """The run `day` lies in, else the next one: the term of a license granted on `day`.

        Raises OutsideCalendarError.
        """
        day_within(day)
        return self.running_on(day) or self.begun_in(self.begins.on_or_after(day).year)


@dataclass(frozen=True, slots=True)
class Pause:
    """A part of every year whose days do not count, from `first` through `last`: winter, for turf."""

    first: YearlyDay
    last: YearlyDay

    @classmethod
    def parse(cls, first: str, last: str) -> Pause:
        return cls(YearlyDay.parse(first), YearlyDay.parse(last))

    def __contains__(self, day: date) -> bool:
        return day in Season(self.first, self.last)

    def __str__(self) -> str:
        return f"{self.first} through {self.last}"
