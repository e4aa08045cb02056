"""The arithmetic behind a statement, step by step, each step in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .figures import list_name, name_in, name_of, value_of
from .formulas import formula_of, inlines
from .node import STEPPED, Node
from .speech import Labels, Say, kept
from .statements import ITEMS_SHOWN, deciding, statement_in
from .trace import Trace
from .types import Boolean
from .values import Missing

ITEMS_COUNTED = 12

_OF_FORMULAS = STEPPED - {"count", "choice", "definition"}
_VARYING = frozenset(
    {"and", "or", "choice", "item", "field"}
    | {"count", "sum", "smallest of list", "largest of list", "those of list"}
)
"""Kinds whose parts are known only once the expression was worked out."""

Collect: TypeAlias = Callable[[Trace, Labels, list[str], str], None]
"""Adds the steps of a part to a list, each begun with the name of the item it belongs to."""


def steps_of(trace: Trace, labels: Labels) -> tuple[str, ...]:
    """Each step once, in order."""
    steps: list[str] = []
    _collecting(trace.node, False)(trace, labels, steps, "")
    return tuple(dict.fromkeys(steps))


@kept
def _collecting(node: Node, shown: bool) -> Collect:
    """The steps of the parts, then its own, unless its formula is already `shown` in a larger one."""
    if node.kind in ("any", "all"):
        return _collect_deciding
    parts = _collecting_parts(node)
    step = None if shown else _step(node)
    if step is None:
        return parts

    def collect(trace: Trace, labels: Labels, steps: list[str], subject: str) -> None:
        parts(trace, labels, steps, subject)
        if trace.value.__class__ is not Missing:
            told = step(trace, labels)
            if told:
                steps.append(subject + told)

    return collect


def _collect_deciding(trace: Trace, labels: Labels, steps: list[str], _: str) -> None:
    for item in deciding(trace)[:ITEMS_SHOWN]:
        _collect_varying(item, labels, steps, f"{name_in(item, labels)}: ")


def _collecting_parts(node: Node) -> Collect:
    if node.kind in _VARYING:
        return _collect_varying
    stepped = [
        (place, _collecting(part, _is_shown(node, part)))
        for place, part in enumerate(node.parts)
        if part.shows_steps
    ]

    def collect(trace: Trace, labels: Labels, steps: list[str], subject: str) -> None:
        parts = trace.parts
        for place, each in stepped:
            each(parts[place], labels, steps, subject)

    return collect


def _collect_varying(trace: Trace, labels: Labels, steps: list[str], subject: str) -> None:
    for part in trace.parts:
        if part.kind == "item" and part.parts:
            for inner in part.parts:
                _collecting(inner.node, False)(inner, labels, steps, f"{name_in(part, labels)}: ")
        elif part.node.shows_steps:
            _collecting(part.node, _is_shown(trace.node, part.node))(part, labels, steps, subject)


def _is_shown(node: Node, part: Node) -> bool:
    return node.kind == "definition" or inlines(node, part)


def _step(node: Node) -> Say | None:
    kind = node.kind
    if kind in _OF_FORMULAS:
        return _worked_out(node)
    if kind == "definition" and not isinstance(node.type, Boolean):
        return _defined(node)
    if kind == "choice" and not isinstance(node.type, Boolean):
        return _chosen
    if kind == "count" and node.detail.condition is not None:
        return _counted
    return None


def _worked_out(node: Node) -> Say | None:
    formula, value = formula_of(node), value_of(node)
    if formula is None:
        return None

    def worked_out(trace: Trace, labels: Labels) -> str:
        how, told = formula(trace, labels), value(trace, labels)
        return "" if how in ("", told) else equation(how, told)

    return worked_out


def _defined(node: Node) -> Say | None:
    formula, value, name = formula_of(node.parts[0]), value_of(node), name_of(node)
    if formula is None or name is None:
        return None

    def defined(trace: Trace, labels: Labels) -> str:
        how = formula(trace.parts[0], labels)
        return f"{name(trace, labels)}: {equation(how, value(trace, labels))}" if how else ""

    return defined


def _chosen(trace: Trace, labels: Labels) -> str:
    if len(trace.parts) != 2:
        return ""
    because = statement_in(trace.parts[1], labels, False)
    return f"{value_of(trace.node)(trace, labels)} applies because {because}"


def _counted(trace: Trace, labels: Labels) -> str:
    counted = [name_in(item, labels) for item in trace.parts if item.value is True]
    names = f" ({', '.join(counted[:ITEMS_COUNTED])}{' …' if len(counted) > ITEMS_COUNTED else ''})"
    total = f"{len(counted)} of {len(trace.parts)} {list_name(trace, labels)} counted"
    return total + (names if counted else "")


def equation(formula: str, value: str) -> str:
    """ "15 × 10 ft = 150 ft", or "… ≈ 142.3025 ft" where the value is rounded."""
    return f"{formula} {value}" if value.startswith("≈") else f"{formula} = {value}"
