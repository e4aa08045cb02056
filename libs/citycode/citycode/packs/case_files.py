"""Case files, read so that a rule can tell which cases prove it."""

from __future__ import annotations

from collections.abc import Mapping

from citycode.packs.errors import ErrorLog, nearest
from citycode.packs.inventory_rows import InventoryRow
from citycode.packs.models.files import CasesFile
from citycode.packs.tree import Node, line_at
from citycode.packs.validation import read_as


def cases_by_rule(
    node: Node, city: str, inventory: Mapping[str, InventoryRow], seen: dict[str, str], log: ErrorLog
) -> dict[str, tuple[str, ...]]:
    """Rule id → ids of the cases that name it.

    Ids are unique over all files (`seen`); every answer has a path.
    """
    file = read_as(CasesFile, node, log)
    if file is None:
        return {}
    known = {id_ for id_, row in inventory.items() if row.city == city}
    found: dict[str, tuple[str, ...]] = {}
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
            if known and base not in known and not base.startswith("mn-"):
                log.add(
                    line_at(node, (place, "rules", index)),
                    f"No rule of {city} has the id `{base}`",
                    nearest(base, known, "Ids are those of codes/inventory.tsv."),
                )
            found[base] = (*found.get(base, ()), case.id)
    return found
