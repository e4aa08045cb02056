"""Money rounded as the law or the schedule says: exact fractions to a multiple of a dollar."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from citycode.language import Number, unit_named, value_words

Ties = Literal["up", "down", "even"]
CENT = Fraction(1, 100)
USD = Number(unit_named("usd"))


@dataclass(frozen=True, slots=True)
class Rounding:
    """To the nearest multiple of `to` dollars; exactly half goes up, down (to zero) or to the even one."""

    to: Fraction = CENT
    ties: Ties = "up"
    notes: tuple[str, ...] = ()

    def rounded(self, usd: int | Fraction) -> Fraction:
        size = (-Fraction(usd) if usd < 0 else Fraction(usd)) / self.to
        whole = size.numerator // size.denominator
        rest, half = size - whole, Fraction(1, 2)
        if rest > half or (rest == half and (self.ties == "up" or (self.ties == "even" and whole % 2 == 1))):
            whole += 1
        return (-whole if usd < 0 else whole) * self.to

    def not_above(self, usd: int | Fraction) -> Fraction:
        """Rounded down: what may not be exceeded is not rounded over it."""
        return Fraction(usd / self.to // 1) * self.to

    @property
    def unit(self) -> str:
        return "the cent" if self.to == CENT else "the dollar" if self.to == 1 else money_words(self.to)

    def words(self) -> str:
        return f"to {self.unit}, half {'to even' if self.ties == 'even' else self.ties}"


def decimal_usd(usd: int | Fraction) -> Decimal:
    """Exact dollars and cents; raises ValueError for what is no whole number of cents."""
    cents = Fraction(usd) * 100
    if cents.denominator != 1:
        raise ValueError(f"{usd} dollars are no whole cents")
    return Decimal(int(cents)).scaleb(-2)


def money_words(usd: int | Fraction) -> str:
    """`$1,234.50`; beyond the cent as many places as it has, at most six."""
    return value_words(usd, USD)
