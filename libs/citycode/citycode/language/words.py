"""Sentences a clerk can read, from the working of an expression."""

from __future__ import annotations

from typing import NamedTuple

from .figures import value_words
from .labels import fact_label
from .node import Node
from .operands import operand
from .speech import Labels, Say, kept
from .statements import statement
from .steps import equation, steps_of
from .trace import Trace
from .types import Boolean
from .values import Missing

__all__ = ["Wording", "equation", "explain", "fact_label", "render", "value_words"]


class Wording(NamedTuple):
    """`sentence` states what is so ("lot area 39.9 acres is less than 40 acres"); `steps` show the
    arithmetic in order.
    """

    sentence: str
    steps: tuple[str, ...]


def explain(trace: Trace, labels: Labels) -> Wording:
    """What is so, and its arithmetic, in words.

    `labels` maps fact names to what people call them: "lot_area_acres" → "lot area"; an item of a list as
    "walls[]" → "wall", its fields as "walls[].length" → "length"; wordings of enum values as
    "zoning_district=RR" → "Rural Residential"; a clock as "on_time(id)". A name without label is shown as
    its words without the unit.
    """
    node = trace.node
    return Wording(_outcome(node, True)(trace, labels), steps_of(trace, labels) if node.shows_steps else ())


def render(trace: Trace, labels: Labels, subject: str = "") -> str:
    """Steps and outcome on one line, after the name of what they are about:

    "wall 2: 15 × √(length 100 ft) = 150 sq ft; sign area 151 sq ft is more than 150 sq ft".
    """
    line = "; ".join(dict.fromkeys([*steps_of(trace, labels), _outcome(trace.node, False)(trace, labels)]))
    return f"{subject}: {line}" if subject else line


@kept
def _outcome(node: Node, formulas: bool) -> Say:
    """What is so, or what it comes to."""
    stated = statement(node, formulas)
    if isinstance(node.type, Boolean):
        return stated
    told = operand(node, formulas)
    return lambda trace, labels: (stated if trace.value.__class__ is Missing else told)(trace, labels)
