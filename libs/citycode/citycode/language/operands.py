"""The two sides of a statement: a value with its name, or with the formula it was computed by."""

from __future__ import annotations

from .figures import named_value, value_of
from .formulas import formula_of
from .node import Node
from .speech import Labels, Say, kept
from .trace import Trace


@kept
def operand(node: Node, formulas: bool) -> Say:
    """The value with its name; with `formulas`, a computed value shows its formula in brackets."""
    named = named_value(node)
    if named is not None:
        return named
    value = value_of(node)
    if node.kind == "choice":
        return lambda trace, labels: (
            operand_in(trace.parts[0], labels, formulas) if trace.parts else value(trace, labels)
        )
    if node.kind == "part of date":
        dated = operand(node.parts[0], formulas)
        named = _named(str(node.detail), value)
        return _explained(named, lambda trace, labels: dated(trace.parts[0], labels), formulas)
    return _explained(value, formula_of(node), formulas)


def operand_in(trace: Trace, labels: Labels, formulas: bool) -> str:
    """The same for a part that is known only once the expression was worked out."""
    return operand(trace.node, formulas)(trace, labels)


def _named(name: str, value: Say) -> Say:
    return lambda trace, labels: f"{name} {value(trace, labels)}"


def _explained(value: Say, formula: Say | None, formulas: bool) -> Say:
    """The value, and behind it in brackets how it came about."""
    if not formulas or formula is None:
        return value

    def explained(trace: Trace, labels: Labels) -> str:
        how = formula(trace, labels)
        return f"{value(trace, labels)} ({how})" if how else value(trace, labels)

    return explained
