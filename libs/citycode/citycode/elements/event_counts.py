"""The place of an event among those before it: in a rolling, a fixed or a yearly time. Days only."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

EndOf: TypeAlias = Callable[[date], date]
"""The last day of the time that begins with an event on a day, that last day included."""

YearOf: TypeAlias = Callable[[date], object]
"""What two days of one year, season or period have in common; None for a day that lies in none."""


@dataclass(frozen=True, slots=True)
class Place:
    """`number` is which counted event it is, `first` the day of the first one it is counted with."""

    number: int
    first: date


def in_all(days: Sequence[date]) -> Place:
    """The newest of `days`, which are in order, among all of them."""
    return Place(len(days), days[0])


def rolling(days: Sequence[date], end_of: EndOf) -> Place:
    """The newest among those within the time before it."""
    number = 1
    while number < len(days) and end_of(days[-number - 1]) >= days[-1]:
        number += 1
    return Place(number, days[-number])


def from_first(days: Sequence[date], end_of: EndOf) -> Place:
    """The newest in a fixed time that the first event opens; the first one after its end opens the next."""
    first, number = days[0], 0
    for day in days:
        if day > end_of(first):
            first, number = day, 0
        number += 1
    return Place(number, first)


def same_year(days: Sequence[date], year_of: YearOf) -> Place:
    """The newest among those of its calendar year, season or period; alone, if it lies in none."""
    if year_of(days[-1]) is None:
        return Place(1, days[-1])
    same = [day for day in days if year_of(day) == year_of(days[-1])]
    return Place(len(same), same[0])


def after_any(days: Sequence[date], end_of: EndOf) -> Place:
    """All of them if the one before the newest is within the time, else the newest alone."""
    if len(days) > 1 and end_of(days[-2]) >= days[-1]:
        return Place(len(days), days[-2])
    return Place(1, days[-1])
