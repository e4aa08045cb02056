"""A second counter of events and records, written apart from the first: it replays and walks day by day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

DAY = timedelta(days=1)
Kind = Literal["all", "rolling", "fixed", "calendar_year", "season"]


def months_on(day: date, months: int) -> date:
    """The same day number `months` later, stepping month by month from the first; else the month's last."""
    first = day.replace(day=1)
    for _ in range(months):
        first = (first + 31 * DAY).replace(day=1)
    found = first
    while found.day < day.day and (found + DAY).month == first.month:
        found += DAY
    return found


@dataclass(frozen=True)
class Rule:
    """How a ladder counts: in which window, and with which time of a step (`within`, in months)."""

    kind: Kind
    months: int | None
    within: int | None
    any_earlier: bool
    first: int
    last: int | None


@dataclass(frozen=True)
class Seen:
    """An event: is it counted, was it noticed?"""

    on: date
    counted: bool
    noticed: bool


def winter_of(day: date) -> int | None:
    """The year in which the winter of this day began: July 2 through June 29."""
    if (day.month, day.day) in ((6, 30), (7, 1)):
        return None
    return day.year if (day.month, day.day) >= (7, 2) else day.year - 1


def replayed(rule: Rule, events: Sequence[Seen]) -> list[tuple[int, bool] | None]:
    """Per event, in order: its number in the window and whether the step is reached; None if not counted."""
    answers: list[tuple[int, bool] | None] = []
    past: list[date] = []
    for event in events:
        if not event.counted:
            answers.append(None)
            continue
        window = _window(rule, past, event.on)
        number = len(window) + 1
        answers.append((number, _reached(rule, window, event.on)))
        if event.noticed:
            past.append(event.on)
    return answers


def _window(rule: Rule, past: Sequence[date], on: date) -> list[date]:
    """The earlier events counted together with one `on` that day."""
    if rule.kind == "all":
        return list(past)
    if rule.kind == "calendar_year":
        return [each for each in past if each.year == on.year]
    if rule.kind == "season":
        return [each for each in past if winter_of(on) is not None and winter_of(each) == winter_of(on)]
    assert rule.months is not None
    if rule.kind == "rolling":
        return [each for each in past if months_on(each, rule.months) >= on]
    opened: date | None = None
    together: list[date] = []
    for each in [*past, on]:
        if opened is None or months_on(opened, rule.months) < each:
            opened, together = each, []
        together.append(each)
    return together[:-1]


def _reached(rule: Rule, window: Sequence[date], on: date) -> bool:
    number = len(window) + 1
    if rule.within is not None and rule.any_earlier:
        near = any(months_on(each, rule.within) >= on for each in window)
        return (number if near else 1) >= rule.first
    if rule.within is not None:
        number = 1 + sum(months_on(each, rule.within) >= on for each in window)
    return number >= rule.first and (rule.last is None or number <= rule.last)


@dataclass(frozen=True)
class Kept:
    """A record on some days, of somebody."""

    first: date
    last: date
    of: str

    def days(self) -> list[date]:
        return [self.first + offset * DAY for offset in range((self.last - self.first).days + 1)]


def standing_at_once(wanted: Kept, records: Sequence[Kept]) -> int:
    """The most of one and the same day, the wanted one among them."""
    return max(
        1 + sum(day in each.days() for each in records if each.of == wanted.of) for day in wanted.days()
    )


def in_its_year(wanted: Kept, records: Sequence[Kept]) -> int:
    """Of two years that it touches, the one in which more are counted."""
    alike = [each for each in records if each.of == wanted.of]
    return 1 + max(
        sum(any(day.year == year for day in each.days()) for each in alike)
        for year in {day.year for day in wanted.days()}
    )


def days_in_its_year(wanted: Kept, records: Sequence[Kept]) -> int:
    """Of two years that it touches, the one with more days."""
    alike = [wanted, *(each for each in records if each.of == wanted.of)]
    return max(
        sum(day.year == year for each in alike for day in each.days())
        for year in {day.year for day in wanted.days()}
    )


def row_of_days(wanted: Kept, records: Sequence[Kept]) -> int:
    """Walking both ways from the wanted days as long as there is no gap."""
    busy = {day for each in (wanted, *records) if each.of == wanted.of for day in each.days()}
    length = len(wanted.days())
    day = wanted.first - DAY
    while day in busy:
        length, day = length + 1, day - DAY
    day = wanted.last + DAY
    while day in busy:
        length, day = length + 1, day + DAY
    return length


def free_days_lie_between(wanted: Kept, records: Sequence[Kept], most: int) -> bool:
    """Are there at least `most` free days between the wanted days and every other?"""
    busy = {day for each in records if each.of == wanted.of for day in each.days()}
    near = {wanted.first - offset * DAY for offset in range(1, most + 1)}
    near |= {wanted.last + offset * DAY for offset in range(1, most + 1)}
    return not busy & (near | set(wanted.days()))
