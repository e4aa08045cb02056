"""True statements about the facts that show why a condition is met, not met, or open."""

from __future__ import annotations

from collections.abc import Callable

from .figures import list_name, name_in, name_of, value_of
from .labels import fact_label, listed
from .node import Node
from .operands import operand
from .speech import Labels, Say, kept
from .trace import Trace
from .types import Boolean, Date, Duration, Enum, Instant, Text
from .values import Missing
from .wordings import membership, same_wording

ITEMS_SHOWN = 5

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "==": "==", "!=": "!="}
_OPPOSITE = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}
_OF_NUMBERS = {
    "<": "is less than",
    "<=": "is not more than",
    ">": "is more than",
    ">=": "is at least",
    "==": "is exactly",
    "!=": "is not",
}
_OF_DAYS = {
    "<": "is before",
    "<=": "is on or before",
    ">": "is after",
    ">=": "is on or after",
    "==": "is",
    "!=": "is not",
}
_OF_TIMES = {**_OF_DAYS, "<=": "is at or before", ">=": "is at or after"}
_OF_LENGTHS = {**_OF_NUMBERS, "<": "is shorter than", ">": "is longer than", "<=": "is not longer than"}
_RELATIONS: dict[type, dict[str, str]] = {Date: _OF_DAYS, Instant: _OF_TIMES, Duration: _OF_LENGTHS}


@kept
def statement(node: Node, formulas: bool) -> Say:
    """What is so, in words; never the rule itself, so that it holds whether the rule is met or not.

    With `formulas`, computed values show their formulas in brackets.
    """
    compile_ = _STATEMENTS.get(node.kind)
    say = compile_(node, formulas) if compile_ else None

    def stated(trace: Trace, labels: Labels) -> str:
        if trace.value.__class__ is Missing:
            return missing_words(trace.value, labels)
        assert say is not None  # noqa: S101 – only a yes or no is stated
        return say(trace, labels)

    return stated


def statement_in(trace: Trace, labels: Labels, formulas: bool) -> str:
    """The same for a part that is known only once the expression was worked out."""
    return statement(trace.node, formulas)(trace, labels)


def _plain(node: Node, _: bool) -> Say:
    """A yes or no by its name."""
    name, value = name_of(node), value_of(node)
    if name is None:
        return value
    return lambda trace, labels: f"{name(trace, labels)}: {value(trace, labels)}"


def _on_time(_: Node, __: bool) -> Say:
    def on_time(trace: Trace, labels: Labels) -> str:
        label = labels.get(trace.detail)
        words = "in time" if trace.value else "too late"
        return f"{label}: {words}" if label else f"done {words}"

    return on_time


def _legal_holiday(node: Node, formulas: bool) -> Say:
    day = operand(node.parts[0], formulas)

    def legal_holiday(trace: Trace, labels: Labels) -> str:
        return f"{day(trace.parts[0], labels)} is {'a' if trace.value else 'no'} legal holiday"

    return legal_holiday


def _comparison(node: Node, formulas: bool) -> Say:
    """The relation that really holds between both sides; the law's own figure comes second."""
    left, right = node.parts
    swapped = left.kind == "constant" and right.kind != "constant"
    sign: str = _FLIPPED[node.detail] if swapped else node.detail
    if swapped:
        left, right = right, left
    kind = left.type.__class__
    if kind is Boolean:
        say = _same_answers(left, right, formulas)
        return lambda trace, labels: say(*_sides(trace, swapped), labels)
    if kind is Enum or kind is Text:
        signs = {True: sign, False: _OPPOSITE[sign]}
        return lambda trace, labels: same_wording(*_sides(trace, swapped), signs[trace.value], labels)
    return _relation(left, right, sign, swapped, formulas)


def _sides(trace: Trace, swapped: bool) -> tuple[Trace, Trace]:
    left, right = trace.parts
    return (right, left) if swapped else (left, right)


def _relation(left: Node, right: Node, sign: str, swapped: bool, formulas: bool) -> Say:
    one, two = operand(left, formulas), operand(right, formulas)
    words = _RELATIONS.get(left.type.__class__, _OF_NUMBERS)
    opposite = _OPPOSITE[sign]
    so, not_so = words[sign], words[opposite]

    def relation(trace: Trace, labels: Labels) -> str:
        first, second = trace.parts
        if swapped:
            first, second = second, first
        told = f"{one(first, labels)} {so if trace.value else not_so} {two(second, labels)}"
        if "≈" in told and _alike(first, second, labels):
            return told + (_HAIR if (sign if trace.value else opposite) in ("<", ">", "!=") else "")
        return told

    return relation


