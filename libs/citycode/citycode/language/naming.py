"""How types are called in messages, and how the types of several parts are brought together."""

from __future__ import annotations

import ast

from .checker import Checker, nearest
from .node import Node
from .types import Boolean, Date, Duration, DurationKind, Enum, Instant, ListOf, Number, Record, Text, Type
from .units import converts


def type_words(type_: Type) -> str:
    """ "a number of sq ft", "a date", "a list of records"."""
    match type_:
        case Number(bare=True):
            return "a number without a stated unit"
        case Number(unit=unit):
            return f"a number of {unit.words()}" if not unit.plain else "a plain number"
        case Enum(values=(value,)):
            return f"the wording {value!r}"
        case Duration(kind=kind):
            return "a length of time" if kind in ("calendar", "mixed") else f"a length of time in {kind}"
        case ListOf(item=Number(unit=unit)) if not unit.plain:
            return f"a list of numbers of {unit.words()}"
        case ListOf(item=item):
            return f"a list of {_PLURALS[type(item)]}"
        case _:
            return _SINGULARS[type(type_)]


_SINGULARS: dict[type, str] = {
    Boolean: "a yes or no",
    Text: "a text",
    Enum: "one of a list of values",
    Date: "a date",
    Instant: "a point in time",
    Record: "a record with fields",
}
_PLURALS: dict[type, str] = {
    Boolean: "yes or no",
    Text: "texts",
    Enum: "values",
    Date: "dates",
    Instant: "points in time",
    Record: "records",
    Number: "numbers",
    Duration: "lengths of time",
    ListOf: "lists",
}


def unit_mend(left: Number, right: Number) -> str:
    """What would let two numbers of different units stand side by side."""
    if converts(left.unit, right.unit):
        return f"Write to_unit(…, '{left.unit.name}') for the second, or '{right.unit.name}' for the first."
    if left.unit.plain or right.unit.plain:
        unit = right.unit if left.unit.plain else left.unit
        return f"Declare the plain number in {unit.name}, or multiply it by to_unit(1, '{unit.name}')."
    return "They measure different things: check the facts, or divide and multiply so that the units agree."


def unit_difference(left: Number, right: Number) -> str:
    one, two = (number.unit.words() or "a plain number" for number in (left, right))
    return f"{one} and {two} are put together"


def together(checker: Checker, parts: list[tuple[ast.expr, Node]]) -> Type:
    """The one type of parts that stand for the same thing; bare numbers take the unit of the others.

    Raises `ExpressionError` at the first part that does not fit.
    """
    joined = parts[0][1].type
    for tree, node in parts[1:]:
        joined = _pair(checker, tree, joined, node.type)
    for _, node in parts:
        adopt(node, joined)
    return joined


def joined_kind(one: DurationKind, two: DurationKind) -> DurationKind:
    """The kind of two lengths of time taken together."""
    if one == two:
        return one
    return "mixed" if {"hours", "mixed"} & {one, two} else "calendar"


def _pair(checker: Checker, tree: ast.expr, one: Type, two: Type) -> Type:
    if isinstance(one, Number) and isinstance(two, Number):
        if one.bare or two.bare:
            return two if one.bare else one
        if one.unit != two.unit:
            checker.refuse(tree, unit_difference(one, two), unit_mend(one, two))
        return one
    if isinstance(one, Enum) and isinstance(two, Enum):
        return Enum(tuple(dict.fromkeys((*one.values, *two.values))))
    if isinstance(one, Enum | Text) and isinstance(two, Enum | Text):
        return Text()
    if isinstance(one, Duration) and isinstance(two, Duration):
        return Duration(joined_kind(one.kind, two.kind))
    if one != two:
        checker.refuse(
            tree, f"{type_words(one)} and {type_words(two)} stand for the same thing", _mend(one, two)
        )
    return one


def _mend(one: Type, two: Type) -> str:
    kinds = {type(one), type(two)}
    if kinds == {Date, Instant}:
        return "Take the civil day of the point in time with day_of(…)."
    if kinds & {Date} and kinds & {Text, Enum}:
        return "Write a date as date('2006-10-02')."
    if kinds == {Number, Duration}:
        return "Make a length of time of the number with days(…), months(…) or hours(…)."
    if kinds == {Number, Enum} or kinds == {Number, Text}:
        return "Leave the quotation marks off a number."
    return "Both must be of one type."


def adopt(node: Node, type_: Type) -> None:
    """Let a bare number, and the bare parts its value comes from, be shown and passed on in `type_`."""
    if not (isinstance(node.type, Number) and node.type.bare and isinstance(type_, Number)) or type_.bare:
        return
    node.type = type_
    for part in node.parts if node.kind in _UNIT_PASSES else ():
        adopt(part, type_)


_UNIT_PASSES = frozenset(
    {"plus", "minus", "negative", "smallest", "largest", "rounded", "size", "choice", "definition", "sum"}
)


def require_overlap(checker: Checker, places: tuple[ast.expr, ast.expr], nodes: tuple[Node, Node]) -> None:
    """Refuse written wording that the other side can never have (a misspelled value), and lists with nothing
    shared.
    """
    left, right = nodes
    if not isinstance(left.type, Enum) or not isinstance(right.type, Enum):
        return
    if left.kind == "constant":
        _require_among(checker, places[0], left.type, right)
    elif right.kind == "constant" or not set(left.type.values) & set(right.type.values):
        _require_among(checker, places[1], right.type, left)


def _require_among(checker: Checker, place: ast.expr, written: Enum, other: Node) -> None:
    assert isinstance(other.type, Enum)  # noqa: S101
    known = other.type.values
    strange = [value for value in written.values if value not in known]
    if strange:
        listed = ", ".join(known[:12]) + (" …" if len(known) > 12 else "")
        checker.refuse(
            place,
            f"{other.text or 'the other side'} is never {strange[0]!r}",
            nearest(strange[0], known, f"Its values are {listed}."),
        )
