"""Builders of tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise

from citycode.elements.tables import Band, Table, looked_up
from citycode.language import BARE, Enum, Number, TableKeys, Text, Type, TypeSpecError, Value, unit_named
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.errors import nearest
from citycode.packs.models.judging import BandSpec, TableSpec

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
    expects = BARE if spec.bands else None
    fields = [_field_type(ground, piece, text) for text in spec.by]
    of_items = any(OF_ITEM.fullmatch(text) for text in spec.by)
    keys = [
        formulas.compiled(("by",), text, expects) if not OF_ITEM.fullmatch(text) else None for text in spec.by
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
    bands = _bands(ground, piece, spec)
    cells = _cells(ground, piece, spec, types)
    stated = [band.cell for band in bands] + list(cells.values())
    type_ = _type(ground, piece, spec, stated)
    if type_ is None:
        return None
    blank = None if spec.blank in (None, "law_silent") else _cell(spec.blank)
    if spec.bands and not isinstance(types[0], Number):
        ground.log.add(piece.line("by"), "Bands go by a number", "Name a number, or write rows.")
        return None
    made = Table(name, () if of_items else tuple(sound), bands, cells, blank)
    look_up = TableKeys(tuple(types), type_, lambda *found: looked_up(made, found))  # type: ignore[arg-type]
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


def _bands(ground: Ground, piece: Piece, spec: TableSpec) -> tuple[Band, ...]:
    """Ends that are not stated are those of the neighbors."""
    bands: list[Band] = []
    for place, each in enumerate(spec.bands):
        after = spec.bands[place + 1] if place + 1 < len(spec.bands) else None
        before = spec.bands[place - 1] if place else None
        bands.append(_band(each, before, after))
    for place, (lower, upper) in enumerate(pairwise(bands)):
        _require_order(ground, piece, place + 1, lower, upper)
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


def _require_order(ground: Ground, piece: Piece, place: int, lower: Band, upper: Band) -> None:
    line = piece.line("bands", place)
    if lower.high is None or upper.low is None or lower.high > upper.low or (
        lower.high == upper.low and lower.high_included and upper.low_included
    ):  # fmt: skip
        ground.log.add(
            line,
            "Two bands hold the same number",
            "Let a band begin where the one before ends: `through` and `above`.",
        )


def _cells(
    ground: Ground, piece: Piece, spec: TableSpec, keys: Sequence[Type | None]
) -> Mapping[tuple[str, ...], Value]:
    cells: dict[tuple[str, ...], Value] = {}

    def walk(node: object, path: tuple[str, ...]) -> None:
        if len(path) == len(keys):
            cells[path] = _cell(node)
        elif isinstance(node, Mapping):
            for key, inner in node.items():
                _require_key(ground, piece, spec.by[len(path)], keys[len(path)], str(key), path)
                walk(inner, (*path, str(key)))
        else:
            ground.log.add(
                piece.line("rows", *path),
                f"This row needs {len(keys)} keys",
                "Nest one mapping per key of `by`.",
            )

    walk(spec.rows, ())
    return cells


def _require_key(
    ground: Ground, piece: Piece, by: str, type_: Type | None, key: str, path: tuple[str, ...]
) -> None:
    if isinstance(type_, Enum) and key not in type_.values:
        ground.log.add(
            piece.line("rows", *path, key),
            f"`{key}` is no value of `{by}`",
            nearest(key, type_.values, "Its values:"),
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
