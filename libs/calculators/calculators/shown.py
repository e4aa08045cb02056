"""What the contract shows as examples of places in the law: taken from the law itself."""

from __future__ import annotations

from dataclasses import dataclass

from citycode import City, Law


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
    for slug, city in law.cities.items():
        if SPOKEN_OF in city.rules:
            return _shown(slug, city, city.rules[SPOKEN_OF].program)
    for slug, city in law.cities.items():
        if city.rules:
            return _shown(slug, city, next(iter(city.rules.values())).program)
    return ShownPlace(list(law.cities)[:1], [], [])


def _shown(slug: str, city: City, program: str) -> ShownPlace:
    first = next(rule.id for rule in city.rules.values() if rule.program == program)
    return ShownPlace([slug], [program], [first])
