"""YAML read as a tree that remembers its lines.

Plain scalars are read as YAML 1.2 does: only `true` and `false` are booleans (so `yes`, `no` and the key
`on` stay words), `2026-04-01` is a date, numbers are exact. Duplicate keys, tags and aliases are refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, TypeAlias

import yaml

from citycode.packs.errors import ErrorLog

LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
WHOLE = re.compile(r"[-+]?(0|[1-9][0-9]{0,29})")
DECIMAL = re.compile(r"[-+]?(0|[1-9][0-9]{0,29})\.[0-9]{1,30}")
CIVIL_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
DEEPEST = 40
STANDARD = "tag:yaml.org,2002:"
PLAIN_TAGS = frozenset({"str", "int", "float", "bool", "null", "timestamp", "value", "merge", "map", "seq"})

Scalar: TypeAlias = "str | int | Decimal | bool | date | None"
Steps: TypeAlias = "tuple[str | int, ...]"


@dataclass(frozen=True, slots=True)
class Leaf:
    value: Scalar
    line: int


@dataclass(frozen=True, slots=True)
class Branch:
    """A mapping: key → node, and key → line of the key."""

    items: dict[str, Node]
    key_lines: dict[str, int]
    line: int

    def without(self, *keys: str) -> Branch:
        return Branch({k: v for k, v in self.items.items() if k not in keys}, self.key_lines, self.line)

    def overlaid(self, other: Branch) -> Branch:
        """This mapping with the keys of `other` in place of its own; lines follow."""
        return Branch({**self.items, **other.items}, {**self.key_lines, **other.key_lines}, other.line)


@dataclass(frozen=True, slots=True)
class Row:
    """A sequence."""

    items: tuple[Node, ...]
    line: int


Node: TypeAlias = "Leaf | Branch | Row"


def read_tree(path: Path, log: ErrorLog) -> Node | None:
    """The file as a tree; None when it cannot be read, with the reason in `log`."""
    try:
        root = yaml.compose(path.read_bytes(), Loader=LOADER)
    except yaml.MarkedYAMLError as wrong:
        mark = wrong.problem_mark or wrong.context_mark
        log.add(
            mark.line + 1 if mark else 1,
            f"This is not readable as YAML: {wrong.problem or wrong.context}",
            "Mend the indentation, quotes or brackets at this line.",
        )
        return None
    except (yaml.YAMLError, UnicodeDecodeError) as wrong:
        log.add(
            1, f"This is not readable as YAML: {str(wrong).splitlines()[0]}", "Save it as plain UTF-8 text."
        )
        return None
    if root is None:
        log.add(1, "The file is empty", "Fill it, or remove it.")
        return None
    return _Reader(log).read(root, 0)


class _Reader:
    def __init__(self, log: ErrorLog) -> None:
        self._log = log
        self._seen: set[int] = set()

    def read(self, node: yaml.Node, depth: int) -> Node:
        line = node.start_mark.line + 1
        if id(node) in self._seen or depth > DEEPEST:
            self._log.add(
                line, "An alias (*) or a very deep nesting stands here", "Write the value out in place."
            )
            return Leaf(None, line)
        self._seen.add(id(node))
        self._refuse_tag(node, line)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, line, depth)
        if isinstance(node, yaml.SequenceNode):
            return Row(tuple(self.read(each, depth + 1) for each in node.value), line)
        assert isinstance(node, yaml.ScalarNode)  # noqa: S101 – there is no other sort of node
        return Leaf(self._scalar(node, line), line)

    def _refuse_tag(self, node: yaml.Node, line: int) -> None:
        if node.tag.removeprefix(STANDARD) not in PLAIN_TAGS:
            self._log.add(line, f"The tag `{node.tag}` is not allowed", "Remove it; plain values are enough.")

    def _mapping(self, node: yaml.MappingNode, line: int, depth: int) -> Branch:
        items: dict[str, Node] = {}
        lines: dict[str, int] = {}
        for key_node, value_node in node.value:
            at = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._log.add(at, "A key must be a word", "Write `word: value`.")
                continue
            key = str(key_node.value)
            if key in items:
                self._log.add(
                    at,
                    f"The key `{key}` stands twice in one mapping (first on line {lines[key]})",
                    "Keep one of them; several of a kind go into a list.",
                )
                continue
            items[key] = self.read(value_node, depth + 1)
            lines[key] = at
        return Branch(items, lines, line)

    def _scalar(self, node: yaml.ScalarNode, line: int) -> Scalar:
        text = str(node.value)
        if node.style not in (None, ""):
            return text
        if text in ("", "~", "null"):
            return None
        if text in ("true", "false"):
            return text == "true"
        if WHOLE.fullmatch(text):
            return int(text)
        if DECIMAL.fullmatch(text):
            return Decimal(text)
        if CIVIL_DATE.fullmatch(text):
            try:
                return date.fromisoformat(text)
            except ValueError:
                self._log.add(
                    line, f"{text} is no day of the calendar", "Write an existing date as YYYY-MM-DD."
                )
        return text


def plain(node: Node) -> Any:
    """The tree without its lines."""
    if isinstance(node, Branch):
        return {key: plain(each) for key, each in node.items.items()}
    if isinstance(node, Row):
        return [plain(each) for each in node.items]
    return node.value


def line_at(node: Node, path: Steps) -> int:
    """The line of the deepest node on `path` that exists; for a last key of a mapping, the key's line."""
    line = node.line
    for step in path:
        if isinstance(node, Branch) and isinstance(step, str) and step in node.items:
            line = node.key_lines[step]
            node = node.items[step]
        elif isinstance(node, Row) and isinstance(step, int) and step < len(node.items):
            node = node.items[step]
            line = node.line
        # steps that pydantic adds itself (`function-after`, union members) lead nowhere
    return line


def branches(node: Node | None) -> Iterator[Branch]:
    """The mappings of a sequence, in order."""
    if isinstance(node, Row):
        for each in node.items:
            if isinstance(each, Branch):
                yield each
