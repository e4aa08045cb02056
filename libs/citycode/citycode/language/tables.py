"""A cell of a table by keys that are written out: t.setback(line.side)."""

from __future__ import annotations

import ast

from .checker import Checker, nearest
from .naming import adopt, type_words
from .node import Node, strict
from .types import Enum, Number, Text, Type


def table_cell(checker: Checker, tree: ast.Call) -> Node:
    """The cell of a table of the scope, looked up by the keys in brackets."""
    name = checker.source.segment(tree.func)
    table = checker.scope.tables.get(name)
    if table is None:
        known = checker.scope.tables
        mend = nearest(name, known, f"Tables here: {', '.join(sorted(known)[:12])}.")
        checker.refuse(tree, "only functions of the language and tables are called", mend)
    if tree.keywords or len(tree.args) != len(table.keys):
        count = len(table.keys)
        checker.refuse(
            tree,
            f"{name} has {count} key{'' if count == 1 else 's'}, not {len(tree.args) + len(tree.keywords)}",
            "Write one key for each of its `by:`, in that order.",
        )
    parts = tuple(_key(checker, each, key, name) for each, key in zip(tree.args, table.keys, strict=True))
    return strict("fact", table.cell, parts, table.look_up, name)


def _key(checker: Checker, tree: ast.expr, wanted: Type, name: str) -> Node:
    node = checker.check(tree)
    adopt(node, wanted)
    if not _fits(node.type, wanted):
        checker.refuse(
            tree,
            f"{name} goes by {type_words(wanted)}, not {type_words(node.type)}",
            "Name the field or fact it goes by.",
        )
    return node


def _fits(found: Type, wanted: Type) -> bool:
    match found, wanted:
        case Number(), Number(bare=True):
            return True
        case Enum(values=values), Enum(values=known):
            return set(values) <= set(known)
        case Enum(), Text():
            return True
    return found == wanted
