"""`python -m citycode.coverage [codes]`: of the rules of the inventory, how many are carried out, and how.

Counted by the ids of loaded elements, never by text: computed, judged, stated, with a case.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.packs.inventory_rows import InventoryRow, read_inventory


@dataclass(frozen=True, slots=True)
class Covered:
    """Of one program of the inventory: its rules, those carried out by treatment, those with a case; the ids
    that no element carries out, and the rules that should have a case and have none.
    """

    city: str
    program: str
    rules: int
    computed: int
    judged: int
    stated: int
    with_cases: int
    missing: tuple[str, ...]
    without_case: tuple[str, ...]

    @property
    def carried_out(self) -> int:
        return self.computed + self.judged + self.stated


def coverage(law: Law, inventory: dict[str, InventoryRow]) -> list[Covered]:
    """A row per program of the inventory, cities in order."""
    rows: dict[tuple[str, str], list[str]] = {}
    for id_, row in inventory.items():
        rows.setdefault((row.city, row.program), []).append(id_)
    return [_covered(law, city, program, ids) for (city, program), ids in rows.items()]


def _covered(law: Law, city: str, program: str, ids: Sequence[str]) -> Covered:
    loaded = law.cities[city].rules if city in law.cities else {}
    found = [loaded[each] for each in ids if each in loaded]
    treated = Counter(each.treatment for each in found)
    return Covered(
        city,
        program,
        len(ids),
        treated["computed"],
        treated["judged"],
        treated["stated"],
        sum(bool(each.cases) for each in found),
        tuple(each for each in ids if each not in loaded),
        tuple(each.id for each in found if each.treatment == "computed" and not each.cases),
    )


def report(rows: Sequence[Covered]) -> list[str]:
    """A table; programs that no pack carries out yet are counted in one line per city."""
    lines = [f"{'program':<40} {'rules':>5} {'computed':>8} {'judged':>6} {'stated':>6} {'cases':>5} missing"]
    for city in dict.fromkeys(each.city for each in rows):
        of_city = [each for each in rows if each.city == city]
        begun = [each for each in of_city if each.carried_out]
        lines += [_line(f"{city}/{each.program}", [each]) for each in begun]
        lines.append(_line(f"{city}, {len(begun)} of {len(of_city)} programs", of_city))
    lines.append(_line("all", rows))
    for each in rows:
        if each.carried_out and each.missing:
            lines.append(f"{each.city}/{each.program} lacks: {', '.join(each.missing)}")
        if each.without_case:
            lines.append(
                f"{each.city}/{each.program} computed without a case: {', '.join(each.without_case)}"
            )
    return lines


def _line(name: str, rows: Sequence[Covered]) -> str:
    def total(of: str) -> int:
        return sum(getattr(each, of) for each in rows)

    missing = sum(len(each.missing) for each in rows)
    return (
        f"{name:<40} {total('rules'):>5} {total('computed'):>8} {total('judged'):>6} {total('stated'):>6} "
        f"{total('with_cases'):>5} {missing:>7}"
    )


def main(arguments: Sequence[str]) -> int:
    codes = Path(arguments[0] if arguments else "codes")
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        print(wrong)
        return 1
    print("\n".join(report(coverage(law, read_inventory(codes / "inventory.tsv")))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
