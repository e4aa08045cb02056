"""Exact numbers with square roots, so that `15 * sqrt(length)` is compared without rounding.

A `Root` is a sum of rational multiples of square roots of whole numbers. Square roots whose radicands do
not differ by a square factor are linearly independent over the rationals, so a `Root` with such a term is
never rational and never zero: signs, floors and comparisons can be decided by widening the precision
until the answer stands.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import total_ordering
from math import isqrt, lcm
from typing import TypeAlias

from . import bounds
from .errors import EvaluationError

Rational: TypeAlias = "int | Fraction"

_SMALL_PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47)
_FIRST_PRECISION = 64


@total_ordering
class Root:
    """`terms` maps whole radicands (1 for the rational part) to their rational factors; at least one is not
    1.
    """

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[int, Fraction]) -> None:
        self.terms = terms

    def __add__(self, other: Root | Rational) -> Root | Rational:
        if isinstance(other, Root):
            return _collected([*self.terms.items(), *other.terms.items()])
        if isinstance(other, (int, Fraction)):
            return _collected([*self.terms.items(), (1, Fraction(other))])
        return NotImplemented

    __radd__ = __add__

    def __neg__(self) -> Root:
        return Root({radicand: -factor for radicand, factor in self.terms.items()})

    def __sub__(self, other: Root | Rational) -> Root | Rational:
        return self + -other

    def __rsub__(self, other: Root | Rational) -> Root | Rational:
        return -self + other

    def __mul__(self, other: Root | Rational) -> Root | Rational:
        if isinstance(other, Root):
            products = [
                (one * two, first * second)
                for one, first in self.terms.items()
                for two, second in other.terms.items()
            ]
            return _collected(products)
        if isinstance(other, (int, Fraction)):
            return _collected([(radicand, factor * other) for radicand, factor in self.terms.items()])
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: Root | Rational) -> Root | Rational:
        if isinstance(other, Root):
            return self * other.reciprocal()
        if isinstance(other, (int, Fraction)):
            return self * (1 / Fraction(other))
        return NotImplemented

    def __rtruediv__(self, other: Rational) -> Root | Rational:
        return other * self.reciprocal()

    def reciprocal(self) -> Root | Rational:
        """1 divided by this; sums of three or more roots have none here (`EvaluationError`)."""
        if len(self.terms) > 2:
            raise EvaluationError("dividing by a sum of three or more square roots is not provided for")
        if len(self.terms) == 1:
            ((radicand, factor),) = self.terms.items()
            return Root({radicand: 1 / (factor * radicand)})
        (one, first), (two, second) = self.terms.items()
        return Root({one: first, two: -second}) * (1 / (first * first * one - second * second * two))

    def __abs__(self) -> Root:
        return self if self.sign() > 0 else -self

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Root):
            return not isinstance(self - other, Root) and self - other == 0
        return False if isinstance(other, (int, Fraction)) else NotImplemented

    def __lt__(self, other: Root | Rational) -> bool:
        if len(self.terms) == 1 and not isinstance(other, Root):
            return self._less_by_squares(other)
        difference = self - other
        if isinstance(difference, Root):
            return difference.sign() < 0
        return difference < 0

    def _less_by_squares(self, other: Rational) -> bool:
        """Is a single root less than a rational? Decided by their signs, then by their squares."""
        ((radicand, factor),) = self.terms.items()
        square = factor * factor * radicand
        if factor > 0:
            return other > 0 and square < other * other
        return other >= 0 or square > other * other

    def __hash__(self) -> int:
        return hash((self.terms.get(1, 0), len(self.terms)))

    def __repr__(self) -> str:
        return " + ".join(f"{factor}*sqrt({radicand})" for radicand, factor in self.terms.items())

    def sign(self) -> int:
        """-1 or 1; a `Root` is never 0."""
        precision = _FIRST_PRECISION
        while True:
            low, high, _ = self._between(precision)
            if low > 0:
                return 1
            if high < 0:
                return -1
            precision *= 2

    def floor(self) -> int:
        """The greatest whole number below this."""
        precision = _FIRST_PRECISION
        while True:
            low, high, scale = self._between(precision)
            if low // scale == high // scale:
                return low // scale
            precision *= 2

    def _between(self, precision: int) -> tuple[int, int, int]:
        """Whole numbers below and above this number times the scale, which is returned third."""
        denominator = lcm(*(factor.denominator for factor in self.terms.values()))
        low = high = 0
        for radicand, factor in self.terms.items():
            weight = factor.numerator * (denominator // factor.denominator)
            lower = isqrt(radicand << (2 * precision))
            upper = lower if lower * lower == radicand << (2 * precision) else lower + 1
            low += weight * (lower if weight > 0 else upper)
            high += weight * (upper if weight > 0 else lower)
        return low, high, denominator << precision


def _collected(terms: Iterable[tuple[int, Fraction]]) -> Root | Rational:
    """The sum with like radicands joined: two are alike when their product is a square."""
    joined: dict[int, Fraction] = {}
    for radicand, factor in terms:
        for known in joined:
            product = known * radicand
            side = isqrt(product)
            if side * side == product:
                joined[known] += factor * Fraction(side, known)
                break
        else:
            joined[radicand] = factor
    kept = {radicand: factor for radicand, factor in joined.items() if factor}
    if not kept:
        return 0
    if len(kept) == 1:
        ((radicand, factor),) = kept.items()
        side = isqrt(radicand)
        if side * side == radicand:
            return factor * side
    if len(kept) > bounds.ROOT_TERMS:
        raise EvaluationError("too many different square roots are added together")
    return Root(kept)


def square_root(number: Root | Rational) -> Root | Rational:
    """The exact square root. Raises `EvaluationError` for a negative number and for the root of a root."""
    if isinstance(number, Root):
        raise EvaluationError("the square root of a number that holds a square root is not provided for")
    if number < 0:
        raise EvaluationError("a negative number has no square root")
    denominator = number.denominator
    radicand = number.numerator * denominator
    side = isqrt(radicand)
    if side * side == radicand:
        return side if denominator == 1 else Fraction(side, denominator)
    outside = 1
    for prime in _SMALL_PRIMES:
        while radicand % (prime * prime) == 0:
            radicand //= prime * prime
            outside *= prime
    return Root({radicand: Fraction(outside, denominator)})
