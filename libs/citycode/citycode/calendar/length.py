"""A stated length of legal time, as the ordinances state it: ten days, fifteen business days, six months."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

from .bounds import CalendarError

LengthUnit = Literal["days", "business_days", "weeks", "months", "years", "hours", "business_hours"]
LENGTH_UNITS: tuple[LengthUnit, ...] = get_args(LengthUnit)
HOUR_UNITS: frozenset[LengthUnit] = frozenset({"hours", "business_hours"})

MOST = {
    "days": 73_050,
    "business_days": 10_000,
    "weeks": 10_400,
    "months": 2_400,
    "years": 200,
    "hours": 1_753_200,
    "business_hours": 20_000,
}


@dataclass(frozen=True, slots=True)
class Length:
    """`number` of `unit`; whole and not negative, except that hours may be fractions.

    Raises CalendarError for a number that is negative, not whole where it must be, or beyond reason.
    """

    number: int | Fraction
    unit: LengthUnit

    def __post_init__(self) -> None:
        if self.unit not in LENGTH_UNITS:
            raise CalendarError(f"unknown unit of time {self.unit!r}; use one of {', '.join(LENGTH_UNITS)}")
        if not 0 <= self.number <= MOST[self.unit]:
            raise CalendarError(f"{self.number} {self.unit} is outside 0 to {MOST[self.unit]}")
        if self.unit not in HOUR_UNITS and Fraction(self.number).denominator != 1:
            raise CalendarError(f"{self.number} {self.unit}: a count of {self.unit} must be whole")

    @property
    def is_hours(self) -> bool:
        return self.unit in HOUR_UNITS

    def __str__(self) -> str:
        words = self.unit.replace("_", " ")
        return f"{self.number} {words[:-1] if self.number == 1 else words}"
