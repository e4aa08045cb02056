"""Units of measure, kept as exact fractions of a base unit per dimension.

A `Unit` is a product of named atoms with whole exponents: square feet are feet to the second, "cuyd/acre"
is cubic yards per acre. Two units convert only within one dimension. Calendar months and years are a
dimension of their own: a month has no fixed number of days.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from .atoms import ATOMS
from .errors import TypeSpecError

_POWERS: dict[str, tuple[str, int]] = {
    "sqin": ("in", 2),
    "sqft": ("ft", 2),
    "sqyd": ("yd", 2),
    "sqmi": ("mi", 2),
    "sqm": ("m", 2),
    "cuft": ("ft", 3),
    "cuyd": ("yd", 3),
    "cum": ("m", 3),
}
_POWER_NAMES = {power: name for name, power in _POWERS.items()}
_RATES: dict[str, tuple[tuple[str, int], ...]] = {"mph": (("hour", -1), ("mi", 1))}
"""Rates that have a name of their own, which is also how they are read."""
_RATE_NAMES = {atoms: name for name, atoms in _RATES.items()}
_MEASURED = {1: "", 2: "sq ", 3: "cu "}


@dataclass(frozen=True, slots=True)
class Unit:
    """A product of atoms with exponents, sorted by name. The empty product is a plain number (a count, a
    ratio).
    """

    atoms: tuple[tuple[str, int], ...] = ()

    @property
    def plain(self) -> bool:
        """Is this a number without a unit?"""
        return not self.atoms

    @property
    def percent(self) -> bool:
        return self.atoms == (("percent", 1),)

    @property
    def money(self) -> bool:
        return self.atoms == (("usd", 1),)

    @property
    def dimension(self) -> tuple[tuple[str, int], ...]:
        """Exponents by base dimension; equal dimensions convert into one another."""
        totals: dict[str, int] = {}
        for name, exponent in self.atoms:
            base, power = ATOMS[name].dimension
            totals[base] = totals.get(base, 0) + power * exponent
        return tuple(sorted((base, power) for base, power in totals.items() if power))

    @property
    def factor(self) -> Fraction:
        """Size in base units (feet, days, months, dollars, pounds …)."""
        size = Fraction(1)
        for name, exponent in self.atoms:
            size *= ATOMS[name].factor ** exponent
        return size

    @property
    def name(self) -> str:
        """The spelling used in packs: "sqft", "cuyd/acre", "mph"; "count" for a plain number."""
        if self.atoms in _RATE_NAMES:
            return _RATE_NAMES[self.atoms]
        over = [_power_name(name, power) for name, power in self.atoms if power > 0]
        under = [_power_name(name, -power) for name, power in self.atoms if power < 0]
        if not over and not under:
            return "count"
        return "*".join(over or ["1"]) + "".join(f"/{part}" for part in under)

    def words(self, singular: bool = False) -> str:
        """How a clerk reads the unit: "sq ft", "acres", "cu yd per acre"; empty for a plain number."""
        if self.atoms in _RATE_NAMES:
            return _RATE_NAMES[self.atoms]
        over = [_power_words(name, power, singular) for name, power in self.atoms if power > 0]
        under = [_power_words(name, -power, True) for name, power in self.atoms if power < 0]
        return " ".join([" ".join(over), *(f"per {part}" for part in under)]).strip()

    def times(self, other: Unit) -> Unit:
        return _product(self.atoms, other.atoms)

    def over(self, other: Unit) -> Unit:
        return _product(self.atoms, tuple((name, -power) for name, power in other.atoms))

    def root(self) -> Unit | None:
        """The unit whose square this is (feet of square feet), or None."""
        if any(power % 2 for _, power in self.atoms):
            return None
        return Unit(tuple((name, power // 2) for name, power in self.atoms))

    def __str__(self) -> str:
        return self.name


PLAIN = Unit()


def _product(left: tuple[tuple[str, int], ...], right: tuple[tuple[str, int], ...]) -> Unit:
    powers = dict(left)
    for name, power in right:
        powers[name] = powers.get(name, 0) + power
    return Unit(tuple(sorted((name, power) for name, power in powers.items() if power)))


def _power_name(atom: str, power: int) -> str:
    if power == 1:
        return atom
    return _POWER_NAMES.get((atom, power), f"{atom}^{power}")


def _power_words(atom: str, power: int, singular: bool) -> str:
    word = ATOMS[atom].one if singular else ATOMS[atom].many
    return f"{_MEASURED[power]}{word}" if power in _MEASURED else f"{word}^{power}"


_PART = re.compile(r"([*/]?)\s*([a-z]+)(?:\^([1-9]))?\s*")


@lru_cache(maxsize=512)
def unit_named(text: str) -> Unit:
    """The unit a pack names: "sqft", "acre", "usd", "percent", "count", "cuyd/acre".

    Raises `TypeSpecError` for an unknown name, with the nearest known ones.
    """
    stripped = text.strip()
    if stripped in ("count", "1", ""):
        return PLAIN
    if stripped in _RATES:
        return Unit(_RATES[stripped])
    unit, place = PLAIN, 0
    while place < len(stripped):
        part = _PART.match(stripped, place)
        if part is None or (place and not part[1]) or (not place and part[1]):
            raise _unknown(text)
        step = _single(part[2], int(part[3] or 1), text)
        unit = unit.over(step) if part[1] == "/" else unit.times(step)
        place = part.end()
    return unit


def _single(name: str, power: int, text: str) -> Unit:
    if name in _POWERS:
        atom, own = _POWERS[name]
        return Unit(((atom, own * power),))
    if name in ATOMS:
        return Unit(((name, power),))
    if name == "count":
        return PLAIN
    raise _unknown(text, name)


def _unknown(text: str, name: str | None = None) -> TypeSpecError:
    known = [*ATOMS, *_POWERS, *_RATES, "count"]
    near = difflib.get_close_matches(name or text, known, n=3, cutoff=0.5)
    all_of_them = (
        f"Known units: {', '.join(sorted(known))}; joined by * and /. A mere number or share is `count`."
    )
    mend = f"Did you mean {' or '.join(near)}? {all_of_them}" if near else all_of_them
    return TypeSpecError(f"There is no unit {text!r}", mend)


def converts(source: Unit, target: Unit) -> bool:
    """Do both measure the same thing, so that a fixed factor leads from one to the other?"""
    return source.dimension == target.dimension


def conversion(source: Unit, target: Unit) -> Fraction:
    """The factor that turns a number of `source` into a number of `target`; raises `TypeSpecError` across
    dimensions.
    """
    if not converts(source, target):
        raise TypeSpecError(
            f"{source.words() or 'A plain number'} cannot become {target.words() or 'a plain number'}",
            "Only units that measure the same thing convert.",
        )
    return source.factor / target.factor
