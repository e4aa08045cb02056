"""What the contract shows as examples of places in the law: taken from the law itself."""

from __future__ import annotations

from dataclasses import dataclass

from citycode import Law, Rule


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """A city, a program and a rule that are there; empty where nothing is loaded."""

    city: list[str]
    program: list[str]
    rule: list[str]


SPOKEN_OF = "le-wind-districts"
"""The examples of requests speak of this rule and the program that carries it out."""


def shown_place(law: Law) -> ShownPlace:
    """That rule and its program; where it is not loaded, the first there is."""
    for slug, city in law.cities.items():
        if SPOKEN_OF in city.rules:
            return _shown(slug, city.rules[SPOKEN_OF])
    for slug, city in law.cities.items():
        for rule in city.rules.values():
            return _shown(slug, rule)
    return ShownPlace(list(law.cities)[:1], [], [])


def _shown(city: str, rule: Rule) -> ShownPlace:
    return ShownPlace([city], [rule.program], [rule.id])
