"""Reading parcels and their people, and changing who owns one."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, bindparam, delete, insert, select, text, update

from gis.domain.parcel import Ownership, Parcel
from gis.domain.parties import Party
from gis.domain.pin import pin_digits
from gis.storage.arrays import any_of
from gis.storage.tables import parcels, parties

_PUBLIC = [
    column
    for column in parcels.c
    if column.name not in {"wkb", "sold_on", "owner_since", "owner_candidate_id", "private", "since", "until"}
]
_STANDS = parcels.c.until.is_(None)
_OF = parcels.c.city == bindparam("of")
_WRITTEN: BindParameter[str] = bindparam("written")
_PRINTED = select(*_PUBLIC).where(_OF, parcels.c.pin == _WRITTEN, _STANDS)
_SAME_DIGITS = select(*_PUBLIC).where(_OF, parcels.c.pin_digits == _WRITTEN, _STANDS).order_by(parcels.c.pin)
_OUTLINE = select(parcels.c.wkb).where(_OF, parcels.c.id == bindparam("asked"))
_NEIGHBORS = text(
    "SELECT coalesce(json_agg(json_build_array(p.id, p.pin, p.vintage, p.private, k.people)), '[]') "
    "FROM parcels p LEFT JOIN LATERAL (SELECT json_agg(json_build_array(k.role, k.name, k.mailing) "
    "ORDER BY k.position) AS people FROM parties k WHERE k.city = p.city AND k.parcel_id = p.id) k ON true "
    "WHERE p.city = :city AND p.id = ANY(CAST(:ids AS text[]))"
)
"""One document: to read it whole takes a third of what rows and columns take."""


@dataclass(frozen=True, slots=True)
class Neighbor:
    """A parcel near another, and who owns it or pays its tax."""

    id: str
    pin: str
    vintage: date
    owners: tuple[Party, ...]
    taxpayers: tuple[Party, ...]
    private: bool


def with_pin(connection: Connection, city: str, pin: str) -> list[Parcel]:
    """Give the city's parcels printed as `pin`; failing that, those with the same letters and digits."""
    found = [_parcel(row) for row in connection.execute(_PRINTED, {"of": city, "written": pin}).all()]
    digits = pin_digits(pin)
    if found or not digits:
        return found
    return [_parcel(row) for row in connection.execute(_SAME_DIGITS, {"of": city, "written": digits}).all()]


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


def outline(connection: Connection, city: str, parcel_id: str) -> bytes:
    """Give a parcel's outline as WKB."""
    return bytes(connection.execute(_OUTLINE, {"of": city, "asked": parcel_id}).scalar_one())


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


def neighbors(connection: Connection, city: str, ids: Collection[str]) -> list[Neighbor]:
    """Give these parcels as a notice list needs them: number, vintage, and their people."""
    told = connection.scalar(_NEIGHBORS, {"city": city, "ids": list(ids)})
    return [
        Neighbor(
            id_,
            pin,
            date.fromisoformat(vintage),
            _of_role(people or (), "owner"),
            _of_role(people or (), "taxpayer"),
            private,
        )
        for id_, pin, vintage, private, people in told
    ]


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


def _of_role(people: Iterable[Any], role: str) -> tuple[Party, ...]:
    return tuple(Party(name, tuple(mailing)) for of, name, mailing in people if of == role)


def _parcel(row: Row[Any]) -> Parcel:
    return Parcel(**row._mapping)
