"""Facts that a program asks for and nothing in it reads: a question put to people in vain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from citycode.packs.errors import ErrorLog
from citycode.packs.tree import Branch, Leaf, Node, Row, read_tree

CASES = ".cases.yaml"
STATE = "minnesota"


@dataclass(frozen=True, slots=True)
class Unread:
    file: str
    line: int
    name: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: Nothing reads the fact `{self.name}`. "
            "Use it in a formula, or do not ask for it."
        )


def unread_facts(codes: Path) -> list[Unread]:
    """Every fact under `facts:` whose name stands nowhere else in its program. The packs must load."""
    return [
        each
        for path in sorted(codes.glob("*/*.yaml"))
        if path.parent.name != STATE and not path.name.endswith(CASES)
        for each in _in_file(path.relative_to(codes).as_posix(), read_tree(path, ErrorLog(path.name)))
    ]


def _in_file(file: str, tree: Node | None) -> Iterator[Unread]:
    if not isinstance(tree, Branch) or "facts" not in tree.items or "program" not in tree.items:
        return
    said = " ".join(_texts(tree.without("facts")))
    for name, line in _declared(tree.items["facts"]):
        if re.search(rf"\b{re.escape(name)}\b", said) is None:
            yield Unread(file, line, name)


def _declared(facts: Node) -> Iterator[tuple[str, int]]:
    if isinstance(facts, Branch):
        yield from facts.key_lines.items()
    elif isinstance(facts, Row):
        yield from ((str(each.value), each.line) for each in facts.items if isinstance(each, Leaf))


def _texts(node: Node) -> Iterator[str]:
    if isinstance(node, Leaf):
        yield str(node.value)
        return
    if isinstance(node, Branch):
        yield from node.items
    for each in node.items.values() if isinstance(node, Branch) else node.items:
        yield from _texts(each)
