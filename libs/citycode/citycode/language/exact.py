"""Exact arithmetic: whole numbers where possible, fractions where needed, roots where law writes them."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

from . import bounds
from .errors import EvaluationError
from .roots import Root
from .values import Exact

_LIMIT = 1 << bounds.RESULT_BITS


def bounded(number: Exact) -> Exact:
    """`number` itself, a whole fraction as an `int`.

    Raises `EvaluationError` when it has grown past any figure of a city's law.
    """
    if isinstance(number, int):
        if -_LIMIT < number < _LIMIT:
            return number
    elif isinstance(number, Fraction):
        above, below = number.numerator, number.denominator
        if below == 1 and -_LIMIT < above < _LIMIT:
            return above
        if -_LIMIT < above < _LIMIT and below < _LIMIT:
            return number
    elif all(_fits(radicand, factor) for radicand, factor in number.terms.items()):
        return number
    raise EvaluationError("the result is too large to compute with")


def _fits(radicand: int, factor: Fraction) -> bool:
    return radicand < _LIMIT and -_LIMIT < factor.numerator < _LIMIT and factor.denominator < _LIMIT


def plus(left: Exact, right: Exact) -> Exact:
    return bounded(left + right)


def minus(left: Exact, right: Exact) -> Exact:
    return bounded(left - right)


def times(left: Exact, right: Exact) -> Exact:
    return bounded(left * right)


def divided(left: Exact, right: Exact) -> Exact:
    """The exact quotient; raises `EvaluationError` for a divisor of zero."""
    if not right:
        raise EvaluationError("division by zero")
    if isinstance(left, int) and isinstance(right, int):
        quotient, rest = divmod(left, right)
        return Fraction(left, right) if rest else quotient
    return bounded(_quotient(left, right))


def _quotient(left: Exact, right: Exact) -> Exact:
    """Never through a binary float: one side is a fraction or a root."""
    whole = Fraction(left) if isinstance(left, int) else left
    return whole / right


def rounded_down(number: Exact) -> int:
    return number.floor() if isinstance(number, Root) else floor(number)


def rounded_up(number: Exact) -> int:
    return number.floor() + 1 if isinstance(number, Root) else ceil(number)


def rounded(number: Exact, places: int = 0) -> int | Fraction:
    """To `places` decimals, a half away from zero: 2.345 → 2.35, -2.345 → -2.35."""
    return rational_near(number, places)


def rational_near(number: Exact, places: int) -> int | Fraction:
    """The rational number with `places` decimals that is nearest, a half away from zero."""
    scale = 10**places
    size = rounded_down(abs(number) * scale + Fraction(1, 2))
    near = Fraction(-size if number < 0 else size, scale)
    return near.numerator if near.denominator == 1 else near
