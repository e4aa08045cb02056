"""Facts, values of the law, definitions, fields, and written constants."""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

from .checker import Checker, Local, form, nearest
from .errors import ExpressionError
from .naming import adopt, type_words
from .node import Frame, Node, Run, constant
from .syntax import parse
from .trace import Trace
from .types import BARE, Boolean, Enum, ListOf, Record, Text
from .values import Item, Missing

_NAMESPACES_MEND = (
    "Declare it as a fact; or write v. before a value, t. a table, m. a measure, d. a definition, "
    "p. a period, f. an earlier fee, fees. an amount of fees.yaml."
)
_GROUPS = {
    "v": ("value", "`values:` of the element"),
    "t": ("table", "`tables:` of the program"),
    "m": ("measure", "`measures:` of the program"),
    "d": ("computed definition", "`definitions:` of the program, with `name:` and `is:`"),
    "p": ("period that can be asked of a day", "`periods:` of the program"),
    "f": ("fee charged before", "`fees:` of the program, with `name:`, above the one that reads it"),
    "fees": ("amount", "`fees:` of fees.yaml"),
}
"""Namespace → what its names are, and where they are declared."""


@form(ast.Constant)
def written(checker: Checker, tree: ast.expr) -> Node:
    """A number, a quoted wording, true or false."""
    assert isinstance(tree, ast.Constant)  # noqa: S101
    value = tree.value
    if isinstance(value, bool):
        return constant(Boolean(), value)
    if isinstance(value, int | float):
        return constant(BARE, checker.source.number(tree))
    if isinstance(value, str):
        if checker.source.segment(tree)[1:-1] != value:
            checker.refuse(tree, "wording stands between one pair of quotation marks", "Write 'wording'.")
        return constant(Enum((value,)), value)
    if value is None:
        checker.refuse(tree, "there is no None", "Ask whether a fact is known: x is not known.")
    return checker.refuse(tree, "this is no number, wording, true or false", "Write 40, 'RR' or true.")


@form(ast.Name)
def named(checker: Checker, tree: ast.expr) -> Node:
    assert isinstance(tree, ast.Name)  # noqa: S101
    if tree.id in ("true", "false"):
        return constant(Boolean(), tree.id == "true")
    local = checker.locals.get(tree.id)
    if local is not None:
        return _item(tree.id, local)
    found = _in_scope(checker, tree, tree.id)
    if found is not None:
        return found
    return _unknown(checker, tree, tree.id)


@form(ast.Attribute)
def dotted(checker: Checker, tree: ast.expr) -> Node:
    """A name with a namespace ("t.setback"), or a field of a record ("w.length")."""
    assert isinstance(tree, ast.Attribute)  # noqa: S101
    path = _path(tree)
    if path is None:
        checker.refuse(tree, "only a name has fields", "Write name.field.")
    if path[0] not in checker.locals:
        found = _in_scope(checker, tree, ".".join(path))
        if found is not None:
            return found
        namespace = path[0] + "."
        if path[0] not in _all_names(checker) and len(path) == 2:
            members = [name for name in _all_names(checker) if name.startswith(namespace)]
            if members:
                name = ".".join(path)
                checker.refuse(
                    tree,
                    f"there is no {name}",
                    nearest(name, members, f"Known: {', '.join(sorted(members)[:12])}."),
                )
    return _field(checker, tree, checker.check(tree.value))


def _path(tree: ast.expr) -> list[str] | None:
    parts: list[str] = []
    while isinstance(tree, ast.Attribute):
        parts.append(tree.attr)
        tree = tree.value
    return [tree.id, *reversed(parts)] if isinstance(tree, ast.Name) else None


def _all_names(checker: Checker) -> list[str]:
    scope = checker.scope
    return [*checker.locals, *scope.names, *scope.constants, *scope.definitions]


def _unknown(checker: Checker, tree: ast.expr, name: str) -> Node:
    members = [known for known in _all_names(checker) if known.startswith(name + ".")]
    if members:
        checker.refuse(
            tree, f"{name} is a group of names", f"Write one of {', '.join(sorted(members)[:12])}."
        )
    if name == "known":
        checker.refuse(tree, "known stands alone", "Write x is known.")
    if name in _GROUPS:
        what, place = _GROUPS[name]
        checker.refuse(tree, f"no {what} is declared here", f"Declare it under {place}.")
    checker.refuse(tree, f"nothing is called {name!r}", nearest(name, _all_names(checker), _NAMESPACES_MEND))


