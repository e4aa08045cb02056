"""Calls: which functions there are, how many arguments they take, and what arguments must be."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TypeAlias

from .checker import Checker, form, nearest
from .naming import together, type_words
from .node import Node, constant_value
from .tables import table_cell
from .types import Type

Arguments: TypeAlias = list[tuple[ast.expr, Node]]
Function: TypeAlias = Callable[[Checker, ast.Call], Node]

FUNCTIONS: dict[str, Function] = {}

_ELSEWHERE = {
    "len": "Write count(list).",
    "if": "Write a if test else b.",
    "int": "Write floor(x) or round(x).",
    "float": "Numbers are exact already.",
    "str": "Text is not put together here.",
    "pow": "Write x * x.",
    "today": "The date asked about is a fact; name it.",
    "now": "The time asked about is a fact; name it.",
    "avg": "Write sum(…) / count(…).",
    "between": "Write low <= x <= high.",
    "exists": "Write any(… for x in list).",
    "year": "Write year_of(date) or years(1).",
    "month": "Write month_of(date) or months(1).",
    "day": "Write days(1), or day_of(point in time).",
    "hour": "Write hours(1), or hour_of(point in time).",
}


def function(*names: str) -> Callable[[Function], Function]:
    """Register a function of the language under its names."""

    def register(checked: Function) -> Function:
        for name in names:
            FUNCTIONS[name] = checked
        return checked

    return register


@form(ast.Call)
def call(checker: Checker, tree: ast.expr) -> Node:
    assert isinstance(tree, ast.Call)  # noqa: S101
    if not isinstance(tree.func, ast.Name):
        if not checker.scope.tables:
            checker.refuse(tree, "only functions of the language are called", f"Known: {_listed()}.")
        return table_cell(checker, tree)
    name = tree.func.id
    known = FUNCTIONS.get(name)
    if known is None:
        mend = _ELSEWHERE.get(name) or nearest(name, FUNCTIONS, f"Known: {_listed()}.")
        checker.refuse(tree, f"there is no function {name!r}", mend)
    return known(checker, tree)


def _listed() -> str:
    return ", ".join(sorted(FUNCTIONS))


def function_name(tree: ast.Call) -> str:
    assert isinstance(tree.func, ast.Name)  # noqa: S101
    return tree.func.id


def arguments(checker: Checker, tree: ast.Call, least: int, most: int | None = None) -> Arguments:
    """The checked arguments, between `least` and `most` of them (`None`: exactly `least`)."""
    most = least if most is None else most
    if not least <= len(tree.args) <= most:
        wanted = (
            f"{least} argument{'' if least == 1 else 's'}"
            if least == most
            else f"{least} to {most} arguments"
        )
        checker.refuse(
            tree,
            f"{function_name(tree)} takes {wanted}, not {len(tree.args)}",
            "Check the commas.",
        )
    return [(argument, checker.check(argument)) for argument in tree.args]


def require(
    checker: Checker,
    tree: ast.Call,
    argument: tuple[ast.expr, Node],
    kinds: type | tuple[type, ...],
    wanted: str,
) -> None:
    """Refuse an argument whose type is none of `kinds`."""
    place, node = argument
    if not isinstance(node.type, kinds):
        checker.refuse(
            place, f"{function_name(tree)} takes {wanted}, not {type_words(node.type)}", "Check the argument."
        )


def quoted(checker: Checker, tree: ast.Call, place: int, wanted: str) -> str:
    """An argument that must stand as wording in quotation marks, so that it can be checked at load."""
    argument = tree.args[place] if len(tree.args) > place else tree
    if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
        checker.refuse(argument, f"{function_name(tree)} takes {wanted} in quotation marks", "Quote it.")
    return argument.value


def whole_number(checker: Checker, argument: tuple[ast.expr, Node], least: int, most: int, what: str) -> int:
    """A whole number written in place."""
    place, node = argument
    value = constant_value(node) if node.kind == "constant" else None
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        checker.refuse(
            place, f"{what} must be a written whole number from {least} to {most}", "Write it in place."
        )
    return value


def shared_type(checker: Checker, parts: Arguments, kinds: tuple[type, ...], wanted: str) -> Type:
    """The one type of all arguments, which must be one of `kinds`."""
    for place, node in parts:
        if not isinstance(node.type, kinds):
            checker.refuse(
                place, f"{type_words(node.type)} stands where {wanted} is needed", "Check the argument."
            )
    return together(checker, parts)
