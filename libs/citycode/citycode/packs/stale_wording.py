"""Wordings that name other numbers than the law's values: the number was changed, the wording was not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

from citycode.packs.errors import ErrorLog
from citycode.packs.numbers_named import MONTHS, days_named, numbers_named
from citycode.packs.tree import Branch, Leaf, Node, Row, read_tree

CASES = ".cases.yaml"
_DAY_OF_YEAR = re.compile(r"\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class Stale:
    """`value` is the newest version; `line` is where its name stands."""

    file: str
    line: int
    element: str
    name: str
    value: str

    def __str__(self) -> str:
        return (
            f"{self.file}:{self.line}: `{self.name}` of {self.element} is {self.value}, which its wording "
            "does not name though it names numbers. Mend `rule:`, or the value."
        )


def stale_wordings(codes: Path) -> list[Stale]:
    """Every plain value whose element's wording names numbers, but not that one. The packs must load."""
    found: list[Stale] = []
    for path in sorted(codes.glob("*/*.yaml")):
        if path.name.endswith(CASES):
            continue
        file = path.relative_to(codes).as_posix()
        tree = read_tree(path, ErrorLog(file))
        if tree is not None:
            found += _in_file(file, tree)
    return found


def _in_file(file: str, tree: Node) -> list[Stale]:
    elements = list(_elements(tree))
    wordings = {
        id_: text for each in elements if (id_ := _text(each, "id")) and (text := _text(each, "rule"))
    }
    found: list[Stale] = []
    for each in elements:
        id_ = _text(each, "id")
        own = _text(each, "rule")
        if not own and any(_text(part, "rule") for part in _elements(each)):
            continue  # only frames rules, each of which is worded by itself
        found += _stale(file, id_, each, own or wordings.get(id_.partition(".")[0], ""))
    return found


def _elements(node: Node) -> Iterator[Branch]:
    """Every part with an id, as its newest version has it."""
    if isinstance(node, Row):
        for each in node.items:
            yield from _elements(each)
    elif isinstance(node, Branch):
        versions = node.items.get("versions")
        newest = versions.items[-1] if isinstance(versions, Row) and versions.items else None
        if "id" in node.items:
            yield node.overlaid(newest) if isinstance(newest, Branch) else node
        for each in node.items.values():
            yield from _elements(each)


def _stale(file: str, id_: str, element: Branch, wording: str) -> Iterator[Stale]:
    values = element.items.get("values")
    if not isinstance(values, Branch):
        return
    numbers, days = numbers_named(wording), days_named(wording)
    for name, each in values.items.items():
        value = _newest(each)
        if value is None or _is_named(value, numbers, days):
            continue
        if days if _is_day(value) else numbers:
            yield Stale(file, values.key_lines[name], id_, name, _shown(value))


def _newest(node: Node) -> Decimal | int | date | str | None:
    """The plain number or day a value is now or will last be; None for anything else."""
    if isinstance(node, Row) and node.items and isinstance(node.items[-1], Branch):
        node = node.items[-1]
    if isinstance(node, Branch):
        node = node.items.get("is", node)
    if not isinstance(node, Leaf) or isinstance(node.value, bool):
        return None
    if isinstance(node.value, int | Decimal) or _is_day(node.value):
        return node.value
    return None


def _is_day(value: object) -> bool:
    return isinstance(value, date) or (isinstance(value, str) and bool(_DAY_OF_YEAR.fullmatch(value)))


def _is_named(value: Decimal | int | date | str, numbers: frozenset[Fraction], days: frozenset[str]) -> bool:
    match value:
        case date():
            return value.strftime("%m-%d") in days
        case str():
            return value in days
        case _:
            exact = Fraction(value)
            return exact in numbers or exact * 100 in numbers


def _shown(value: Decimal | int | date | str) -> str:
    if isinstance(value, date | str):
        month, day = str(value)[-5:].split("-")
        return f"{MONTHS[int(month) - 1]} {int(day)}"
    return str(value)


def _text(element: Branch, key: str) -> str:
    node = element.items.get(key)
    return node.value if isinstance(node, Leaf) and isinstance(node.value, str) else ""
