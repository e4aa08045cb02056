"""Statutes that were renumbered: whoever cites the old number is told today's."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citycode.packs.errors import ErrorLog
from citycode.packs.models.state import RenumberedFile
from citycode.packs.tree import Node, line_at
from citycode.packs.validation import read_as


@dataclass(frozen=True, slots=True)
class Number:
    """`old` was renumbered `new`."""

    old: str
    new: str
    note: str | None


@dataclass(frozen=True, slots=True)
class Renumbered:
    numbers: tuple[Number, ...]

    def notes_on(self, *texts: str) -> tuple[str, ...]:
        """`M.S. 16B.70 is today M.S. 326B.148.` for every old number that is named."""
        whole = " ".join(texts)
        return tuple(
            f"M.S. {each.old} is today M.S. {each.new}.{f' {each.note}' if each.note else ''}"
            for each in self.numbers
            if re.search(rf"(?<![\w.]){re.escape(each.old)}(?![\w])", whole)
        )


NOT_RENUMBERED = Renumbered(())


def read_renumbered(node: Node, log: ErrorLog) -> Renumbered:
    """Empty with every error in `log`."""
    file = read_as(RenumberedFile, node, log)
    if file is None:
        return NOT_RENUMBERED
    seen: set[str] = set()
    for place, each in enumerate(file.renumbered):
        if each.old in seen:
            log.add(
                line_at(node, ("renumbered", place)), f"`{each.old}` stands twice", "Keep one of the lines."
            )
        seen.add(each.old)
    return Renumbered(
        tuple(
            Number(each.old, each.new, f"To verify: {each.verify}" if each.verify else None)
            for each in file.renumbered
        )
    )
