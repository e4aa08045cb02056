"""Invented owners, tenants and mailing addresses, drawn from a seed."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from gis.domain.parcel import Ownership
from gis.domain.parties import MailingLines, Party
from gis.domain.street_words import DIRECTIONS, TYPES
from gis.sample.description import CityDescription, Names, Role

LANDLORDS = 14
_FAR_TOWNS = ("Saint Paul, MN 55101", "Minneapolis, MN 55401", "Fargo, ND 58102", "Eau Claire, WI 54701")
_FAR_STREETS = ("Pine Street", "Cedar Lane", "Harbor Road", "Orchard Avenue")


@dataclass(frozen=True)
class Household:
    """Who is behind a parcel: its ownership, and whether somebody lives there."""

    ownership: Ownership
    lived_in: bool


class People:
    """Draws households for one city."""

    def __init__(self, random: Random, names: Names, city: CityDescription) -> None:
        self._random = random
        self._names = names
        self._upper = city.owner_names == "upper"
        self._town = f"{city.town.name}, MN {city.town.zip}"
        self._landlords = [self._landlord(place) for place in range(LANDLORDS)]

    def household(self, role: Role, situs: MailingLines) -> Household:
        """Draw the household of a role at an address."""
        lived_in = role not in {"absent", "no_address"}
        if role == "taxpayer_only":
            return Household(_owned((), (self._landlords[0],)), lived_in)
        owner = self._owner(role, situs)
        payers = () if role == "no_address" else (owner,)
        return Household(_owned((owner,), payers, private=role == "protected"), lived_in)

    def firm(self, situs: MailingLines) -> Household:
        """Draw a firm that owns and uses the place itself; nobody lives there."""
        owner = Party(self._random.choice(self._names.firms), self._written(situs))
        return Household(_owned((owner,), (owner,)), lived_in=False)

    def _owner(self, role: Role, situs: MailingLines) -> Party:
        if role in {"rented", "absent"}:
            return self._landlords[int(LANDLORDS * self._random.random() ** 2)]
        name = self._person()
        if role == "boxed":
            box = f"P.O. Box {self._random.randint(10, 990)}"
            return Party(name, self._written((box, self._town)))
        if role == "in_care":
            care = f"C/O {self._random.choice(self._names.firms)}"
            return Party(name, self._written((care, self._far_street(), self._random.choice(_FAR_TOWNS))))
        return Party(name, () if role == "no_address" else self._written(situs))

    def _landlord(self, place: int) -> Party:
        firms = self._names.firms
        name = firms[place] if place < len(firms) else self._person()
        street = f"PO Box {100 + place}" if place % 4 == 3 else self._far_street()
        return Party(name, self._written((street, _FAR_TOWNS[place % len(_FAR_TOWNS)])))

    def _person(self) -> str:
        first, last = self._random.choice(self._names.first), self._random.choice(self._names.last)
        return f"{last} {first}".upper() if self._upper else f"{first} {last}"

    def _far_street(self) -> str:
        return f"{self._random.randint(100, 2400)} {self._random.choice(_FAR_STREETS)}"

    def _written(self, lines: Sequence[str]) -> MailingLines:
        return tuple(postal_form(line) if self._upper else line for line in lines)


def postal_form(line: str) -> str:
    """Give a line in capitals and postal short forms, as some counties print it."""
    return " ".join(
        DIRECTIONS.get(word) or TYPES.get(word) or word for word in line.upper().replace(",", "").split()
    )


def _owned(owners: tuple[Party, ...], payers: tuple[Party, ...], private: bool = False) -> Ownership:
    return Ownership(owners=owners, taxpayers=payers, owner_since=None, private=private, candidate_id=None)
