"""A compiled expression: its type, the facts it reads, its value and its working."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

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
    """Checked when it is made, compiled when it is first evaluated: of the law of every city a process asks
    little. Immutable to who uses it, and safe to share between threads.
    """

    __slots__ = ("_compiled", "_expects", "facts", "scope", "text", "type")

    def __init__(self, text: str, scope: Scope, expects: Type | None, checked: _Compiled) -> None:
        self.text = text
        self.scope = scope
        self.type: Type = checked.node.type
        self.facts: frozenset[str] = checked.node.facts
        """Every name it may read, definitions included ("lot_area", "t.setback", "on_time(id)")."""
        self._expects = expects
        self._compiled: _Compiled | None = None

    def evaluate(self, bindings: Mapping[str, Binding]) -> Known | Missing:
        """The exact answer, or all facts that are needed and not stated. Raises `EvaluationError`."""
        node, blank = self._compiled or self._compile()
        value = node.run([bindings, *blank])
        return value if value.__class__ is Missing else Known(value)

    def trace(self, bindings: Mapping[str, Binding]) -> Trace:
        """The working: every subexpression that was looked at, with its value. Raises `EvaluationError`."""
        node, blank = self._compiled or self._compile()
        return node.work([bindings, *blank])

    def _compile(self) -> _Compiled:
        self._compiled = made = _compile(self.text, self.scope, self._expects)
        return made

    def __getstate__(self) -> tuple[None, dict[str, Any]]:
        """What it was made of: functions are not told from one process to another."""
        return None, {**{name: getattr(self, name) for name in self.__slots__}, "_compiled": None}

    def __repr__(self) -> str:
        return f"Expression({self.text!r})"


class _Compiled(NamedTuple):
    """The whole as one part, and the places of its frame after the bindings."""

    node: Node
    blank: tuple[None, ...]


def compile_expression(text: str, scope: Scope, expects: Type | None = None) -> Expression:
    """Check `text`; with `expects`, refuse any other type (a bare number takes the expected unit).

    Raises `ExpressionError` with column, what is wrong and the mend.
    """
    return Expression(text, scope, expects, _compile(text, scope, expects))


def _compile(text: str, scope: Scope, expects: Type | None) -> _Compiled:
    source = parse(text)
    checker = Checker(source, scope)
    node = checker.check(source.tree)
    if isinstance(node.type, Record):
        checker.refuse(source.tree, f"{node.text} is a record", "Name one of its fields.")
    if expects is not None:
        _require(node, expects)
    return _Compiled(node, (None,) * (checker.slots - 1))


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
