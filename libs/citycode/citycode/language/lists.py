"""The functions over lists: count, sum, any, all, min, max, those; and known."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from . import exact
from .checker import Checker
from .civil import joined
from .comparison import known
from .comprehension import EXAMPLES, walk
from .errors import EvaluationError
from .functions import arguments, function, function_name, shared_type
from .gathering import decided, gathered
from .logic import require_boolean
from .naming import type_words
from .node import Node, strict
from .types import Date, Duration, Enum, Instant, ListOf, Number, Text, Type
from .values import TimeSpan

_ORDERED = (Number, Date, Instant, Duration)
_LISTED = (Enum, Text, Number, Date)


@function("count")
def counted(checker: Checker, tree: ast.Call) -> Node:
    walked = walk(checker, tree)
    if not walked.plain:
        checker.refuse(tree.args[0], "count counts items, not values", f"Write {EXAMPLES['count']}.")
    return gathered("count", Number(), walked, len)


@function("sum")
def total(checker: Checker, tree: ast.Call) -> Node:
    walked = walk(checker, tree)
    type_ = walked.element.type
    if isinstance(type_, Duration):
        return gathered("sum", type_, walked, _joined)
    if not isinstance(type_, Number):
        checker.refuse(
            tree.args[0], f"sum adds numbers, not {type_words(type_)}", f"Write {EXAMPLES['sum']}."
        )
    return gathered("sum", type_, walked, _sum)


def _sum(numbers: list[Any]) -> Any:
    amount: Any = 0
    for number in numbers:
        amount = exact.plus(amount, number)
    return amount


def _joined(spans: list[Any]) -> Any:
    span = TimeSpan()
    for each in spans:
        span = joined(span, each)
    return span


@function("any", "all")
def over_all(checker: Checker, tree: ast.Call) -> Node:
    name = function_name(tree)
    walked = walk(checker, tree)
    require_boolean(checker, tree.args[0], walked.element, f"inside {name}")
    return decided(name, walked, name == "any")


@function("those")
def picked(checker: Checker, tree: ast.Call) -> Node:
    """A list of what is taken of the items that meet the condition, in their order."""
    walked = walk(checker, tree)
    type_ = walked.element.type
    if not isinstance(type_, _LISTED):
        wanted = "words, numbers or dates"
        checker.refuse(
            tree.args[0], f"those lists {wanted}, not {type_words(type_)}", f"Write {EXAMPLES['those']}."
        )
    return gathered("those of list", ListOf(type_), walked, tuple)


@function("min", "max")
def extreme(checker: Checker, tree: ast.Call) -> Node:
    """Of several values, or of all items of a list."""
    name = function_name(tree)
    kind = "smallest" if name == "min" else "largest"
    pick: Any = min if name == "min" else max
    wanted = "numbers, dates or lengths of time"
    if len(tree.args) > 1:
        parts = arguments(checker, tree, 2, 30)
        type_ = shared_type(checker, parts, _ORDERED, f"one of several {wanted}")
        apply = _first_of(pick, type_, checker, tree)
        return strict(kind, type_, tuple(node for _, node in parts), lambda *values: apply(values))
    walked = walk(checker, tree)
    if not isinstance(walked.element.type, _ORDERED):
        checker.refuse(
            tree.args[0],
            f"{name} picks from {wanted}, not {type_words(walked.element.type)}",
            f"Write {EXAMPLES[name]}.",
        )
    apply = _first_of(pick, walked.element.type, checker, tree)

    def fold(values: list[Any]) -> Any:
        if not values:
            raise EvaluationError(f"the list holds nothing to take the {kind} of")
        return apply(values)

    return gathered(f"{kind} of list", walked.element.type, walked, fold)


def _first_of(pick: Any, type_: Type, checker: Checker, tree: ast.Call) -> Callable[[Any], Any]:
    if isinstance(type_, Duration):
        if type_.kind in ("calendar", "mixed"):
            checker.refuse(
                tree, "lengths in hours, days and months have no fixed order", "Compare dates instead."
            )
        return lambda values: pick(values, key=lambda span: (span.months, span.days, span.hours))
    if isinstance(type_, Instant):
        return lambda values: pick(values, key=lambda instant: instant.timestamp())
    return lambda values: pick(values)


@function("known")
def asked(checker: Checker, tree: ast.Call) -> Node:
    ((_, node),) = arguments(checker, tree, 1)
    return known(node)
