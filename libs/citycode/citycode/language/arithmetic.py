"""+ - * / and the sign: units are multiplied out, percents are taken of what stands beside them, dates take
lengths.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from . import civil, exact
from .checker import Checker, form
from .errors import EvaluationError, ExpressionError
from .naming import adopt, joined_kind, together, type_words
from .node import Node, constant, constant_value, strict
from .types import BARE, Date, Duration, Enum, Instant, Number, Text, Type
from .units import PLAIN, Unit

_HUNDREDTH = Fraction(1, 100)
_HIGHEST_POWER = 6


@form(ast.BinOp)
def calculation(checker: Checker, tree: ast.expr) -> Node:
    assert isinstance(tree, ast.BinOp)  # noqa: S101
    left, right = checker.check(tree.left), checker.check(tree.right)
    if isinstance(tree.op, ast.Add | ast.Sub):
        return _sum(checker, tree, left, right)
    _require_numbers(checker, tree, left, right)
    node = _product(checker, tree, left, right)
    return folded(checker, tree, node)


def signed(checker: Checker, tree: ast.UnaryOp) -> Node:
    """A sign before a number."""
    operand = checker.check(tree.operand)
    if not isinstance(operand.type, Number):
        checker.refuse(tree, f"a sign before {type_words(operand.type)}", "Signs stand before numbers only.")
    if isinstance(tree.op, ast.UAdd):
        return operand
    return folded(checker, tree, strict("negative", operand.type, (operand,), _negative))


def _negative(number: Any) -> Any:
    return -number


def _sum(checker: Checker, tree: ast.BinOp, left: Node, right: Node) -> Node:
    adding = isinstance(tree.op, ast.Add)
    kind = "plus" if adding else "minus"
    if isinstance(left.type, Number) and isinstance(right.type, Number):
        _refuse_bare_percent(checker, tree, left.type, right.type)
        type_ = together(checker, [(tree.left, left), (tree.right, right)])
        node = strict(kind, type_, (left, right), exact.plus if adding else exact.minus)
        return folded(checker, tree, node)
    return _moved_in_time(checker, tree, left, right, kind)


def _refuse_bare_percent(checker: Checker, tree: ast.BinOp, left: Number, right: Number) -> None:
    for bare, other in ((left, right), (right, left)):
        if bare.bare and other.unit.percent:
            checker.refuse(
                tree,
                "it is open whether the number beside the percent is a share or a percent",
                "Write to_unit(100, 'percent') for the whole.",
            )


def _moved_in_time(checker: Checker, tree: ast.BinOp, left: Node, right: Node, kind: str) -> Node:
    adding = kind == "plus"
    if adding and isinstance(left.type, Duration) and isinstance(right.type, Date | Instant):
        left, right = right, left
    match left.type, right.type:
        case Duration(kind=one), Duration(kind=two):
            add = civil.joined if adding else _span_minus
            return strict(kind, Duration(joined_kind(one, two)), (left, right), add)
        case Date(), Duration(kind="hours" | "mixed"):
            checker.refuse(
                tree, "hours are counted from a point in time, not from a date", "Count days(…) instead."
            )
        case Date(), Duration():
            return strict(kind, Date(), (left, right), civil.date_plus if adding else civil.date_minus)
        case Instant(), Duration(kind=length):
            zone = checker.scope.zone
            if length != "hours" and zone is None:
                checker.refuse(
                    tree,
                    "days added to a point in time need the city's time zone",
                    "Give the scope its zone.",
                )
            move = civil.instant_plus if adding else civil.instant_minus
            return strict(kind, Instant(), (left, right), lambda instant, span: move(instant, span, zone))
    sign = "+" if adding else "-"
    message = f"{type_words(left.type)} {sign} {type_words(right.type)} has no meaning"
    return checker.refuse(tree, message, _time_mend(left.type, right.type))


def _span_minus(left: Any, right: Any) -> Any:
    return civil.joined(left, civil.reversed_span(right))


def _time_mend(left: Type, right: Type) -> str:
    kinds = {type(left), type(right)}
    if kinds == {Date}:
        return "Write days_between(earlier, later)."
    if kinds == {Instant}:
        return "Write hours_between(earlier, later)."
    if kinds == {Date, Instant}:
        return "Take the civil day of the point in time with day_of(…)."
    if kinds & {Date, Instant} and Number in kinds:
        return "Make a length of time of the number: days(10), months(12), hours(48)."
    if kinds <= {Text, Enum}:
        return "Wording is not put together."
    return "Numbers of one unit are added, and lengths of time are added to dates."


def _require_numbers(checker: Checker, tree: ast.BinOp, left: Node, right: Node) -> None:
    for part, node in ((tree.left, left), (tree.right, right)):
        if not isinstance(node.type, Number):
            mend = "Multiply inside: days(2 * n)." if isinstance(node.type, Duration) else "Check the fact."
            checker.refuse(part, f"{type_words(node.type)} cannot be multiplied or divided", mend)


def _product(checker: Checker, tree: ast.BinOp, left: Node, right: Node) -> Node:
    assert isinstance(left.type, Number)  # noqa: S101
    assert isinstance(right.type, Number)  # noqa: S101
    multiplying = isinstance(tree.op, ast.Mult)
    one, two = left.type, right.type
    if multiplying and one.unit.money and two.unit.money:
        checker.refuse(
            tree, "dollars times dollars has no meaning", "One of them is a plain number or a percent."
        )
    type_, factor = _multiplied(one, two) if multiplying else _quotient(one, two)
    if any(abs(power) > _HIGHEST_POWER for _, power in type_.unit.atoms):
        checker.refuse(tree, f"a unit of {type_.unit.name} has no meaning", "Check the units of the facts.")
    if not multiplying and right.kind == "constant" and constant_value(right) == 0:
        checker.refuse(tree.right, "division by zero", "Check the figure.")
    apply = exact.times if multiplying else exact.divided
    return strict("times" if multiplying else "over", type_, (left, right), _scaled(apply, factor))


def _scaled(apply: Callable[[Any, Any], Any], factor: Fraction) -> Callable[[Any, Any], Any]:
    if factor == 1:
        return apply
    return lambda left, right: exact.times(apply(left, right), factor)


def _multiplied(one: Number, two: Number) -> tuple[Number, Fraction]:
    """A percent is taken of the other number, whatever its unit; twice a percent is a percent."""
    if one.unit.percent and two.unit.percent:
        return one, _HUNDREDTH
    for percent, other in ((one, two), (two, one)):
        if percent.unit.percent:
            return (percent, Fraction(1)) if other.unit.plain else (other, _HUNDREDTH)
    return _of(one.unit.times(two.unit), one, two), Fraction(1)


def _quotient(one: Number, two: Number) -> tuple[Number, Fraction]:
    if one.unit.percent and two.unit.percent:
        return Number(PLAIN), Fraction(1)
    if two.unit.percent:
        return one, Fraction(100)
    if one.unit.percent:
        return (one, Fraction(1)) if two.unit.plain else (Number(PLAIN.over(two.unit)), _HUNDREDTH)
    return _of(one.unit.over(two.unit), one, two), Fraction(1)


def _of(unit: Unit, one: Number, two: Number) -> Number:
    return BARE if one.bare and two.bare else Number(unit)


def folded(checker: Checker, tree: ast.expr, node: Node) -> Node:
    """Arithmetic of written numbers is done at load, where an error still has a column."""
    if any(part.kind != "constant" for part in node.parts):
        return node
    try:
        value = node.run([])
    except EvaluationError as problem:
        raise ExpressionError(problem.message, "Check the figures.", checker.source.column(tree)) from None
    single = constant(node.type, value)
    adopt(single, node.type)
    return single
