"""Money: dollars as exact decimals with both cents, never floats."""

from __future__ import annotations

from decimal import Decimal

ZERO = Decimal("0.00")
_CENT = Decimal("0.01")


class NotCents(ValueError):
    """Not an amount of whole cents."""


def cents(amount_usd: Decimal) -> Decimal:
    """The same amount written with both cents. Raises NotCents for floats, fractions of a cent, NaN."""
    given: object = amount_usd
    if not isinstance(given, Decimal) or not given.is_finite():
        raise NotCents(f"{amount_usd!r} is not an exact amount of dollars")
    exact = amount_usd.quantize(_CENT)
    if exact != amount_usd:
        raise NotCents(f"{amount_usd} has fractions of a cent")
    return exact


def positive_cents(amount_usd: Decimal) -> Decimal:
    """As `cents`, and more than nothing."""
    exact = cents(amount_usd)
    if exact <= 0:
        raise NotCents(f"{amount_usd} is not more than nothing")
    return exact
