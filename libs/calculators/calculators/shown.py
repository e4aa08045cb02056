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


SPOKEN_OF = "le-wind-lot-size"
"""The examples of requests speak of the program that carries out this rule."""


def shown_place(law: Law) -> ShownPlace:
    """The program the examples speak of, with its first rule; where it is not loaded, the first there is."""
    places = [
        ShownPlace([slug], [program.id], rules)
        for slug, city in law.cities.items()
        for program in city.programs()
        if (rules := [rule.id for rule in city.rules.values() if rule.program == program.id])
    ]
    if not places:
        return ShownPlace(list(law.cities)[:1], [], [])
    shown = next((each for each in places if SPOKEN_OF in each.rule), places[0])
    return ShownPlace(shown.city, shown.program, shown.rule[:1])
