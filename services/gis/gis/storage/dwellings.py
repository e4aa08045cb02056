"""Reading address points."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, select

from gis.domain.address import StreetAddress
from gis.domain.parcel import Dwelling
from gis.storage.arrays import any_of
from gis.storage.tables import addresses


def at_street_number(connection: Connection, city: str, asked: StreetAddress) -> list[Dwelling]:
    """Give the city's address points with this house number on a street of this name, units included."""
    same = (
        (addresses.c.city == city)
        & (addresses.c.number == asked.number)
        & (addresses.c.street_name == asked.name)
    )
    rows = connection.execute(select(addresses).where(same).order_by(addresses.c.id))
    return [_dwelling(row) for row in rows]


def at_number(connection: Connection, city: str, asked: StreetAddress) -> list[Dwelling]:
    """Give the city's address points with this house number, on whatever street."""
    same = (addresses.c.city == city) & (addresses.c.number == asked.number)
    rows = connection.execute(select(addresses).where(same).order_by(addresses.c.id))
    return [_dwelling(row) for row in rows]


def with_ids(connection: Connection, city: str, ids: Collection[str]) -> dict[str, Dwelling]:
    """Give the city's address points of these ids."""
    asked = select(addresses).where(addresses.c.city == city, addresses.c.id == any_of(ids))
    return {row.id: _dwelling(row) for row in connection.execute(asked)}


def _dwelling(row: Row[Any]) -> Dwelling:
    address = StreetAddress(
        number=row.number,
        fraction=row.fraction,
        pre_direction=row.pre_direction,
        name=row.street_name,
        type=row.street_type,
        post_direction=row.post_direction,
        unit=row.unit,
    )
    return Dwelling(
        id=row.id,
        parcel_id=row.parcel_id,
        address=address,
        printed=row.printed,
        mailing=tuple(row.mailing),
        occupant=row.occupant,
        private=row.private,
    )
