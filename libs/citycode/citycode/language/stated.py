"""Stated numbers, read exactly, and stated values as a refusal repeats them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from . import bounds

_DECIMAL = re.compile(r"-?\d+(\.\d+)?", re.ASCII)
_FRACTION = re.compile(r"(-?\d+)/(\d+)", re.ASCII)
_FLOAT = re.compile(r"(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?", re.ASCII)
SHOWN = 40
"""So many characters of a stated value are repeated in a message."""


def stated_number(raw: Any, _: Any = None) -> int | Fraction:
    """The exact number; raises `ValueError` saying what is needed."""
    if isinstance(raw, bool):
        raise ValueError(f"a number is needed, not {shown(raw)}")
    number: int | Fraction
    if isinstance(raw, int | Fraction):
        number = raw
    elif isinstance(raw, float | Decimal):
        number = _decimal(repr(raw) if isinstance(raw, float) else str(raw), raw)
    elif isinstance(raw, str):
        number = _written(raw)
    else:
        raise ValueError(f"a number is needed, not {shown(raw)}")
    if abs(number) >= 10**bounds.FACT_WHOLE_DIGITS:
        raise ValueError(
            f"the number has more than {bounds.FACT_WHOLE_DIGITS} digits before the decimal point"
        )
    return number.numerator if number.denominator == 1 else number


def _written(raw: str) -> Fraction:
    if len(raw) > 2 * SHOWN:
        raise ValueError("the number is too long")
    if _DECIMAL.fullmatch(raw):
        return _decimal(raw, raw)
    parts = _FRACTION.fullmatch(raw)
    if parts is None:
        raise ValueError(f"a number like 39.9 or 1/3 is needed, not {shown(raw)}")
    below = int(parts[2])
    if not 0 < below <= bounds.FACT_DENOMINATOR:
        raise ValueError(f"a fraction is divided by 1 to {bounds.FACT_DENOMINATOR:,}")
    return Fraction(int(parts[1]), below)


def _decimal(text: str, raw: Any) -> Fraction:
    """A decimal, with the bounds looked at before any power of ten is made."""
    parts = _FLOAT.fullmatch(text)
    if parts is None:
        raise ValueError(f"a finite number is needed, not {shown(raw)}")
    exponent = int((parts[3] or "0")[:5])  # a longer one is out of bounds either way
    decimals = (parts[2] or "").rstrip("0")
    if len(decimals) - exponent > bounds.FACT_DECIMAL_PLACES and any(map(str.isdigit, text.strip("-0."))):
        raise ValueError(f"the number has more than {bounds.FACT_DECIMAL_PLACES} decimal places")
    if exponent > 2 * bounds.FACT_WHOLE_DIGITS or len(parts[1]) > 2 * bounds.FACT_WHOLE_DIGITS:
        raise ValueError(
            f"the number has more than {bounds.FACT_WHOLE_DIGITS} digits before the decimal point"
        )
    return Fraction(int(parts[1] + decimals)) * Fraction(10) ** (exponent - len(decimals))


def shown(raw: object) -> str:
    """What was stated, short enough to print; never the content of objects and lists."""
    if raw is None:
        return "null"
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, str):
        return f"“{raw[:SHOWN]}{'…' if len(raw) > SHOWN else ''}”"
    if isinstance(raw, Mapping):
        return "an object"
    if isinstance(raw, list | tuple):
        return "a list"
    if isinstance(raw, int) and raw.bit_length() > 128:
        return "a huge number"
    return str(raw)[:SHOWN]
