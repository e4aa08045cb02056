"""`python -m citycode.check [codes]`: loads every pack; prints what there is, or every error and its mend.

Warnings (wordings that name other numbers than the law's values, facts nothing reads, programs without
cases) refuse nothing.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from citycode.city import City
from citycode.commands import counted, finished
from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.packs.stale_wording import stale_wordings
from citycode.packs.unread_facts import unread_facts
from citycode.rules import Rule


def report(law: Law) -> list[str]:
    """A line per program: its rules computed, judged and stated, its elements and cases."""
    lines = []
    for city in law.cities.values():
        programs = city.programs()
        lines.append(
            f"{city.name}: {counted(len(programs), 'program', 'programs')}, "
            f"{counted(len(_own(city)), 'rule', 'rules')}, {counted(len(city.offices), 'office', 'offices')}"
        )
        for program in programs:
            rules = _of(city, program.id)
            treated = Counter(rule.treatment for rule in rules)
            told = ", ".join(
                f"{treated[each]} {each}" for each in ("computed", "judged", "stated") if treated[each]
            )
            elements = sum(len(rule.elements) for rule in rules)
            proved = (
                f"{counted(elements, 'element', 'elements')}, {counted(len(_cases(rules)), 'case', 'cases')}"
            )
            lines.append(f"  {program.id}: {told}; {proved}")
    return lines


def warnings(law: Law, codes: Path) -> list[str]:
    """A line per place that should be looked at, though the packs load."""
    unproved = [
        f"{city.slug}/{program.id}.yaml:1: The program has no cases. Add {city.slug}/{program.id}.cases.yaml."
        for city in law.cities.values()
        for program in city.programs()
        if not _cases(_of(city, program.id))
    ]
    return [*map(str, stale_wordings(codes)), *map(str, unread_facts(codes)), *unproved]


def _of(city: City, program: str) -> list[Rule]:
    return [rule for rule in _own(city) if rule.program == program]


def _cases(rules: Iterable[Rule]) -> set[str]:
    return {case for rule in rules for case in rule.cases}


def _own(city: City) -> list[Rule]:
    """The city's rules without those of state law."""
    return [rule for rule in city.rules.values() if rule.state_law is None]


def main(arguments: Sequence[str]) -> int:
    if len(arguments) > 1 or any(each.startswith("-") for each in arguments):
        print("Name the folder of the law, or nothing for codes: python -m citycode.check [codes]")
        return 2
    codes = Path(arguments[0] if arguments else "codes")
    if not codes.is_dir():
        print(f"There is no folder {codes}. Name the one that holds facts.yaml and the cities.")
        return 2
    began = time.perf_counter()
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        for error in wrong.errors:
            print(f"{codes}/{error}")
        print(counted(len(wrong.errors), "error", "errors"))
        return 1
    print("\n".join(report(law)))
    for each in warnings(law, codes):
        print(f"warning: {codes}/{each}")
    print(f"loaded in {time.perf_counter() - began:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(finished(main, sys.argv[1:]))
