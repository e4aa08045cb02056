"""Evaluating over a list: every item counts (`sum`), or one item decides (`any`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from .comprehension import Walk
from .errors import EvaluationError
from .logic import Tally
from .node import Frame, Node
from .trace import Trace
from .types import Boolean, Type
from .values import Missing

Fold: TypeAlias = Callable[[list[Any]], Any]


def gathered(kind: str, type_: Type, walked: Walk, fold: Fold) -> Node:
    """A value of all items that meet the condition; whatever is missing of any item is missing here."""
    node = Node(kind, type_, walked.parts, walked)
    read, slot = walked.source.run, walked.slot
    take = walked.element.run
    ask = walked.condition.run if walked.condition else None

    def run(frame: Frame) -> Any:
        items = read(frame)
        if items.__class__ is Missing:
            return items
        kept: list[Any] = []
        missing: Missing | None = None
        for position, item in enumerate(items):
            frame[slot], frame[slot + 1] = item, position
            asked = True if ask is None else ask(frame)
            if asked is False:
                continue
            if asked.__class__ is Missing:
                missing = asked if missing is None else missing.joined(asked)
                taken = _attempt(take, frame, asked)
            else:
                taken = take(frame)
            if taken.__class__ is Missing:
                missing = taken if missing is None else missing.joined(taken)
            kept.append(taken)
        return missing if missing is not None else fold(kept)

    node.run = run
    node.work = _working(node, walked)
    return node


def _attempt(take: Callable[[Frame], Any], frame: Frame, asked: Missing) -> Any:
    try:
        return take(frame)
    except EvaluationError:
        return asked  # the item may not count at all


def decided(kind: str, walked: Walk, ending: bool) -> Node:
    """`any` ends at the first yes, `all` at the first no; missing items leave it open only without one."""
    node = Node(kind, Boolean(), walked.parts, walked)
    read, slot = walked.source.run, walked.slot
    take = walked.element.run
    ask = walked.condition.run if walked.condition else None

    def run(frame: Frame) -> Any:
        items = read(frame)
        if items.__class__ is Missing:
            return items
        tally: Tally | None = None
        for position, item in enumerate(items):
            frame[slot], frame[slot + 1] = item, position
            try:
                answer = _answer(ask, take, frame, ending)
            except EvaluationError as problem:
                tally = tally or Tally(ending)
                tally.take_error(problem)
                continue
            if answer is ending:
                return ending
            if answer.__class__ is Missing:
                tally = tally or Tally(ending)
                tally.take(answer)
        return not ending if tally is None else tally.answer()

    node.run = run
    node.work = _working(node, walked)
    return node


def _answer(
    ask: Callable[[Frame], Any] | None, take: Callable[[Frame], Any], frame: Frame, ending: bool
) -> Any:
    """One item's part in the answer; an item whose condition is no takes no part."""
    if ask is None:
        return take(frame)
    asked = ask(frame)
    if asked is False:
        return not ending
    if asked is True:
        return take(frame)
    taken = _attempt(take, frame, asked)
    if taken is (not ending):
        return taken
    return asked.joined(taken) if taken.__class__ is Missing else asked


def _working(node: Node, walked: Walk) -> Callable[[Frame], Trace]:
    """The value, then per item a trace of kind "item": its element and its condition, where they can be
    worked out.
    """

    def work(frame: Frame) -> Trace:
        value = node.run(frame)
        items = walked.source.run(frame)
        shown: list[Trace] = []
        for position, item in enumerate(() if items.__class__ is Missing else items):
            frame[walked.slot], frame[walked.slot + 1] = item, position
            shown.append(_item_trace(walked, frame, item))
        return Trace(node, value, tuple(shown))

    return work


def _item_trace(walked: Walk, frame: Frame, item: Any) -> Trace:
    parts: list[Trace] = []
    counts: Any = True
    try:
        if walked.condition is not None:
            condition = walked.condition.work(frame)
            parts.append(condition)
            counts = condition.value
        if counts is not False:
            parts.insert(0, walked.element.work(frame))
    except EvaluationError:
        counts = False
    assert walked.item.place is not None  # noqa: S101
    return Trace(
        walked.item, counts if walked.condition is not None else item, tuple(parts), walked.item.place(frame)
    )
