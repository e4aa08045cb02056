"""Case files, read so that a rule can tell which cases prove it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from citycode.packs.errors import ErrorLog
from citycode.packs.models.files import CasesFile
from citycode.packs.tree import Node, line_at
from citycode.packs.validation import read_as


@dataclass(frozen=True, slots=True)
class CasesRead:
    """`by_rule`: rule id → ids of the cases that name it; `named`: each id, where its errors go, its line."""

    by_rule: Mapping[str, tuple[str, ...]]
    named: tuple[tuple[str, ErrorLog, int], ...]


def cases_by_rule(node: Node, seen: dict[str, str], log: ErrorLog) -> CasesRead:
    """Ids are unique over all files (`seen`); every answer has a path."""
    file = read_as(CasesFile, node, log)
    if file is None:
        return CasesRead({}, ())
    found: dict[str, tuple[str, ...]] = {}
    named: list[tuple[str, ErrorLog, int]] = []
    for place, case in enumerate(file.root):
        line = line_at(node, (place,))
        if case.id in seen:
            log.add(
                line,
                f"The case `{case.id}` stands twice (also in {seen[case.id]})",
                "Give it an id of its own.",
            )
        seen[case.id] = log.file
        if case.expect.keys() != case.answers.keys():
            log.add(
                line, f"`{case.id}` expects other keys than it answers", "Give a path per key of `expect`."
            )
        for index, rule in enumerate(case.rules):
            base = rule.partition(".")[0]
            named.append((base, log, line_at(node, (place, "rules", index))))
            found[base] = (*found.get(base, ()), case.id)
    return CasesRead(found, tuple(named))
