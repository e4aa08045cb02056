"""A checked part of an expression: its type, a closure that evaluates it, and one that shows its working."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .trace import Trace
from .types import Type
from .values import Missing

Frame: TypeAlias = list[Any]
"""Index 0 holds the bindings; each comprehension takes two more places: its item and the item's position."""

Run: TypeAlias = Callable[[Frame], Any]
Work: TypeAlias = Callable[[Frame], Trace]

CALCULATED = frozenset({"plus", "minus", "times", "over", "negative", "root"})
"""Kinds whose arithmetic can stand inside a larger formula."""
ROUNDED = frozenset({"rounded", "size"})
STEPPED = (
    CALCULATED
    | ROUNDED
    | {"smallest", "largest", "converted", "between", "day of", "sum", "smallest of list", "largest of list"}
    | {"count", "choice", "definition"}
)
"""Kinds that may take a step of their own when their working is shown."""


class Node:
    """One part of an expression, compiled.

    `run` gives its value, `work` its value with the parts it was made of; both agree for every frame.
    `leaves` counts the values of a formula, `shows_steps` tells whether any step is to be shown, and
    `spoken` keeps what was compiled to say it in words.
    """

    __slots__ = (
        "column", "detail", "facts", "kind", "leaves", "parts", "place", "run",
        "shows_steps", "spoken", "text", "type", "work",
    )  # fmt: skip

    facts: frozenset[str]
    leaves: int
    shows_steps: bool
    run: Run
    work: Work

    def __init__(
        self,
        kind: str,
        type_: Type,
        parts: tuple[Node, ...] = (),
        detail: Any = "",
        facts: frozenset[str] = frozenset(),
    ) -> None:
        self.kind = kind
        self.type = type_
        self.parts = parts
        self.detail = detail
        self.facts = _joined(facts, parts)
        self.leaves = sum(part.leaves for part in parts) if kind in CALCULATED or kind in ROUNDED else 1
        self.shows_steps = kind in STEPPED or any(part.shows_steps for part in parts)
        self.spoken: dict[Any, Any] | None = None
        self.text = ""
        self.column = 1
        self.place: Callable[[Frame], str] | None = None


def _joined(facts: frozenset[str], parts: tuple[Node, ...]) -> frozenset[str]:
    """The facts of all parts; where one part reads them all, its own set, so that few are kept."""
    every = facts.union(*(part.facts for part in parts))
    return next((part.facts for part in parts if part.facts == every), every)


def constant(type_: Type, value: Any, detail: str = "") -> Node:
    """A value that is fixed at load."""
    node = Node("constant", type_, detail=detail)
    shown = Trace(node, value)
    node.run = lambda _: value
    node.work = lambda _: shown
    return node


def constant_value(node: Node) -> Any:
    return node.run([])


def strict(
    kind: str, type_: Type, parts: tuple[Node, ...], apply: Callable[..., Any], detail: Any = ""
) -> Node:
    """A part that needs all its operands: missing facts of all of them are joined."""
    node = Node(kind, type_, parts, detail)
    if len(parts) == 1:
        node.run = _one(parts[0].run, apply)
    elif len(parts) == 2:
        node.run = _two_with_constant(*parts, apply) if parts[1].kind == "constant" else _two(*parts, apply)
    else:
        node.run = _many(tuple(part.run for part in parts), apply)

    node.work = _working_of_two(node, apply) if len(parts) == 2 else _working(node, apply)
    return node


def _working_of_two(node: Node, apply: Callable[..., Any]) -> Work:
    first, second = (part.work for part in node.parts)

    def work(frame: Frame) -> Trace:
        left, right = first(frame), second(frame)
        one, two = left.value, right.value
        value: Any
        if one.__class__ is Missing:
            value = one.joined(two) if two.__class__ is Missing else one
        else:
            value = two if two.__class__ is Missing else apply(one, two)
        return Trace(node, value, (left, right))

    return work


def _working(node: Node, apply: Callable[..., Any]) -> Work:
    works = tuple(part.work for part in node.parts)

    def work(frame: Frame) -> Trace:
        shown = tuple([each(frame) for each in works])
        missing: Missing | None = None
        for part in shown:
            if part.value.__class__ is Missing:
                missing = part.value if missing is None else missing.joined(part.value)
        return Trace(node, missing if missing is not None else apply(*[part.value for part in shown]), shown)

    return work


def _one(first: Run, apply: Callable[..., Any]) -> Run:
    def run(frame: Frame) -> Any:
        value = first(frame)
        return value if value.__class__ is Missing else apply(value)

    return run


def _two(left: Node, right: Node, apply: Callable[..., Any]) -> Run:
    first, second = left.run, right.run

    def run(frame: Frame) -> Any:
        one = first(frame)
        two = second(frame)
        if one.__class__ is Missing:
            return one.joined(two) if two.__class__ is Missing else one
        return two if two.__class__ is Missing else apply(one, two)

    return run


def _two_with_constant(left: Node, right: Node, apply: Callable[..., Any]) -> Run:
    first, two = left.run, constant_value(right)

    def run(frame: Frame) -> Any:
        one = first(frame)
        return one if one.__class__ is Missing else apply(one, two)

    return run


def _many(runs: tuple[Run, ...], apply: Callable[..., Any]) -> Run:
    def run(frame: Frame) -> Any:
        missing: Missing | None = None
        values = [each(frame) for each in runs]
        for value in values:
            if value.__class__ is Missing:
                missing = value if missing is None else missing.joined(value)
        return missing if missing is not None else apply(*values)

    return run
