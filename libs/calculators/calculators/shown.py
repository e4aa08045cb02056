"""What the contract shows as examples of places in the law: taken from the law itself."""

from __future__ import annotations

from dataclasses import dataclass

from citycode.law import Law


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A city, a program and a rule that are there; empty where nothing is loaded."""

    city: list[str]
    program: list[str]
    rule: list[str]


def shown_place(law: Law) -> ShownPlace:
    """The first city that has a program, with its first rule of a number."""
    for slug, city in law.cities.items():
        for program in city.programs():
            rules = [rule.id for rule in city.rules.values() if rule.program == program.id]
            return ShownPlace([slug], [program.id], rules[:1])
    return ShownPlace(list(law.cities)[:1], [], [])
