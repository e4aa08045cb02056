"""`python -m citycode.coverage [codes]`: how much of the inventory the packs carry out, by loaded ids."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.packs.inventory_rows import InventoryRow, read_inventory


@dataclass(frozen=True, slots=True)
class ProgramCoverage:
    """Counts of rule ids of one program; `cases` counts cases."""

    city: str
    program: str
    rules: int
    loaded: int
    computed: int
    judged: int
    stated: int
    cases: int


def covered(law: Law, inventory: dict[str, InventoryRow]) -> tuple[ProgramCoverage, ...]:
    """Every program of the inventory, loaded or not, in the inventory's order."""
    programs = dict.fromkeys((row.city, row.program) for row in inventory.values())
    return tuple(_program(law, inventory, city, program) for city, program in programs)


def _program(law: Law, inventory: dict[str, InventoryRow], city: str, program: str) -> ProgramCoverage:
    ids = [row.id for row in inventory.values() if (row.city, row.program) == (city, program)]
    rules = law.cities[city].rules if city in law.cities else {}
    loaded = [rules[each] for each in ids if each in rules]
    treated = [each.treatment for each in loaded]
    return ProgramCoverage(
        city,
        program,
        len(ids),
        len(loaded),
        treated.count("computed"),
        treated.count("judged"),
        treated.count("stated"),
        len({case for each in loaded for case in each.cases}),
    )


def main(arguments: Sequence[str]) -> int:
    codes = Path(arguments[0] if arguments else "codes")
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        print(wrong)
        return 1
    for each in covered(law, read_inventory(codes / "inventory.tsv")):
        print(f"{each.city} {each.program}: {each.rules} rules, {each.computed} computed, {each.cases} cases")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
