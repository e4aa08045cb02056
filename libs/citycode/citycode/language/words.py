"""Sentences a clerk can read, from the working of an expression."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from .labels import fact_label
from .node import STEPPED
from .operands import value_words
from .statements import ITEMS_SHOWN, Statements
from .trace import Trace
from .types import Boolean
from .values import Missing

__all__ = ["Wording", "explain", "fact_label", "render", "value_words"]

ITEMS_COUNTED = 12

_FORMULAS = STEPPED - {"count", "choice", "definition"}


class Wording(NamedTuple):
    """`sentence` states what is so ("lot area 39.9 acres is less than 40 acres"); `steps` show the
    arithmetic in order.
    """

    sentence: str
    steps: tuple[str, ...]


def explain(trace: Trace, labels: Mapping[str, str]) -> Wording:
    """What is so, and its arithmetic, in words.

    `labels` maps fact names to what people call them: "lot_area_acres" → "lot area"; an item of a list as
    "walls[]" → "wall", its fields as "walls[].length" → "length"; wordings of enum values as
    "zoning_district=RR" → "Rural Residential"; a clock as "on_time(id)". A name without label is shown as
    its words without the unit.
    """
    return Wording(
        _outcome(trace, Statements(labels)), tuple(_steps(trace, Statements(labels, formulas=False)))
    )


def render(trace: Trace, labels: Mapping[str, str], subject: str = "") -> str:
    """Steps and outcome on one line, after the name of what they are about:

    "wall 2: 15 × √(length 100 ft) = 150 sq ft; sign area 151 sq ft is more than 150 sq ft".
    """
    speech = Statements(labels, formulas=False)
    outcome = _outcome(trace, speech)
    line = "; ".join(dict.fromkeys([*_steps(trace, speech), outcome]))
    return f"{subject}: {line}" if subject else line


def _outcome(trace: Trace, speech: Statements) -> str:
    if trace.node.type.__class__ is Boolean or trace.value.__class__ is Missing:
        return speech.statement(trace)
    return speech.operand(trace)


def _steps(trace: Trace, speech: Statements) -> tuple[str, ...]:
    if not trace.node.shows_steps:
        return ()
    steps: list[str] = []
    _collect(trace, speech, steps, "", shown=False)
    return tuple(dict.fromkeys(steps))


def _collect(trace: Trace, speech: Statements, steps: list[str], subject: str, shown: bool) -> None:
    """Add the steps of the parts, then of `trace` itself unless its formula is already `shown` in a larger
    one.

    Steps that belong to one item of a list begin with its name.
    """
    if trace.kind in ("any", "all"):
        for item in speech.deciding(trace)[:ITEMS_SHOWN]:
            _collect_parts(item, speech, steps, f"{speech.name(item)}: ")
        return
    _collect_parts(trace, speech, steps, subject)
    if shown or trace.value.__class__ is Missing:
        return
    step = _step(trace, speech)
    if step:
        steps.append(subject + step)


def _collect_parts(trace: Trace, speech: Statements, steps: list[str], subject: str) -> None:
    for part in trace.parts:
        if part.kind == "item" and part.parts:
            for inner in part.parts:
                _collect(inner, speech, steps, f"{speech.name(part)}: ", shown=False)
        elif part.node.shows_steps:
            _collect(part, speech, steps, subject, trace.kind == "definition" or speech.inlines(trace, part))


def _step(trace: Trace, speech: Statements) -> str:
    kind = trace.kind
    if kind in _FORMULAS:
        formula, value = speech.formula(trace), speech.value(trace)
        return "" if formula in ("", value) else equation(formula, value)
    if kind == "definition" and not isinstance(trace.type, Boolean):
        formula = speech.formula(trace.parts[0])
        return f"{speech.name(trace)}: {equation(formula, speech.value(trace))}" if formula else ""
    if kind == "choice" and len(trace.parts) == 2 and not isinstance(trace.type, Boolean):
        return f"{speech.value(trace)} applies because {speech.statement(trace.parts[1])}"
    if kind == "count" and trace.detail.condition is not None:
        counted = [speech.name(item) for item in trace.parts if item.value is True]
        names = f" ({', '.join(counted[:ITEMS_COUNTED])}{' …' if len(counted) > ITEMS_COUNTED else ''})"
        total = f"{len(counted)} of {len(trace.parts)} {speech.list_name(trace)} counted"
        return total + (names if counted else "")
    return ""


def equation(formula: str, value: str) -> str:
    """ "15 × 10 ft = 150 ft", or "… ≈ 142.3025 ft" where the value is rounded."""
    return f"{formula} {value}" if value.startswith("≈") else f"{formula} = {value}"
