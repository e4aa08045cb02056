"""Builders of tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from citycode.elements.tables import Band, Table
from citycode.language import (
    BARE,
    Boolean,
    Enum,
    Number,
    TableKeys,
    Text,
    Type,
    TypeSpecError,
    Value,
    unit_named,
)
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.errors import nearest
from citycode.packs.models.judging import Bands, BandSpec, TableSpec
from citycode.packs.tree import Steps

OF_ITEM = re.compile(r"([a-z][a-z0-9_]*)\[\]\.([a-z][a-z0-9_]*)")


@dataclass(frozen=True, slots=True)
class Made:
    """A table with the types of its cell and of its keys.

    `plain`: its keys are facts, so that it may be read without keys in brackets.
    """

    table: Table
    keys: TableKeys
    plain: bool


def table(ground: Ground, piece: Piece, spec: TableSpec) -> Made | None:
    """Keys are formulas over facts, or fields of items: `lot_lines[].side`."""
    formulas = ground.formulas(piece)
    banded = bool(spec.bands) or _has_bands(spec.rows)
    fields = [_field_type(ground, piece, text) for text in spec.by]
    of_items = any(OF_ITEM.fullmatch(text) for text in spec.by)
    keys = [
        formulas.compiled(("by",), text, BARE if banded and place == len(spec.by) - 1 else None)
        if not OF_ITEM.fullmatch(text)
        else None
        for place, text in enumerate(spec.by)
    ]
    types = [key.type if key is not None else field for key, field in zip(keys, fields, strict=True)]
    sound = [each for each in keys if each is not None]
    if None in types:
        return None
    if any(name.startswith("on_time(") for each in sound for name in each.facts):
        ground.log.add(
            piece.line("by"), "A table cannot go by whether an act was in time", "Ask `on_time` in a formula."
        )
        return None
    name = f"t.{piece.declared.name}"
    rows = _Rows(ground, piece, spec, types, banded).read()
    type_ = _type(ground, piece, spec, [band.cell for row in rows.values() for band in row])
    if type_ is None:
        return None
    blank = None if spec.blank in (None, "law_silent") else _cell(spec.blank)
    if banded and not isinstance(types[-1], Number):
        ground.log.add(piece.line("by"), "Bands go by a number", "Name a number last, or write rows.")
        return None
    made = Table(name, () if of_items else tuple(sound), rows, banded, blank)
    look_up = TableKeys(tuple(types), type_, made.look_up)  # type: ignore[arg-type]
    return Made(made, look_up, not of_items)


def _field_type(ground: Ground, piece: Piece, text: str) -> Type | None:
    """The type of a field of the items of a list; None for anything else, or with the error in the log."""
    named = OF_ITEM.fullmatch(text)
    if named is None:
        return None
    fact = ground.facts.get(named[1])
    fields = fact.fields if fact is not None else {}
    if named[2] in fields:
        return fields[named[2]].type
    known = [f"{name}[].{field}" for name, each in ground.facts.items() for field in each.fields]
    ground.log.add(
        piece.line("by"), f"No list of facts has `{text}`", nearest(text, known, "Fields of items:")
    )
    return None


def _cell(raw: object) -> Value:
    if isinstance(raw, Decimal | int):
        exact = Fraction(raw)
        return exact.numerator if exact.denominator == 1 else exact
    return str(raw)


def _has_bands(row: object) -> bool:
    if isinstance(row, Mapping):
        return any(_has_bands(each) for each in row.values())
    return isinstance(row, tuple)


def _bands(ground: Ground, piece: Piece, specs: Bands, steps: Steps) -> tuple[Band, ...]:
    """Ends that are not stated are those of the neighbors."""
    bands: list[Band] = []
    for place, each in enumerate(specs):
        after = specs[place + 1] if place + 1 < len(specs) else None
        before = specs[place - 1] if place else None
        bands.append(_band(each, before, after))
    for place, (lower, upper) in enumerate(pairwise(bands)):
        _require_order(ground, piece, (*steps, place + 1), lower, upper)
    return tuple(bands)


def _band(each: BandSpec, before: BandSpec | None, after: BandSpec | None) -> Band:
    low, low_included = each.first, True
    if each.above is not None:
        low, low_included = each.above, False
    if low is None and before is not None:
        low, low_included = before.through, False
        if low is None:
            low, low_included = before.below, True
    high, high_included = each.through, True
    if each.below is not None:
        high, high_included = each.below, False
    if high is None and after is not None:
        high, high_included = after.first, False
        if high is None:
            high, high_included = after.above, True
    return Band(
        None if low is None else Fraction(low),
        low_included,
        None if high is None else Fraction(high),
        high_included,
        _cell(each.is_),
        each.id,
    )


def _require_order(ground: Ground, piece: Piece, steps: Steps, lower: Band, upper: Band) -> None:
    line = piece.line(*steps)
    if lower.high is None or upper.low is None or lower.high > upper.low or (
        lower.high == upper.low and lower.high_included and upper.low_included
    ):  # fmt: skip
        ground.log.add(
            line,
            "Two bands hold the same number",
            "Let a band begin where the one before ends: `through` and `above`.",
        )


@dataclass(frozen=True, slots=True)
class _Rows:
    """Reads the rows of a table whose keys have these types."""

    ground: Ground
    piece: Piece
    spec: TableSpec
    keys: Sequence[Type | None]
    banded: bool

    def read(self) -> Mapping[tuple[str, ...], tuple[Band, ...]]:
        """Each row by its words."""
        if self.spec.bands:
            return {(): _bands(self.ground, self.piece, self.spec.bands, ("bands",))}
        return dict(self._walk(self.spec.rows, ()))

    def _walk(self, row: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], tuple[Band, ...]]]:
        words = len(self.keys) - self.banded
        if len(path) < words and isinstance(row, Mapping):
            for key, inner in row.items():
                self._require_key(key, path)
                yield from self._walk(inner, (*path, key))
        elif len(path) == words and isinstance(row, tuple):
            yield path, _bands(self.ground, self.piece, row, ("rows", *path))
        elif len(path) == words and not self.banded and not isinstance(row, Mapping):
            yield path, (Band(None, False, None, False, _cell(row)),)
        else:
            last = ", the last one as a list of bands" if self.banded else ""
            self.ground.log.add(
                self.piece.line("rows", *path),
                f"This row needs {len(self.keys)} keys",
                f"Nest one mapping per key of `by`{last}.",
            )

    def _require_key(self, key: str, path: tuple[str, ...]) -> None:
        type_, by = self.keys[len(path)], self.spec.by[len(path)]
        values = type_.values if isinstance(type_, Enum) else ("true", "false")
        if isinstance(type_, Enum | Boolean) and key not in values:
            self.ground.log.add(
                self.piece.line("rows", *path, key),
                f"`{key}` is no value of `{by}`",
                nearest(key, values, "Its values:"),
            )


def _type(ground: Ground, piece: Piece, spec: TableSpec, stated: list[Value]) -> Type | None:
    numbers = [isinstance(each, int | Fraction) for each in stated]
    if all(numbers):
        try:
            return Number(unit_named(spec.unit)) if spec.unit else BARE
        except TypeSpecError as wrong:
            ground.log.add(piece.line("unit"), wrong.message, wrong.mend)
            return None
    if any(numbers):
        ground.log.add(
            piece.line(), "Cells hold both numbers and words", "Let all cells of a table be alike."
        )
        return None
    words = dict.fromkeys(str(each) for each in stated)
    if spec.blank not in (None, "law_silent"):
        words[str(spec.blank)] = None
    return Enum(tuple(words)) if words else Text()
