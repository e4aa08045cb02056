"""Going over a list: what is taken of each item, and under which condition."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .checker import Checker, Local
from .functions import function_name
from .logic import require_boolean
from .naming import type_words
from .node import Node
from .scope import RESERVED
from .types import ListOf

EXAMPLES = {
    "count": "count(w for w in walls if w.area > 0)",
    "sum": "sum(f.area for f in faces)",
    "any": "any(w.area > 100 for w in walls)",
    "all": "all(w.area <= 100 for w in walls)",
    "min": "min(l.distance for l in lot_lines)",
    "max": "max(l.distance for l in lot_lines)",
    "those": "those(w.name for w in walls if w.area > 0)",
}


@dataclass(frozen=True, slots=True)
class Walk:
    """A comprehension: the list, where its item lies, what is taken of it, under which condition."""

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
            tree, f"{name} takes 1 list, not {len(tree.args)} arguments", f"Write {EXAMPLES[name]}."
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
        checker.refuse(generator.target, "the item has one name", f"Write {EXAMPLES[name]}.")
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
            f"Write {EXAMPLES[function_name(tree)]}.",
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
