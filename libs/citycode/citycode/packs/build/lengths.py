"""Lengths of time that no fact plays a part in."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from citycode.calendar import Length
from citycode.language import BARE, Known
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.formulas import Formulas
from citycode.packs.models.parts import LengthSpec
from citycode.packs.tree import Steps


def fixed_length(
    ground: Ground, piece: Piece, spec: LengthSpec, formulas: Formulas, *steps: str | int
) -> Length | None:
    """None with the error in the log, where it depends on facts or cannot be counted."""
    unit, text = spec.stated()
    where: Steps = tuple(steps)
    number = formulas.compiled((*where, unit), text, BARE)
    if number is None:
        return None
    found = number.evaluate({})
    key = next(each for each in reversed(where) if isinstance(each, str))
    if not isinstance(found, Known):
        ground.log.add(
            piece.line(*where), f"`{key}` must not depend on facts", "Write its number, or v.<name>."
        )
        return None
    try:
        return Length(cast("int | Fraction", found.value), unit)
    except ValueError as wrong:
        ground.log.add(piece.line(*where), str(wrong), "Write a length that can be counted.")
        return None


def length_words(spec: LengthSpec | None) -> str | None:
    """`1 year`, `v.every_years years`: as the pack states it."""
    if spec is None:
        return None
    unit, number = spec.stated()
    words = unit.replace("_", " ")
    return f"{number} {words.removesuffix('s') if number == '1' else words}"
