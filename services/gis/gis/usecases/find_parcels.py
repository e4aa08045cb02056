"""Finding parcels by PIN and by address. What fits several parcels gives them all; nothing is chosen here."""

from sqlalchemy import Connection

from gis.domain.address import GRADES, AddressMatch, match_of, read_address
from gis.domain.parcel import AmbiguousPin, Ownership, Parcel, UnknownParcel
from gis.storage import dwellings, parcel_history, parcels
from gis.storage.parcel_history import History


def parcel_of(connection: Connection, city: str, pin: str) -> Parcel:
    """Give the city's parcel with this PIN, printed or as bare digits.

    Raises UnknownParcel (also for another city's), and AmbiguousPin when bare digits fit several.
    """
    found = parcels.with_pin(connection, city, pin)
    if not found:
        raise UnknownParcel(pin)
    if len(found) > 1:
        raise AmbiguousPin(pin, tuple(found))
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


def parcels_at_address(connection: Connection, city: str, text: str) -> list[tuple[AddressMatch, Parcel]]:
    """Give every parcel of the city at a typed address, with the best grade of match there is.

    Weaker matches are given only where no better one exists. Raises UnreadableAddress.
    """
    asked = read_address(text)
    graded: dict[AddressMatch, set[str]] = {}
    for point in dwellings.at_street_number(connection, city, asked):
        grade = match_of(asked, point.address)
        if grade is not None and point.parcel_id is not None:
            graded.setdefault(grade, set()).add(point.parcel_id)
    for grade in GRADES:
        if grade in graded:
            found = parcels.with_ids(connection, city, graded[grade]).values()
            return [(grade, parcel) for parcel in sorted(found, key=lambda each: each.pin)]
    return []


def owner_of(connection: Connection, city: str, pin: str) -> tuple[Parcel, Ownership]:
    """Give a parcel with who owns it. Raises UnknownParcel, AmbiguousPin."""
    parcel = parcel_of(connection, city, pin)
    return parcel, parcels.ownerships(connection, city, [parcel.id])[parcel.id]
