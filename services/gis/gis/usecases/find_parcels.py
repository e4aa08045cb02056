"""Finding parcels by PIN and by address. What fits several parcels gives them all; nothing is chosen here."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from gis.domain.address import GRADES, AddressMatch, StreetAddress, match_of, read_address
from gis.domain.address_choice import AddressChoice, same_question
from gis.domain.parcel import AmbiguousPin, Ownership, Parcel, UnknownParcel
from gis.domain.similar_addresses import LIKE_ENOUGH, likeness
from gis.storage import address_choices, dwellings, parcel_history, parcels
from gis.storage.parcel_history import History

SIMILAR_MAX = 10


@dataclass(frozen=True)
class AddressFound:
    """A parcel that an address may mean: how it was matched, and from 0 to 1 how alike the addresses are.

    `chosen`: the city's staff found before that this parcel is meant.
    """

    match: AddressMatch
    likeness: float
    parcel: Parcel
    chosen: AddressChoice | None = None


def parcel_of(connection: Connection, city: str, pin: str) -> Parcel:
    """Give the city's parcel with this PIN, printed or as bare digits.

    Raises UnknownParcel (also for another city's), and AmbiguousPin when bare digits fit several.
    """
    return outlined_parcel_of(connection, city, pin)[0]


def outlined_parcel_of(connection: Connection, city: str, pin: str) -> tuple[Parcel, bytes]:
    """Give the same with its outline as WKB. Raises UnknownParcel, AmbiguousPin."""
    found = parcels.outlined_with_pin(connection, city, pin)
    if not found:
        raise UnknownParcel(pin)
    if len(found) > 1:
        raise AmbiguousPin(pin, tuple(parcel for parcel, _ in found))
    return found[0]


def history_of(connection: Connection, city: str, pin: str) -> History:
    """Give what a parcel was and what became of its land, by its printed PIN, gone or standing.

    Raises UnknownParcel.
    """
    found = parcel_history.history_of(connection, city, pin)
    if found is None:
        raise UnknownParcel(pin)
    return found


def parcels_with_pin(connection: Connection, city: str, pin: str) -> list[Parcel]:
    """Give every parcel of the city that this PIN, printed or as bare digits, may mean."""
    return parcels.with_pin(connection, city, pin)


def parcels_listed(connection: Connection, city: str, after_pin: str | None, limit: int) -> list[Parcel]:
    """Give up to `limit` parcels of the city in the order of their PINs, after the given one."""
    return parcels.listed(connection, city, after_pin, limit)


def parcels_at_address(connection: Connection, city: str, text: str) -> list[AddressFound]:
    """Give every parcel of the city at a typed address, with the best grade of match there is.

    Weaker matches are given only where no better one exists; at last up to `SIMILAR_MAX` whose street is
    merely spelled alike, the likest first. Raises UnreadableAddress.
    """
    asked = read_address(text)
    graded: dict[AddressMatch, dict[str, float]] = {}
    for point in dwellings.at_street_number(connection, city, asked):
        grade = match_of(asked, point.address)
        if grade is not None and point.parcel_id is not None:
            graded.setdefault(grade, {})[point.parcel_id] = 1.0
    for grade in GRADES:
        if grade in graded:
            return _found(connection, city, grade, graded[grade])
    return _found(connection, city, "similar_address", _similar(connection, city, asked))[:SIMILAR_MAX]


def parcels_asked_for(connection: Connection, city: str, text: str) -> list[AddressFound]:
    """Give what `parcels_at_address` gives, with the choice that stands at the candidate it names.

    A choice settles nothing by itself: where the parcel chosen is no candidate any more, none is marked.
    Raises UnreadableAddress.
    """
    found = parcels_at_address(connection, city, text)
    choice = address_choices.standing(connection, city, same_question(read_address(text)))
    if choice is None:
        return found
    return [replace(each, chosen=choice) if each.parcel.id == choice.parcel_id else each for each in found]


def _similar(connection: Connection, city: str, asked: StreetAddress) -> dict[str, float]:
    alike: dict[str, float] = {}
    for point in dwellings.at_number(connection, city, asked):
        how = likeness(asked, point.address)
        if how >= LIKE_ENOUGH and point.parcel_id is not None:
            alike[point.parcel_id] = max(how, alike.get(point.parcel_id, how))
    return alike


def _found(
    connection: Connection, city: str, match: AddressMatch, alike: dict[str, float]
) -> list[AddressFound]:
    found = parcels.with_ids(connection, city, alike.keys())
    graded = [AddressFound(match, alike[id_], parcel) for id_, parcel in found.items()]
    return sorted(graded, key=lambda each: (-each.likeness, each.parcel.pin))


def owner_of(connection: Connection, city: str, pin: str) -> tuple[Parcel, Ownership]:
    """Give a parcel with who owns it. Raises UnknownParcel, AmbiguousPin."""
    parcel = parcel_of(connection, city, pin)
    return parcel, parcels.ownerships(connection, city, [parcel.id])[parcel.id]
