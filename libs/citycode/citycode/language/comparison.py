"""Comparisons (chained too), membership, and whether a fact is known."""

from __future__ import annotations

import ast
import datetime
import operator
from collections.abc import Callable
from typing import Any

from .checker import Checker, form
from .logic import kleene
from .naming import adopt, require_overlap, together, type_words
from .node import Frame, Node, strict
from .trace import Trace
from .types import Boolean, Duration, Enum, Instant, ListOf, Number, Record, Text, Type
from .values import Missing

_SIGNS: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], bool]]] = {
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
}


@form(ast.Compare)
def comparison(checker: Checker, tree: ast.expr) -> Node:
    assert isinstance(tree, ast.Compare)  # noqa: S101
    signs = [type(sign) for sign in tree.ops]
    alone = (ast.Is, ast.IsNot, ast.In, ast.NotIn)
    if len(signs) > 1 and any(issubclass(sign, alone) for sign in signs):
        checker.refuse(tree, "in and is known do not chain with other comparisons", "Join them with and.")
    if signs[0] in (ast.Is, ast.IsNot):
        return _known(checker, tree, signs[0] is ast.Is)
    if signs[0] in (ast.In, ast.NotIn):
        return _membership(checker, tree, signs[0] is ast.In)
    trees = [tree.left, *tree.comparators]
    nodes = [checker.check(part) for part in trees]
    for _ in range(2):  # a bare number in the middle takes the unit of either side
        for place in range(len(signs)):
            _require_comparable(
                checker, trees[place : place + 2], nodes[place : place + 2], _SIGNS[signs[place]][0]
            )
    links = tuple(
        _link(checker, trees[place + 1], nodes[place], nodes[place + 1], signs[place])
        for place in range(len(signs))
    )
    return links[0] if len(links) == 1 else kleene("and", links)


def _link(checker: Checker, tree: ast.expr, left: Node, right: Node, sign: type[ast.cmpop]) -> Node:
    symbol, apply = _SIGNS[sign]
    if isinstance(left.type, Duration):
        apply = _compared_by(_length, apply)
    elif isinstance(left.type, Instant):
        apply = _compared_by(_moment, apply)
    node = strict("comparison", Boolean(), (left, right), apply, symbol)
    node.text = f"{left.text} {symbol} {right.text}"
    node.column = checker.source.column(tree)
    return node


def _compared_by(key: Callable[[Any], Any], apply: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda left, right: apply(key(left), key(right))


def _moment(instant: datetime.datetime) -> datetime.datetime:
    return instant.astimezone(datetime.UTC)


def _length(span: Any) -> Any:
    """Spans that are compared are of one kind, so that two of the three are zero."""
    return (span.months, span.days, span.hours)


def _require_comparable(checker: Checker, trees: list[ast.expr], nodes: list[Node], symbol: str) -> None:
    left, right = nodes
    type_ = together(checker, list(zip(trees, nodes, strict=True)))
    if isinstance(type_, Record | ListOf):
        checker.refuse(trees[0], f"{type_words(type_)} is not compared as a whole", "Compare its fields.")
    if symbol not in ("==", "!=") and isinstance(type_, Boolean | Text | Enum):
        checker.refuse(
            trees[1], f"{symbol} needs an order, and {type_words(type_)} has none", "Use ==, != or in."
        )
    if isinstance(type_, Duration) and (type_.kind in ("calendar", "mixed") or left.type != right.type):
        checker.refuse(
            trees[1],
            "lengths in hours, days and months have no fixed order",
            "Add both to a date and compare the dates.",
        )
    require_overlap(checker, (trees[0], trees[1]), (left, right))


def _known(checker: Checker, tree: ast.Compare, positive: bool) -> Node:
    target = tree.comparators[0]
    if not (isinstance(target, ast.Name) and target.id == "known"):
        checker.refuse(target, "is asks only whether something is known", "Write x is known, or x == y.")
    return known(checker.check(tree.left), positive)


def known(asked: Node, positive: bool = True) -> Node:
    """Is the value known? Always answered, whatever is missing."""
    node = Node("known" if positive else "not known", Boolean(), (asked,))
    read = asked.run

    def run(frame: Frame) -> bool:
        return (read(frame).__class__ is not Missing) is positive

    def work(frame: Frame) -> Trace:
        shown = asked.work(frame)
        return Trace(node, (shown.value.__class__ is not Missing) is positive, (shown,))

    node.run, node.work = run, work
    return node


def _membership(checker: Checker, tree: ast.Compare, positive: bool) -> Node:
    target = tree.comparators[0]
    left = checker.check(tree.left)
    if isinstance(target, ast.Set | ast.List | ast.Tuple):
        items = [checker.check(item) for item in target.elts]
        if not items:
            checker.refuse(target, "the list is empty", "List the values.")
        for item, node in zip(target.elts, items, strict=True):
            _require_comparable(checker, [tree.left, item], [left, node], "==")
        type_ = together(checker, [(tree.left, left), *zip(target.elts, items, strict=True)])
        for node in items:
            adopt(node, type_)
        return _among(left, tuple(items), positive)
    listed = checker.check(target)
    if not isinstance(listed.type, ListOf):
        checker.refuse(
            target, f"after in stands {type_words(listed.type)}", "Write in {'A', 'B'}, or name a list."
        )
    _require_item(checker, tree, left, listed.type.item, listed.text)
    symbol = "in" if positive else "not in"
    return strict(
        "membership", Boolean(), (left, listed), lambda one, many: (one in many) is positive, symbol
    )


def _require_item(checker: Checker, tree: ast.Compare, left: Node, item: Type, listed: str) -> None:
    example = Node("item", item)
    example.text = f"an item of {listed}"
    _require_comparable(checker, [tree.left, tree.comparators[0]], [left, example], "==")


def _among(left: Node, items: tuple[Node, ...], positive: bool) -> Node:
    """Membership in written values; with open items the answer stands when a known one matches."""
    node = Node("membership", Boolean(), (left, *items), "in" if positive else "not in")
    if all(item.kind == "constant" for item in items):
        values = frozenset(item.run([]) for item in items)
        fixed = strict(node.kind, Boolean(), (left,), lambda one: (one in values) is positive)
        node.run = fixed.run
    else:
        equal = tuple(strict("comparison", Boolean(), (left, item), operator.eq, "==") for item in items)
        either = kleene("or", equal).run

        def run(frame: Frame) -> Any:
            value = either(frame)
            return value if value.__class__ is Missing else value is positive

        node.run = run

    def work(frame: Frame) -> Trace:
        return Trace(node, node.run(frame), tuple([part.work(frame) for part in node.parts]))

    node.work = work
    return node


def is_number(node: Node) -> bool:
    return isinstance(node.type, Number)
