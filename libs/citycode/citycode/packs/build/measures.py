"""Builders of measures and computed definitions."""

from __future__ import annotations

from citycode.elements.measures import Measure
from citycode.language import Number, TypeSpecError, unit_named
from citycode.packs.build.ground import Ground, Piece
from citycode.packs.models.judging import MeasureSpec
from citycode.packs.models.procedure import DefinitionSpec


def measure(ground: Ground, piece: Piece, spec: MeasureSpec | DefinitionSpec, name: str) -> Measure | None:
    """Compiled in the scope of what stands before it; None with the error in the log."""
    try:
        expects = Number(unit_named(spec.unit)) if spec.unit is not None else None
    except TypeSpecError as wrong:
        ground.log.add(piece.line("unit"), wrong.message, wrong.mend)
        return None
    formulas = ground.formulas(piece)
    expression = formulas.compiled(("is",), spec.is_, expects)
    when = formulas.condition(("when",), spec.when)
    if expression is None or (spec.when is not None and when is None):
        return None
    decimals = spec.decimals if isinstance(spec, MeasureSpec) else None
    if decimals is not None and not isinstance(expression.type, Number):
        ground.log.add(piece.line("decimals"), "`decimals` is of a number", "Remove `decimals:`.")
        return None
    unit = expression.type.unit.name if isinstance(expression.type, Number) else None
    label = spec.label or spec.name or name
    return Measure(ground.cited(piece), name, label, unit, when, expression, decimals)