_HAIR = " by less than the figures show"
"""A difference too small to be seen in the figures is told."""


def _alike(left: Trace, right: Trace, labels: Labels) -> bool:
    one, two = (value_of(each.node)(each, labels) for each in (left, right))
    return one.strip("≈ ") == two.strip("≈ ")


def _same_answers(left: Node, right: Node, formulas: bool) -> Callable[[Trace, Trace, Labels], str]:
    one = statement(left, formulas)
    if right.kind == "constant":
        return lambda first, _, labels: one(first, labels)
    two = statement(right, formulas)
    return lambda first, second, labels: f"{one(first, labels)}; {two(second, labels)}"


def _membership(_: Node, formulas: bool) -> Say:
    return lambda trace, labels: membership(trace, labels, formulas)


def _known(node: Node, _: bool) -> Say:
    name = name_of(node.parts[0])

    def known(trace: Trace, labels: Labels) -> str:
        positive = trace.value is (trace.kind == "known")
        asked = name(trace.parts[0], labels) if name else "the value"
        return f"{asked} is {'known' if positive else 'not known'}"

    return known


def _conjunction(node: Node, formulas: bool) -> Say:
    """`and`: what fails, or everything that holds; `or`: what holds, or everything that fails."""
    ending = node.kind == "or"

    def conjunction(trace: Trace, labels: Labels) -> str:
        value = trace.value
        told = [
            statement_in(part, labels, formulas)
            for part in trace.parts
            if part.value.__class__ is not Missing and (value is not ending or part.value is ending)
        ]
        return "; ".join(dict.fromkeys(told))

    return conjunction


def _first(node: Node, formulas: bool) -> Say:
    """A negation, or a definition: what its own part says."""
    say = statement(node.parts[0], formulas)
    return lambda trace, labels: say(trace.parts[0], labels)


def _choice(_: Node, formulas: bool) -> Say:
    def choice(trace: Trace, labels: Labels) -> str:
        if len(trace.parts) < 2:
            return "the answer is the same either way"
        taken, test = (statement_in(part, labels, formulas) for part in trace.parts)
        return f"{taken} (because {test})"

    return choice


def deciding(trace: Trace) -> list[Trace]:
    """The items of `any` and `all` on which the answer rests."""
    ending = trace.kind == "any"
    concerned = [
        item
        for item in trace.parts
        if (item.value is not False or trace.detail.condition is None)
        and item.parts
        and item.parts[0].value.__class__ is not Missing
    ]
    if trace.value is ending:
        return [item for item in concerned if item.parts[0].value is ending]
    return concerned


def _of_items(_: Node, formulas: bool) -> Say:
    """`any` and `all`: the items that decide, by name."""

    def of_items(trace: Trace, labels: Labels) -> str:
        if not trace.parts:
            return f"there are no {list_name(trace, labels)}"
        items = deciding(trace)
        if not items:
            return f"none of the {len(trace.parts)} {list_name(trace, labels)} is concerned"
        told = [
            f"{name_in(item, labels)}: {_of_item(item.parts[0], labels, formulas)}"
            for item in items[:ITEMS_SHOWN]
        ]
        more = len(items) - ITEMS_SHOWN
        return "; ".join([*told, f"and {more} more"] if more > 0 else told)

    return of_items


def _of_item(element: Trace, labels: Labels, formulas: bool) -> str:
    if element.kind == "item":
        return value_of(element.node)(element, labels)
    return statement_in(element, labels, formulas)


_STATEMENTS: dict[str, Callable[[Node, bool], Say]] = {
    "constant": _plain,
    "fact": _plain,
    "field": _plain,
    "item": _plain,
    "on time": _on_time,
    "legal holiday": _legal_holiday,
    "comparison": _comparison,
    "membership": _membership,
    "known": _known,
    "not known": _known,
    "and": _conjunction,
    "or": _conjunction,
    "not": _first,
    "choice": _choice,
    "definition": _first,
    "any": _of_items,
    "all": _of_items,
}


def missing_words(missing: Missing, labels: Labels) -> str:
    """ "lot area and wall 2: sign area are not stated"."""
    names = [fact_label(name, labels) for name in sorted(missing.facts)]
    shown = list(dict.fromkeys(names))
    return f"{listed(shown)} {'is' if len(shown) == 1 else 'are'} not stated"
