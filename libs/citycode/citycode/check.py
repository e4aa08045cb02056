"""`python -m citycode.check [codes]`: loads every pack; prints what there is, or every error and its mend."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from citycode.city import City
from citycode.law import Law, load_law
from citycode.packs.errors import PackErrors
from citycode.rules import Rule


def report(law: Law) -> list[str]:
    """A line per program: its rules computed, judged and stated, its elements and cases."""
    lines = []
    for city in law.cities.values():
        programs = city.programs()
        lines.append(
            f"{city.name}: {len(programs)} programs, {len(_own(city))} rules, {len(city.offices)} offices"
        )
        for program in programs:
            rules = [rule for rule in _own(city) if rule.program == program.id]
            treated = Counter(rule.treatment for rule in rules)
            told = ", ".join(
                f"{treated[each]} {each}" for each in ("computed", "judged", "stated") if treated[each]
            )
            elements = sum(len(rule.elements) for rule in rules)
            cases = len({case for rule in rules for case in rule.cases})
            lines.append(f"  {program.id}: {told}; {elements} elements, {cases} cases")
    return lines


def _own(city: City) -> list[Rule]:
    """The city's rules without those of state law."""
    return [rule for rule in city.rules.values() if rule.state_law is None]


def main(arguments: Sequence[str]) -> int:
    codes = Path(arguments[0] if arguments else "codes")
    began = time.perf_counter()
    try:
        law = load_law(codes)
    except PackErrors as wrong:
        for error in wrong.errors:
            print(f"{codes}/{error}")
        print(f"{len(wrong.errors)} error{'s' if len(wrong.errors) != 1 else ''}")
        return 1
    print("\n".join(report(law)))
    print(f"loaded in {time.perf_counter() - began:.2f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
