"""Over lists: count, sum, any, all, min, max, with or without a comprehension."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import exact
from .checker import Checker, Local
from .civil import joined
from .errors import EvaluationError
from .functions import arguments, function, function_name, shared_type
from .logic import require_boolean
from .naming import type_words
from .node import Frame, Node, strict
from .scope import RESERVED
from .trace import Trace
from .types import Boolean, Date, Duration, Instant, ListOf, Number, Type
from .values import Missing

_ORDERED = (Number, Date, Instant, Duration)
_EXAMPLES = {
    "count": "count(w for w in walls if w.area > 0)",
    "sum": "sum(f.area for f in faces)",
    "any": "any(w.area > 100 for w in walls)",
    "all": "all(w.area <= 100 for w in walls)",
    "min": "min(l.distance for l in lot_lines)",
    "max": "max(l.distance for l in lot_lines)",
}


@dataclass(frozen=True, slots=True)
class Walk:
    """A comprehension: the list, where its item lies, what is taken of each item and under which condition."""

    source: Node
    item: Node
    slot: int
    element: Node
    condition: Node | None
    plain: bool
    """Is the item itself taken (`w for w in walls`)?"""

    @property
    def parts(self) -> tuple[Node, ...]:
        return (self.source, self.element, *((self.condition,) if self.condition else ()))


def walk(checker: Checker, tree: ast.Call) -> Walk:
    """Check `name(element for item in list if condition)` or `name(list)`."""
    name = function_name(tree)
    if len(tree.args) != 1:
        checker.refuse(
            tree, f"{name} takes 1 list, not {len(tree.args)} arguments", f"Write {_EXAMPLES[name]}."
        )
    (argument,) = tree.args
    if not isinstance(argument, ast.GeneratorExp):
        source = checker.check(argument)
        return _walked(checker, tree, argument, source, "each", None, None)
    if len(argument.generators) > 1:
        checker.refuse(
            argument, "only one for stands in a comprehension", "Nest the inner one in its own any(…)."
        )
    generator = argument.generators[0]
    if not isinstance(generator.target, ast.Name):
        checker.refuse(generator.target, "the item has one name", f"Write {_EXAMPLES[name]}.")
    _require_new(checker, generator.target)
    source = checker.check(generator.iter)
    return _walked(checker, tree, generator.iter, source, generator.target.id, argument.elt, generator.ifs)


def _require_new(checker: Checker, target: ast.Name) -> None:
    scope = checker.scope
    if target.id in RESERVED:
        checker.refuse(target, f"{target.id!r} has its own meaning", "Choose another name for the item.")
    for names in (checker.locals, scope.names, scope.constants, scope.definitions):
        if target.id in names:
            checker.refuse(target, f"{target.id!r} already means something here", "Choose another name.")


def _walked(
    checker: Checker,
    tree: ast.Call,
    place: ast.expr,
    source: Node,
    name: str,
    taken: ast.expr | None,
    conditions: list[ast.expr] | None,
) -> Walk:
    if not isinstance(source.type, ListOf):
        listed = "list" if taken is not None else "list or a comprehension"
        checker.refuse(
            place,
            f"{function_name(tree)} goes over a {listed}, not {type_words(source.type)}",
            f"Write {_EXAMPLES[function_name(tree)]}.",
        )
    slot = checker.slots
    checker.slots += 2
    local = Local(slot, source.type.item, source)
    kept = dict(checker.locals)
    checker.locals[name] = local
    item = checker.check(ast.copy_location(ast.Name(name, ast.Load()), place))
    item.text = name
    element = checker.check(taken) if taken is not None else item
    condition = _condition(checker, conditions or [])
    checker.locals = kept
    plain = taken is None or (isinstance(taken, ast.Name) and taken.id == name)
    return Walk(source, item, slot, element, condition, plain)


def _condition(checker: Checker, conditions: list[ast.expr]) -> Node | None:
    if not conditions:
        return None
    single = conditions[0] if len(conditions) == 1 else ast.BoolOp(ast.And(), conditions)
    if single is not conditions[0]:
        ast.copy_location(single, conditions[0])
    node = checker.check(single)
    require_boolean(checker, conditions[0], node, "after if")
    return node


Fold = Callable[[list[Any]], Any]


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
        missing: Missing | None = None
        for position, item in enumerate(items):
            frame[slot], frame[slot + 1] = item, position
            try:
                answer = _answer(ask, take, frame, ending)
            except EvaluationError:
                if missing is None:
                    raise
                continue
            if answer is ending:
                return ending
            if answer.__class__ is Missing:
                missing = answer if missing is None else missing.joined(answer)
        return not ending if missing is None else missing

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
    """The value, then per item a trace of kind "item": its element and its condition, where they can be worked out."""

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


@function("count")
def counted(checker: Checker, tree: ast.Call) -> Node:
    walked = walk(checker, tree)
    if not walked.plain:
        checker.refuse(tree.args[0], "count counts items, not values", f"Write {_EXAMPLES['count']}.")
    return gathered("count", Number(), walked, len)


@function("sum")
def total(checker: Checker, tree: ast.Call) -> Node:
    walked = walk(checker, tree)
    type_ = walked.element.type
    if isinstance(type_, Duration):
        return gathered("sum", type_, walked, _joined)
    if not isinstance(type_, Number):
        checker.refuse(
            tree.args[0], f"sum adds numbers, not {type_words(type_)}", f"Write {_EXAMPLES['sum']}."
        )
    return gathered("sum", type_, walked, _sum)


def _sum(numbers: list[Any]) -> Any:
    amount: Any = 0
    for number in numbers:
        amount = exact.plus(amount, number)
    return amount


def _joined(spans: list[Any]) -> Any:
    from .values import TimeSpan

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
            _EXAMPLES[name],
        )
    apply = _first_of(pick, walked.element.type, checker, tree)

    def fold(values: list[Any]) -> Any:
        if not values:
            raise EvaluationError(f"the list holds nothing to take the {kind} of")
        return apply(values)

    return gathered(f"{kind} of list", walked.element.type, walked, fold)


def _first_of(pick: Any, type_: Type, checker: Checker, tree: ast.Call) -> Callable[[Any], Any]:
    if isinstance(type_, Duration):
        if type_.kind == "mixed":
            checker.refuse(
                tree, "lengths in hours, days and months have no fixed order", "Compare dates instead."
            )
        return lambda values: pick(values, key=lambda span: (span.months, span.days, span.hours))
    if isinstance(type_, Instant):
        return lambda values: pick(values, key=lambda instant: instant.timestamp())
    return lambda values: pick(values)


@function("known")
def asked(checker: Checker, tree: ast.Call) -> Node:
    from .comparison import known

    ((_, node),) = arguments(checker, tree, 1)
    return known(node)
