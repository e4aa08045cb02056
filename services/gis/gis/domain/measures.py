"""Lengths and areas: the international foot, exactly 0.3048 m; distances to the thousandth of a foot."""

from decimal import ROUND_HALF_UP, Decimal

FOOT_M = 0.3048
ACRE_SQM = 43_560 * FOOT_M**2
THOUSANDTH = Decimal("0.001")


def feet(meters: float) -> Decimal:
    """Give meters in feet, rounded to the thousandth: what is printed is what was compared with a limit.

    A thousandth of a foot is 0.3 mm, far below what any survey or outline holds and far above the noise of
    floating point, so a place at exactly 350 ft is within 350 ft.
    """
    return Decimal(repr(meters / FOOT_M)).quantize(THOUSANDTH, ROUND_HALF_UP)


def acres(square_meters: float) -> Decimal:
    """Give square meters in acres, rounded to the ten-thousandth (4 square feet)."""
    return Decimal(repr(square_meters / ACRE_SQM)).quantize(Decimal("0.0001"), ROUND_HALF_UP)


def square_feet(square_meters: float) -> Decimal:
    """Give square meters in square feet, rounded to the hundredth."""
    return Decimal(repr(square_meters / FOOT_M**2)).quantize(Decimal("0.01"), ROUND_HALF_UP)


def percent(part: float, whole: float) -> Decimal:
    """Give a share in percent, rounded to the thousandth."""
    return Decimal(repr(100 * part / whole)).quantize(THOUSANDTH, ROUND_HALF_UP)
