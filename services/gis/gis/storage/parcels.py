"""Reading parcels and their people, and changing who owns one."""

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any

from sqlalchemy import BindParameter, Connection, bindparam, delete, insert, select, update

from gis.domain.parcel import Ownership, Parcel
from gis.domain.parties import Party
from gis.domain.pin import pin_digits
from gis.storage.arrays import any_of
from gis.storage.tables import parcels, parties

_PUBLIC = [parcels.c[each.name] for each in fields(Parcel)]
_STANDS = parcels.c.until.is_(None)
_OF = parcels.c.city == bindparam("of")
_WRITTEN: BindParameter[str] = bindparam("written")
_OUTLINED = select(*_PUBLIC, parcels.c.wkb).where(_OF, _STANDS)
_PRINTED = _OUTLINED.where(parcels.c.pin == _WRITTEN)
_SAME_DIGITS = _OUTLINED.where(parcels.c.pin_digits == _WRITTEN).order_by(parcels.c.pin)


def with_pin(connection: Connection, city: str, pin: str) -> list[Parcel]:
    """Give the city's parcels printed as `pin`; failing that, those with the same letters and digits."""
    return [parcel for parcel, _ in outlined_with_pin(connection, city, pin)]


def outlined_with_pin(connection: Connection, city: str, pin: str) -> list[tuple[Parcel, bytes]]:
    """Give the same, each with its outline as WKB."""
    found = connection.execute(_PRINTED, {"of": city, "written": pin}).all()
    digits = pin_digits(pin)
    if not found and digits:
        found = connection.execute(_SAME_DIGITS, {"of": city, "written": digits}).all()
    return [(Parcel(*told), bytes(outline)) for *told, outline in found]


def with_ids(connection: Connection, city: str, ids: Collection[str]) -> dict[str, Parcel]:
    """Give the city's parcels of these ids."""
    asked = select(*_PUBLIC).where(parcels.c.city == city, parcels.c.id == any_of(ids))
    return {row.id: _parcel(row) for row in connection.execute(asked)}


def listed(connection: Connection, city: str, after_pin: str | None, limit: int) -> list[Parcel]:
    """Give up to `limit` parcels in the order of their PINs, after the given one."""
    page = select(*_PUBLIC).where(parcels.c.city == city, _STANDS).order_by(parcels.c.pin).limit(limit)
    if after_pin is not None:
        page = page.where(parcels.c.pin > after_pin)
    return [_parcel(row) for row in connection.execute(page)]


def ownerships(connection: Connection, city: str, ids: Collection[str]) -> dict[str, Ownership]:
    """Give who owns each of these parcels and who pays the tax."""
    people: dict[tuple[str, str], list[Party]] = {}
    asked = select(parties).where(parties.c.city == city, parties.c.parcel_id == any_of(ids))
    for row in connection.execute(asked.order_by(parties.c.parcel_id, parties.c.role, parties.c.position)):
        people.setdefault((row.parcel_id, row.role), []).append(Party(row.name, tuple(row.mailing)))
    chosen = select(parcels.c.id, parcels.c.owner_since, parcels.c.private, parcels.c.owner_candidate_id)
    return {
        row.id: Ownership(
            owners=tuple(people.get((row.id, "owner"), ())),
            taxpayers=tuple(people.get((row.id, "taxpayer"), ())),
            owner_since=row.owner_since,
            private=row.private,
            candidate_id=row.owner_candidate_id,
        )
        for row in connection.execute(chosen.where(parcels.c.city == city, parcels.c.id == any_of(ids)))
    }


def lock(connection: Connection, city: str, parcel_id: str) -> None:
    """Hold the parcel until the transaction ends, so that nobody else changes its owner meanwhile."""
    asked = select(parcels.c.id).where(parcels.c.city == city, parcels.c.id == parcel_id)
    connection.execute(asked.with_for_update()).scalar_one()


def set_ownership(connection: Connection, city: str, parcel_id: str, ownership: Ownership) -> None:
    """Write who owns a parcel from now on."""
    connection.execute(delete(parties).where(parties.c.city == city, parties.c.parcel_id == parcel_id))
    rows = [
        {
            "city": city,
            "parcel_id": parcel_id,
            "role": role,
            "position": position,
            "name": party.name,
            "mailing": list(party.mailing),
        }
        for role, people in (("owner", ownership.owners), ("taxpayer", ownership.taxpayers))
        for position, party in enumerate(people)
    ]
    if rows:
        connection.execute(insert(parties), rows)
    chosen = update(parcels).where(parcels.c.city == city, parcels.c.id == parcel_id)
    connection.execute(
        chosen.values(
            owner_since=ownership.owner_since,
            owner_candidate_id=ownership.candidate_id,
            private=ownership.private,
        )
    )


def _parcel(row: Sequence[Any]) -> Parcel:
    return Parcel(*row)
