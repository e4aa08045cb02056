"""Legal holidays, M.S. 645.44 subd. 5, from dated data with the switches a city may set.

The table is `codes/minnesota/holidays.yaml`; nothing here knows a holiday by name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Literal

ONE_DAY = timedelta(days=1)
SATURDAY, SUNDAY = 5, 6

Observed = Literal["following", "preceding"]


@dataclass(frozen=True, slots=True)
class Holiday:
    """One legal holiday: the day, its name then, the rule it comes from, and for what day it stands in.

    `observed_for` is the fixed date that fell on a weekend, when this day is the extra holiday beside it.
    """

    day: date
    id: str
    name: str
    cite: str
    observed_for: date | None = None
    verify: str | None = None

    def __str__(self) -> str:
        if self.observed_for is None:
            return self.name
        return f"{self.name}, which falls on {self.observed_for:%A} {self.observed_for.isoformat()}"


@dataclass(frozen=True, slots=True)
class FixedDate:
    """The same date every year, with what a Saturday and a Sunday do to the neighboring day."""

    month: int
    day: int
    on_sunday: Observed | None = None
    on_saturday: Observed | None = None

    def of_year(self, year: int) -> date:
        return date(year, self.month, self.day)


@dataclass(frozen=True, slots=True)
class NthWeekday:
    """The `which`-th `weekday` (0 is Monday) of `month`, -1 the last; `days_after` moves on from there."""

    month: int
    weekday: int
    which: int
    days_after: int = 0

    def of_year(self, year: int) -> date:
        if self.which < 0:
            last = date(year + self.month // 12, self.month % 12 + 1, 1) - ONE_DAY
            found = last - timedelta(days=(last.weekday() - self.weekday) % 7)
        else:
            first = date(year, self.month, 1)
            found = first + timedelta(days=(self.weekday - first.weekday()) % 7 + 7 * (self.which - 1))
        return found + self.days_after * ONE_DAY


@dataclass(frozen=True, slots=True)
class DatedName:
    """What a holiday is called from a day on (None: as far back as the table reaches)."""

    name: str
    since: date | None = None


@dataclass(frozen=True, slots=True)
class HolidayRule:
    """One line of the statute: which day, named how, in force when, and under which city switch."""

    id: str
    falls: FixedDate | NthWeekday
    names: tuple[DatedName, ...]
    cite: str
    since: date | None = None
    until: date | None = None
    switch: str | None = None
    verify: str | None = None

    def is_in_force(self, day: date) -> bool:
        """From `since` (included) until `until` (not included)."""
        return (self.since is None or day >= self.since) and (self.until is None or day < self.until)

    def name_on(self, day: date) -> str:
        return [dated.name for dated in self.names if dated.since is None or dated.since <= day][-1]

    def of_year(self, year: int) -> tuple[Holiday, ...]:
        """The holiday proper of `year` and the extra day beside it, which may lie in another year."""
        day = self.falls.of_year(year)
        if not self.is_in_force(day):
            return ()
        proper = Holiday(day, self.id, self.name_on(day), self.cite, None, self.verify)
        beside = _day_beside(self.falls, day)
        if beside is None:
            return (proper,)
        return (proper, Holiday(beside, self.id, proper.name, self.cite, day, self.verify))


def _day_beside(falls: FixedDate | NthWeekday, day: date) -> date | None:
    if isinstance(falls, NthWeekday):
        return None
    observed = {SATURDAY: falls.on_saturday, SUNDAY: falls.on_sunday}.get(day.weekday())
    if observed is None:
        return None
    return day + ONE_DAY if observed == "following" else day - ONE_DAY


@dataclass(frozen=True, slots=True)
class SwitchSetting:
    """A city keeps (or does not keep) an optional holiday, from a day on (None: always)."""

    kept: bool
    since: date | None = None


@dataclass(frozen=True, slots=True)
class Holidays:
    """The legal holidays of one city. Immutable; years are worked out once and remembered."""

    rules: tuple[HolidayRule, ...]
    switches: Mapping[str, Sequence[SwitchSetting]]
    _years: dict[int, dict[date, Holiday]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    def on(self, day: date) -> Holiday | None:
        """The holiday `day` is, if it is one. A Saturday or Sunday is no holiday by itself."""
        return self._year(day.year).get(day)

    def has(self, day: date) -> bool:
        """Whether `day` is a holiday."""
        return self.on(day) is not None

    def of_year(self, year: int) -> tuple[Holiday, ...]:
        """Every holiday whose day lies in `year`, in order."""
        holidays = self._year(year)
        return tuple(holidays[day] for day in sorted(holidays))

    def is_kept(self, switch: str, day: date) -> bool:
        """Whether the city keeps the optional holiday `switch` on `day`."""
        settings = [each.kept for each in self.switches[switch] if each.since is None or each.since <= day]
        return bool(settings) and settings[-1]

    @property
    def unverified(self) -> Mapping[str, str]:
        """Rule id to what is still to be verified about it."""
        return {rule.id: rule.verify for rule in self.rules if rule.verify is not None}

    def _year(self, year: int) -> dict[date, Holiday]:
        found = self._years.get(year)
        if found is None:
            found = self._years[year] = self._worked_out(year)
        return found

    def _worked_out(self, year: int) -> dict[date, Holiday]:
        found: dict[date, Holiday] = {}
        for near in range(max(year - 1, date.min.year), min(year + 1, date.max.year - 1) + 1):
            for rule in self.rules:
                for holiday in rule.of_year(near):
                    kept = rule.switch is None or self.is_kept(rule.switch, holiday.day)
                    if holiday.day.year == year and kept:
                        found.setdefault(holiday.day, holiday)
        return found
