"""A compiled expression: its type, the facts it reads, its value and its working."""

from __future__ import annotations

from collections.abc import Mapping

from . import arithmetic, comparison, functions, lists, logic, names, numbers, times  # noqa: F401 – registers forms
from .checker import Checker
from .errors import ExpressionError
from .naming import adopt, type_words
from .node import Node
from .scope import Scope
from .syntax import parse
from .trace import Trace
from .types import Enum, ListOf, Number, Record, Text, Type
from .values import Binding, Known, Missing


class Expression:
    """Compiled once, evaluated often; immutable and safe to share between threads."""

    __slots__ = ("_blank", "_node", "facts", "scope", "text", "type")

    def __init__(self, text: str, scope: Scope, node: Node, places: int) -> None:
        self.text = text
        self.scope = scope
        self.type: Type = node.type
        self.facts: frozenset[str] = node.facts
        """Every name it may read, definitions included ("lot_area", "t.setback", "on_time(id)")."""
        self._node = node
        self._blank: tuple[None, ...] = (None,) * (places - 1)

    def evaluate(self, bindings: Mapping[str, Binding]) -> Known | Missing:
        """The exact answer, or all facts that are needed and not stated. Raises `EvaluationError`."""
        value = self._node.run([bindings, *self._blank])
        return value if value.__class__ is Missing else Known(value)

    def trace(self, bindings: Mapping[str, Binding]) -> Trace:
        """The working: every subexpression that was looked at, with its value. Raises `EvaluationError`."""
        return self._node.work([bindings, *self._blank])

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


def compile_expression(text: str, scope: Scope, expects: Type | None = None) -> Expression:
    """Compile `text`; with `expects`, refuse any other type (a bare number takes the expected unit).

    Raises `ExpressionError` with column, what is wrong and the mend.
    """
    source = parse(text)
    checker = Checker(source, scope)
    node = checker.check(source.tree)
    if isinstance(node.type, Record):
        checker.refuse(source.tree, f"{node.text} is a record", "Name one of its fields.")
    if expects is not None:
        _require(node, expects)
    return Expression(text, scope, node, checker.slots)


def _require(node: Node, expects: Type) -> None:
    adopt(node, expects)
    if _fits(node.type, expects):
        return
    raise ExpressionError(
        f"{type_words(expects)} is needed here, not {type_words(node.type)}",
        _mend(node.type, expects),
        node.column,
    )


def _fits(found: Type, expects: Type) -> bool:
    match found, expects:
        case Number(), Number(bare=True):
            return True
        case Enum(values=values), Enum(values=known):
            return set(values) <= set(known)
        case Enum(), Text():
            return True
        case ListOf(item=one), ListOf(item=two):
            return _fits(one, two)
    return found == expects


def _mend(found: Type, expects: Type) -> str:
    match found, expects:
        case Number(), Number(unit=unit):
            return f"Write to_unit(…, '{unit.name}'), or check the units of the facts."
        case Enum(values=values), Enum(values=known):
            strange = [value for value in values if value not in known]
            return f"{', '.join(strange)} is not among {', '.join(known[:12])}."
    return "State it so that it gives that."
