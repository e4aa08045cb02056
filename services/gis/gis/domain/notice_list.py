"""Who gets a letter: one row per mailing address, with every name and parcel behind it.

Pure: what lies within the distance is found elsewhere. Nobody is dropped in silence: a parcel without any
address is listed as such, and a person whose name and place the law suppresses is counted (M.S. 5B).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from gis.domain.owner_change import is_same_name
from gis.domain.parties import MailingLines, Party, care_line, mailing_key

Audience = Literal["owners", "residents", "owners_and_residents"]
Basis = Literal["owner", "taxpayer", "owner_occupant", "resident"]

RESIDENT = "Resident"
NO_ADDRESS = "the county names no mailing address of an owner or taxpayer"


class UnknownNoticeList(Exception):
    """No such list in this city."""


@dataclass(frozen=True)
class NearParcel:
    """A parcel within the distance of the subject's perimeter; `subject` marks the applicant's own."""

    pin: str
    distance_ft: Decimal
    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    private: bool
    subject: bool


@dataclass(frozen=True)
class NearDwelling:
    """A dwelling within the distance, with the owners of the parcel it stands on (None: not known)."""

    pin: str | None
    distance_ft: Decimal
    mailing: MailingLines
    occupant: str
    owners: tuple[Party, ...]
    private: bool
    subject: bool


@dataclass(frozen=True)
class NoticeRow:
    """One letter."""

    names: tuple[str, ...]
    mailing: MailingLines
    basis: tuple[Basis, ...]
    parcels: tuple[tuple[str, Decimal], ...]
    distance_ft: Decimal
    subject: bool


@dataclass(frozen=True)
class Unaddressed:
    """A parcel to which no letter can be addressed."""

    pin: str
    distance_ft: Decimal
    reason: str


@dataclass(frozen=True)
class Addressees:
    """All letters, the nearest first, and who could not be put on one.

    `withheld` counts the places whose people the law suppresses.
    """

    rows: tuple[NoticeRow, ...]
    unaddressed: tuple[Unaddressed, ...]
    withheld: int


@dataclass
class _Letter:
    mailing: MailingLines
    names: list[str] = field(default_factory=list)
    basis: list[Basis] = field(default_factory=list)
    parcels: dict[str, Decimal] = field(default_factory=dict)
    distances_ft: list[Decimal] = field(default_factory=list)
    subject: bool = False

    def add(self, name: str, basis: Basis, pin: str | None, distance_ft: Decimal, subject: bool) -> None:
        if name not in self.names:
            self.names.append(name)
        if basis not in self.basis:
            self.basis.append(basis)
        if pin is not None:
            self.parcels[pin] = min(distance_ft, self.parcels.get(pin, distance_ft))
        self.distances_ft.append(distance_ft)
        self.subject = self.subject or subject

    def row(self) -> NoticeRow:
        known = [name for name in self.names if name != RESIDENT]
        parcels = tuple(sorted(self.parcels.items(), key=lambda each: (each[1], each[0])))
        return NoticeRow(
            names=tuple(known or self.names),
            mailing=self.mailing,
            basis=tuple(self.basis),
            parcels=parcels,
            distance_ft=min(self.distances_ft),
            subject=self.subject,
        )


def addressees(to: Audience, parcels: Iterable[NearParcel], dwellings: Iterable[NearDwelling]) -> Addressees:
    """Make the letters for `to` of what lies within the distance.

    Owners: the owner's mailing address, else the taxpayer's, and the row says which. Residents: the mailing
    address of the dwelling, by name where the owner's letters go to that very address, else `Resident`. Who
    is withheld at one parcel is at every other, and so is the dwelling that has their letter box.
    """
    near = tuple(parcels)
    hidden = _withheld_names(near)
    letters: dict[str, _Letter] = {}
    unaddressed: list[Unaddressed] = []
    withheld: set[str | MailingLines] = set()

    def write(party: Party, basis: Basis, place: NearParcel | NearDwelling) -> None:
        letter = letters.setdefault(mailing_key(party.mailing), _Letter(party.mailing))
        letter.add(_named_on(letter, party), basis, place.pin, place.distance_ft, place.subject)

    for parcel in near if to != "residents" else ():
        basis, parties = _letter_parties(parcel)
        if parcel.private:
            withheld.add(parcel.pin)
        elif not parties:
            unaddressed.append(Unaddressed(parcel.pin, parcel.distance_ft, NO_ADDRESS))
        else:
            for party in parties:
                if _is_one_of(hidden, party):
                    withheld.add(parcel.pin)
                else:
                    write(party, basis, parcel)
    for dwelling in dwellings if to != "owners" else ():
        if dwelling.private or (hidden and mailing_key(dwelling.mailing) in hidden):
            withheld.add(dwelling.pin or dwelling.mailing)
            continue
        at_home = [party for party in dwelling.owners if _lives_at(party, dwelling.mailing)]
        for party in at_home:
            write(Party(party.name, dwelling.mailing), "owner_occupant", dwelling)
        if not at_home:
            write(Party(dwelling.occupant, dwelling.mailing), "resident", dwelling)
    rows = sorted(
        (letter.row() for letter in letters.values()), key=lambda row: (row.distance_ft, row.mailing)
    )
    return Addressees(
        rows=tuple(rows),
        unaddressed=tuple(sorted(unaddressed, key=lambda each: (each.distance_ft, each.pin))),
        withheld=len(withheld),
    )


def _withheld_names(parcels: Iterable[NearParcel]) -> dict[str, list[str]]:
    """Who owns the parcels whose people are withheld, by the letter box."""
    names: dict[str, list[str]] = {}
    for parcel in parcels:
        for owner in parcel.owners if parcel.private else ():
            for box in [owner.mailing] if owner.mailing else [each.mailing for each in parcel.taxpayers]:
                names.setdefault(mailing_key(box), []).append(owner.name)
    return names


def _is_one_of(hidden: Mapping[str, list[str]], party: Party) -> bool:
    names = hidden.get(mailing_key(party.mailing), []) if hidden else []
    return any(is_same_name(party.name, name) for name in names)


def _letter_parties(parcel: NearParcel) -> tuple[Basis, tuple[Party, ...]]:
    owners = tuple(party for party in parcel.owners if party.mailing)
    if owners:
        return "owner", owners
    taxpayers = tuple(party for party in parcel.taxpayers if party.mailing)
    named = tuple(Party(owner.name, payer.mailing) for payer in taxpayers for owner in parcel.owners)
    return "taxpayer", (*named, *taxpayers)


def _named_on(letter: _Letter, party: Party) -> str:
    care = care_line(party.mailing)
    return party.name if care is None or care in letter.mailing else f"{party.name}, {care}"


def _lives_at(party: Party, dwelling: MailingLines) -> bool:
    return bool(party.mailing) and mailing_key(party.mailing) == mailing_key(dwelling)