def _in_scope(checker: Checker, tree: ast.expr, name: str) -> Node | None:
    scope = checker.scope
    if name in scope.names:
        return fact(name, scope.names[name])
    if name in scope.constants:
        value = scope.constants[name]
        return constant(value.type, value.value, name)
    if name in scope.definitions:
        return _definition(checker, tree, name)
    return None


def fact(name: str, type_: Any) -> Node:
    """A name that is bound when the expression is evaluated; unbound, it is missing."""
    absent, run, place = _reading(name)
    node = Node("fact", type_, detail=name, facts=absent.facts)

    def work(frame: Frame) -> Trace:
        value = frame[0].get(name)
        return Trace(node, absent if value is None else value)

    node.run, node.work, node.place = run, work, place
    return node


@lru_cache(maxsize=65_536)
def _reading(name: str) -> tuple[Missing, Run, Callable[[Frame], str]]:
    """How a name is read, which is the same wherever it stands: what it is unstated, its value, its place."""
    absent = Missing(frozenset({name}))

    def run(frame: Frame) -> Any:
        value = frame[0].get(name)
        return absent if value is None else value

    def place(frame: Frame) -> str:
        value = frame[0].get(name)
        return value.place if value.__class__ is Item else name

    return absent, run, place


def _definition(checker: Checker, tree: ast.expr, name: str) -> Node:
    """Compile the definition anew where it is named, so that its working shows and bare numbers may take a
    unit.
    """
    definition = checker.scope.definitions[name]
    source = parse(definition.text)
    inner = Checker(source, definition.scope, checker.budget, slots=checker.slots)
    try:
        part = inner.check(source.tree)
    except ExpressionError as problem:
        return checker.refuse(tree, problem.message, problem.mend)
    adopt(part, definition.type)
    checker.slots = inner.slots
    node = Node("definition", definition.type, (part,), name)
    node.run = part.run

    def work(frame: Frame) -> Trace:
        shown = part.work(frame)
        return Trace(node, shown.value, (shown,))

    node.work = work
    node.place = part.place
    return node


def _item(name: str, local: Local) -> Node:
    """The item a comprehension stands at."""
    slot, source = local.slot, local.source
    node = Node("item", local.type, detail=name)

    def place(frame: Frame) -> str:
        origin = source.place(frame) if source.place else source.text
        return f"{origin}/{frame[slot + 1]}"

    def run(frame: Frame) -> Any:
        return frame[slot]

    node.place, node.run = place, run
    node.work = lambda frame: Trace(node, frame[slot], (), place(frame))
    return node


def _field(checker: Checker, tree: ast.Attribute, owner: Node) -> Node:
    name = tree.attr
    if isinstance(owner.type, ListOf):
        checker.refuse(
            tree,
            f"{owner.text} is a list; its items have fields",
            f"Write sum(x.{name} for x in {owner.text}).",
        )
    if not isinstance(owner.type, Record):
        checker.refuse(
            tree, f"{owner.text} is {type_words(owner.type)} without fields", "Use the name alone."
        )
    fields = owner.type.fields
    if name not in fields:
        known = f"Its fields are {', '.join(fields)}."
        checker.refuse(tree, f"{owner.text} has no field {name!r}", nearest(name, fields, known))
    node = Node("field", fields[name], (owner,), name)
    read_owner, owner_place = owner.run, owner.place

    def place(frame: Frame) -> str:
        return f"{owner_place(frame) if owner_place else owner.text}/{name}"

    def run(frame: Frame) -> Any:
        record = read_owner(frame)
        if record.__class__ is Missing:
            return record
        value = (record.fields if record.__class__ is Item else record).get(name)
        return Missing(frozenset({place(frame)})) if value is None else value

    def work(frame: Frame) -> Trace:
        return Trace(node, run(frame), (), place(frame))

    node.place, node.run, node.work = place, run, work
    return node


def is_text(node: Node) -> bool:
    return isinstance(node.type, Text | Enum)


def is_zero(node: Node) -> bool:
    """Is this a written zero?"""
    return node.kind == "constant" and isinstance(node.run([]), int | Fraction) and node.run([]) == 0
