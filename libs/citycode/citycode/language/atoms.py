"""The named units of measure and their sizes, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Atom:
    """One named unit: its dimension as (base, exponent), its size in the base unit, and how a clerk reads
    it.
    """

    dimension: tuple[str, int]
    factor: Fraction
    one: str
    many: str


def _atom(base: str, exponent: int, factor: Fraction | int, one: str, many: str | None = None) -> Atom:
    return Atom((base, exponent), Fraction(factor), one, many or one)


_METER_FT = Fraction(10_000, 3_048)  # international foot: 0.3048 m exactly

ATOMS: dict[str, Atom] = {
    "in": _atom("length", 1, Fraction(1, 12), "in"),
    "ft": _atom("length", 1, 1, "ft"),
    "yd": _atom("length", 1, 3, "yd"),
    "mi": _atom("length", 1, 5_280, "mi"),
    "cm": _atom("length", 1, _METER_FT / 100, "cm"),
    "m": _atom("length", 1, _METER_FT, "m"),
    "acre": _atom("length", 2, 43_560, "acre", "acres"),
    "gal": _atom("length", 3, Fraction(231, 1_728), "gal"),
    "second": _atom("time", 1, Fraction(1, 86_400), "second", "seconds"),
    "minute": _atom("time", 1, Fraction(1, 1_440), "minute", "minutes"),
    "hour": _atom("time", 1, Fraction(1, 24), "hour", "hours"),
    "day": _atom("time", 1, 1, "day", "days"),
    "week": _atom("time", 1, 7, "week", "weeks"),
    "month": _atom("calendar", 1, 1, "month", "months"),
    "year": _atom("calendar", 1, 12, "year", "years"),
    "usd": _atom("money", 1, 1, "dollar", "dollars"),
    "percent": _atom("ratio", 0, Fraction(1, 100), "%"),
    "lb": _atom("weight", 1, 1, "lb"),
    "ton": _atom("weight", 1, 2_000, "ton", "tons"),
    "degree": _atom("angle", 1, 1, "degree", "degrees"),
    "fahrenheit": _atom("temperature", 1, 1, "°F"),
    "footcandle": _atom("illuminance", 1, 1, "foot-candle", "foot-candles"),
    "lumen": _atom("luminous flux", 1, 1, "lumen", "lumens"),
    "decibel": _atom("sound level", 1, 1, "decibel", "decibels"),
    "ampere": _atom("electric current", 1, 1, "ampere", "amperes"),
    "volt": _atom("voltage", 1, 1, "volt", "volts"),
    "watt": _atom("power", 1, 1, "watt", "watts"),
    "kilowatt": _atom("power", 1, 1_000, "kilowatt", "kilowatts"),
}
