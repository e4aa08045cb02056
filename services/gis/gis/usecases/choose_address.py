"""Recording which candidate of an address is meant: a person chooses, and answers for it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import Connection

from gis.domain.address import read_address
from gis.domain.address_choice import (
    AddressChoice,
    ChoiceCandidate,
    NotACandidate,
    UnknownChoice,
    same_question,
)
from gis.storage import address_choices
from gis.usecases.find_parcels import AddressFound, parcels_at_address


@dataclass(frozen=True)
class Choosing:
    """Who chooses, when, why, and under which id it is kept."""

    id: UUID
    at: datetime
    by: str
    note: str | None


def choose(
    connection: Connection, city: str, address: str, pin: str, choosing: Choosing
) -> tuple[AddressChoice, bool]:
    """Record the candidate with this printed PIN as the one meant; give the choice, and whether it is new.

    A choice that says what the standing one says already is not recorded twice.
    Raises UnreadableAddress, NotACandidate.
    """
    question = same_question(read_address(address))
    found = parcels_at_address(connection, city, address)
    chosen = next((each for each in found if each.parcel.pin == pin), None)
    if chosen is None:
        raise NotACandidate(pin, tuple(each.parcel.pin for each in found))
    choice = AddressChoice(
        id=choosing.id,
        city=city,
        asked=address,
        parcel_id=chosen.parcel.id,
        chosen=_offered(chosen),
        candidates=tuple(_offered(each) for each in found),
        chosen_at=choosing.at,
        chosen_by=choosing.by,
        note=choosing.note,
    )
    standing = address_choices.standing(connection, city, question)
    if standing is not None and standing.says_the_same(choice):
        return standing, False
    address_choices.keep(connection, question, choice)
    return choice, True


def choice_of(connection: Connection, city: str, choice_id: UUID) -> AddressChoice:
    """Give one choice. Raises UnknownChoice."""
    found = address_choices.with_id(connection, city, choice_id)
    if found is None:
        raise UnknownChoice(str(choice_id))
    return found


def choices_listed(
    connection: Connection, city: str, address: str | None, after: UUID | None, limit: int
) -> list[AddressChoice]:
    """Give up to `limit` choices after one, the oldest first; of one address or of all.

    Raises UnreadableAddress.
    """
    question = None if address is None else same_question(read_address(address))
    return address_choices.listed(connection, city, question, after, limit)


def _offered(found: AddressFound) -> ChoiceCandidate:
    return ChoiceCandidate(found.parcel.pin, found.parcel.address, found.match, found.likeness)
