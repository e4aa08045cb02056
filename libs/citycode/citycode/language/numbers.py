"""Functions of numbers: the larger and the smaller, rounding, size, square root, units."""

from __future__ import annotations

import ast
from typing import Any

from . import exact
from .arithmetic import folded
from .checker import Checker
from .errors import TypeSpecError
from .functions import arguments, function, quoted, require, whole_number
from .naming import adopt, type_words
from .node import Node, strict
from .roots import square_root
from .types import BARE, Number
from .units import Unit, conversion, converts, unit_named

_PLACES = 6


def _number(checker: Checker, tree: ast.Call, argument: tuple[ast.expr, Node]) -> Number:
    require(checker, tree, argument, Number, "a number")
    type_ = argument[1].type
    assert isinstance(type_, Number)  # noqa: S101
    return type_


@function("abs")
def size(checker: Checker, tree: ast.Call) -> Node:
    """The number without its sign."""
    (argument,) = arguments(checker, tree, 1)
    type_ = _number(checker, tree, argument)
    return folded(checker, tree, strict("size", type_, (argument[1],), abs))


@function("ceil")
def up(checker: Checker, tree: ast.Call) -> Node:
    """The next whole number: "or fraction thereof"."""
    (argument,) = arguments(checker, tree, 1)
    type_ = _number(checker, tree, argument)
    return folded(checker, tree, strict("rounded", type_, (argument[1],), exact.rounded_up, "rounded up"))


@function("floor")
def down(checker: Checker, tree: ast.Call) -> Node:
    """The whole number reached: "each full"."""
    (argument,) = arguments(checker, tree, 1)
    type_ = _number(checker, tree, argument)
    return folded(checker, tree, strict("rounded", type_, (argument[1],), exact.rounded_down, "rounded down"))


@function("round")
def nearest_number(checker: Checker, tree: ast.Call) -> Node:
    """Half up, to whole numbers or to so many decimals: round(x), round(x, 2)."""
    argument, *rest = arguments(checker, tree, 1, 2)
    type_ = _number(checker, tree, argument)
    places = whole_number(checker, rest[0], 0, _PLACES, "the number of decimals") if rest else 0

    def rounded(number: Any) -> Any:
        return exact.rounded(number, places)

    words = f"rounded to {places} decimal{'' if places == 1 else 's'}" if places else "rounded to the whole"
    return folded(checker, tree, strict("rounded", type_, (argument[1],), rounded, words))


@function("sqrt")
def root(checker: Checker, tree: ast.Call) -> Node:
    """The exact square root. Square feet give feet; a unit that is no square gives a number without unit."""
    (argument,) = arguments(checker, tree, 1)
    type_ = _number(checker, tree, argument)
    side = None if type_.bare else type_.unit.root()
    result = BARE if side is None else Number(side)
    return folded(checker, tree, strict("root", result, (argument[1],), square_root))


def _unit(checker: Checker, tree: ast.Call) -> Unit:
    try:
        return unit_named(quoted(checker, tree, 1, "a unit"))
    except TypeSpecError as problem:
        checker.refuse(tree.args[1], problem.message[0].lower() + problem.message[1:], problem.mend)


@function("to_unit")
def converted(checker: Checker, tree: ast.Call) -> Node:
    """to_unit(acres, 'sqft') converts exactly; to_unit(40, 'ft') gives a bare number its unit."""
    argument, _ = arguments(checker, tree, 2)
    type_, target = _number(checker, tree, argument), _unit(checker, tree)
    node = argument[1]
    if type_.bare:
        adopt(node, Number(target))
        return node
    factor = _factor(checker, tree, type_, target)
    if factor == 1 and type_.unit == target:
        return node
    return strict("converted", Number(target), (node,), lambda number: exact.times(number, factor), target)


@function("number_of")
def stripped(checker: Checker, tree: ast.Call) -> Node:
    """number_of(length, 'ft'): the number of feet without unit, for formulas that mix what they measure."""
    argument, _ = arguments(checker, tree, 2)
    type_, target = _number(checker, tree, argument), _unit(checker, tree)
    factor = _factor(checker, tree, type_, target)
    return strict("converted", BARE, (argument[1],), lambda number: exact.times(number, factor), target)


def _factor(checker: Checker, tree: ast.Call, type_: Number, target: Unit) -> Any:
    if not converts(type_.unit, target):
        checker.refuse(
            tree,
            f"{type_words(type_)} cannot become {target.words() or 'a plain number'}",
            "Units convert only within what they measure; months have no fixed number of days.",
        )
    factor = conversion(type_.unit, target)
    return factor.numerator if factor.denominator == 1 else factor
