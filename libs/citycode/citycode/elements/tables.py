"""Tables of the law: rows of up to three words, yes and no, each with bands of a number or one plain cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from citycode.elements.asking import SILENT, Asked, Broken, answer
from citycode.language import Binding, Expression, Missing, Value


@dataclass(frozen=True, slots=True)
class Band:
    """`low` and `high` with whether the number itself belongs to the band; None is open.

    `rule` is the rule of the inventory that states this row, where each row is one of its own.
    """

    low: Fraction | None
    low_included: bool
    high: Fraction | None
    high_included: bool
    cell: Value
    rule: str | None = None

    def holds(self, number: int | Fraction) -> bool:
        above = self.low is None or number > self.low or (self.low_included and number == self.low)
        below = self.high is None or number < self.high or (self.high_included and number == self.high)
        return above and below


@dataclass(frozen=True, slots=True)
class Table:
    """`name` as formulas read it (`t.setback`).

    `keys` are formulas over the facts, none for a table that goes by fields of items and is only looked up
    by keys in brackets. `rows` are found by words; with `banded` by all words but the last key, a number
    that chooses among the bands of the row. A plain cell is a band that is open on both sides. `blank` is the
    cell where the table has none, None: law silent.
    """

    name: str
    keys: tuple[Expression, ...]
    rows: Mapping[tuple[str, ...], tuple[Band, ...]]
    banded: bool
    blank: Value | None

    def look_up(self, *keys: Value) -> Binding:
        """The cell for these keys, or the mark that the law leaves it open."""
        band = _band(self, keys)
        found = band.cell if band is not None else self.blank
        return Missing(frozenset({f"{SILENT}{self.name}"})) if found is None else found


def cell(table: Table, asked: Asked) -> Binding:
    """The cell for the facts; Missing names the facts that choose it, or marks that the law is silent."""
    keys: list[Value] = []
    missing: frozenset[str] = frozenset()
    for key in table.keys:
        found = answer(key, asked)
        if isinstance(found, Missing):
            missing |= found.facts
        elif isinstance(found, Broken):
            missing |= {f"{SILENT}{table.name}"}
        else:
            keys.append(found.value)
    if missing:
        return Missing(missing)
    return table.look_up(*keys)


def row_rule(table: Table, asked: Asked) -> str | None:
    """The rule that states the row the facts choose."""
    if not table.banded or not table.keys:
        return None
    keys: list[Value] = []
    for key in table.keys:
        found = answer(key, asked)
        if isinstance(found, Missing | Broken):
            return None
        keys.append(found.value)
    band = _band(table, keys)
    return band.rule if band is not None else None


def _band(table: Table, keys: Sequence[Value]) -> Band | None:
    """The band that holds the number, in the row of the words before it."""
    *words, number = keys if table.banded else (*keys, 0)
    if not isinstance(number, int | Fraction):
        raise TypeError(f"{table.name} goes by a number, not by {number!r}")
    return next((band for band in table.rows.get(_words(words), ()) if band.holds(number)), None)


def _words(keys: Sequence[Value]) -> tuple[str, ...]:
    """As a pack writes them."""
    return tuple([str(each).lower() if isinstance(each, bool) else str(each) for each in keys])
