"""Numbers, dates and lengths of time in words."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from .exact import rational_near
from .roots import Root
from .units import PLAIN, Unit
from .values import Exact, TimeSpan

DECIMALS_SHOWN = 6
"""A decimal with more places is rounded and marked "≈"."""
DIGITS_OF_LONG_FRACTIONS = 4
"""So many decimals are shown of a number that is marked "≈"."""
_EASY_DENOMINATOR = 12


def terminating_places(number: Fraction) -> int | None:
    """How many decimals write `number` exactly, or None when no number of them does."""
    return _places_of(number.denominator)


@lru_cache(maxsize=4096)
def _places_of(denominator: int) -> int | None:
    rest, twos, fives = denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    return max(twos, fives) if rest == 1 else None


def decimal_text(number: int | Fraction, places: int, grouped: bool = True) -> str:
    """`number` with exactly `places` decimals; `number` must have no more than that."""
    above = number.numerator
    sign, above = ("-", -above) if above < 0 else ("", above)
    scale = 10**places
    whole, part = divmod(above * scale // number.denominator, scale)
    text = f"{whole:,}" if grouped else str(whole)
    return f"{sign}{text}.{part:0{places}d}" if places else f"{sign}{text}"


def number_words(number: Exact) -> str:
    """ "41,000", "39.9", "1/3", "≈ 0.3846", "≈ 14.1421"."""
    if number.__class__ is int:
        return f"{number:,}"
    if isinstance(number, Fraction):
        places = _places_of(number.denominator)
        if places is not None and places <= DECIMALS_SHOWN:
            return decimal_text(number, places)
        if places is None and number.denominator <= _EASY_DENOMINATOR and -1 < number < 1:
            return f"{number.numerator}/{number.denominator}"
    return f"≈ {_approximate(number)}"


@lru_cache(maxsize=1024)
def _approximate(number: Exact) -> str:
    near = rational_near(number, DIGITS_OF_LONG_FRACTIONS)
    return decimal_text(near, terminating_places(Fraction(near)) or 0)


def quantity_words(number: Exact, unit: Unit = PLAIN) -> str:
    """A number with its unit: "39.9 acres", "1 acre", "$1,347.25", "15 %"."""
    return words_of_unit(unit)(number)


@lru_cache(maxsize=512)
def words_of_unit(unit: Unit) -> Callable[[Exact], str]:
    """The function that writes numbers of `unit`."""
    if unit.plain:
        return number_words
    if unit.money:
        return _money_words
    one, many = unit.words(singular=True), unit.words()

    def words(number: Exact) -> str:
        if number.__class__ is int:
            return f"{number:,} {one if number == 1 else many}"
        return f"{number_words(number)} {one if number == 1 else many}"

    return words


def _money_words(number: Exact) -> str:
    sign, size = ("-", -number) if number < 0 else ("", number)
    if isinstance(size, Root):
        return f"≈ {sign}${_approximate(size)}"
    places = _places_of(size.denominator)
    if places is None or places > DECIMALS_SHOWN:
        return f"≈ {sign}${_approximate(size)}"
    return f"{sign}${decimal_text(size, max(places, 2))}"


_MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]


def date_words(day: datetime.date) -> str:
    return f"{_MONTHS[day.month - 1]} {day.day}, {day.year}"


def instant_words(instant: datetime.datetime) -> str:
    """ "October 2, 2026, 8:05 am", as the clock of its own offset shows it."""
    hour = instant.hour % 12 or 12
    half = "am" if instant.hour < 12 else "pm"
    return f"{date_words(instant)}, {hour}:{instant.minute:02d} {half}"


def span_words(span: TimeSpan) -> str:
    """ "12 months", "1 month and 10 days"."""
    parts: list[tuple[Exact, str]] = [(span.months, "month"), (span.days, "day"), (span.hours, "hour")]
    shown = [f"{number_words(size)} {name}{'' if size == 1 else 's'}" for size, name in parts if size]
    return " and ".join(shown) or "no time"
