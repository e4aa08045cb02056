"""`python -m citycode.coverage [codes]`: how much of the inventory the packs carry out, by loaded ids."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from citycode.commands import counted, finished
from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.packs.inventory_rows import InventoryRow, read_inventory
from citycode.packs.models.element import WHY_STATED
from citycode.rules import Rule

COMPUTABLE = frozenset(
    {
        *("fee", "security", "penalty", "cost-recovery"),
        *("deadline", "term", "notice"),
        *("cap", "limit", "geometry", "eligibility", "exemption"),
    }
)
"""Kinds of the inventory that name a number, date, list or place, so that somebody asks why not computed."""
COLUMNS = ("rules", "loaded", "computed", "judged", "stated", "cases", "proved")


@dataclass(frozen=True, slots=True)
class NotComputed:
    """A loaded rule of a computable kind that is judged or stated. `why` is empty where nobody said."""

    rule: str
    kind: str
    treatment: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule} ({self.kind}) is {self.treatment}: {self.why or 'no reason is given.'}"


@dataclass(frozen=True, slots=True)
class ProgramCoverage:
    """Counts of rule ids of one program; `cases` counts cases, `proved` computed rules that a case names.

    `missing` are ids that no element carries out, `unproved` computed ones that no case names.
    """

    city: str
    program: str
    rules: int
    loaded: int
    computed: int
    judged: int
    stated: int
    cases: int
    proved: int
    not_computed: tuple[NotComputed, ...]
    missing: tuple[str, ...]
    unproved: tuple[str, ...]

    @property
    def counts(self) -> tuple[int, ...]:
        return tuple(getattr(self, each) for each in COLUMNS)


def covered(law: Law, inventory: Mapping[str, InventoryRow]) -> tuple[ProgramCoverage, ...]:
    """Every program of the inventory, loaded or not, in the inventory's order."""
    programs: dict[tuple[str, str], list[InventoryRow]] = {}
    for row in inventory.values():
        programs.setdefault((row.city, row.program), []).append(row)
    return tuple(_program(law, city, program, rows) for (city, program), rows in programs.items())


def _program(law: Law, city: str, program: str, rows: Sequence[InventoryRow]) -> ProgramCoverage:
    rules = law.cities[city].rules if city in law.cities else {}
    loaded = [(rules[row.id], row) for row in rows if row.id in rules]
    treated = [rule.treatment for rule, _ in loaded]
    return ProgramCoverage(
        city,
        program,
        len(rows),
        len(loaded),
        treated.count("computed"),
        treated.count("judged"),
        treated.count("stated"),
        len({case for rule, _ in loaded for case in rule.cases}),
        sum(1 for rule, _ in loaded if rule.treatment == "computed" and rule.cases),
        tuple(
            NotComputed(rule.id, row.kind, rule.treatment, why_not_computed(rule))
            for rule, row in loaded
            if row.kind in COMPUTABLE and rule.treatment != "computed"
        ),
        tuple(row.id for row in rows if row.id not in rules),
        tuple(rule.id for rule, _ in loaded if rule.treatment == "computed" and not rule.cases),
    )


def why_not_computed(rule: Rule) -> str:
    """What its `why_stated:` says, else its readings and notes, else the question it puts to an office."""
    said = [each.removeprefix(WHY_STATED) for each in rule.notes if each.startswith(WHY_STATED)]
    return " ".join(said or rule.notes or _asked(rule))


def _asked(rule: Rule) -> list[str]:
    """The questions of its judgments, without which nobody decides."""
    newest = [dict(each.versions[-1].values) for each in rule.elements if each.versions]
    return [f"an office is asked: {each['ask']}" for each in newest if "ask" in each]


def lines(law: Law, inventory: Mapping[str, InventoryRow]) -> list[str]:
    """A table per city, with the reasons below each program, and totals over loaded programs and over all."""
    programs = covered(law, inventory)
    width = max((len(each.program) for each in programs), default=0) + 2
    told = []
    for city in dict.fromkeys(each.city for each in programs):
        of_city = [each for each in programs if each.city == city]
        begun = [each for each in of_city if each.loaded]
        told.append(_row(law.cities[city].name if city in law.cities else city, COLUMNS, width))
        for each in begun:
            told.append(_row(f"  {each.program}", each.counts, width))
            told += [f"      {reason}" for reason in each.not_computed]
            told += [f"      lacks {', '.join(each.missing)}"] if each.missing else []
            told += [f"      computed without a case: {', '.join(each.unproved)}"] if each.unproved else []
        waiting = len(of_city) - len(begun)
        if waiting:
            rules = counted(sum(each.rules for each in of_city if not each.loaded), "rule", "rules")
            told.append(f"  not begun: {counted(waiting, 'program', 'programs')} with {rules}")
    told.append(_row("all that is begun", _total([each for each in programs if each.loaded]), width))
    told.append(_row("the whole inventory", _total(programs), width))
    unsaid = sum(1 for each in programs for reason in each.not_computed if not reason.why)
    asked = sum(len(each.not_computed) for each in programs)
    told.append(f"of computable kinds, but not computed: {asked}, {unsaid} of them without a reason")
    return told


def _row(name: str, cells: Sequence[str | int], width: int) -> str:
    return f"{name:<{max(width + 2, 24)}}" + "".join(f"{cell:>10}" for cell in cells)


def _total(programs: Sequence[ProgramCoverage]) -> tuple[int, ...]:
    return tuple(sum(column) for column in zip(*(each.counts for each in programs), strict=True))


def main(arguments: Sequence[str]) -> int:
    codes = Path(arguments[0] if arguments else "codes")
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        print(wrong)
        return 1
    print("\n".join(lines(law, read_inventory(codes / "inventory.tsv"))))
    return 0


if __name__ == "__main__":
    sys.exit(finished(main, sys.argv[1:]))
