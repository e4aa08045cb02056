"""What parcels were, and what became of their land."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from sqlalchemy import Connection, select

from gis.storage.tables import parcel_links, parcel_versions, parcels


@dataclass(frozen=True, slots=True)
class Version:
    """What a parcel was from one day until another (no longer on that one); None: not known, or still."""

    since: date | None
    until: date | None
    address: str | None
    acres_deed: Decimal | None
    acres_polygon: Decimal
    source: str
    vintage: date


@dataclass(frozen=True, slots=True)
class Link:
    """Land that passed from or to a parcel of this PIN."""

    pin: str
    kind: str
    on: date


@dataclass(frozen=True, slots=True)
class History:
    """A parcel's versions, the oldest first (the last one is the newest known), and its links."""

    pin: str
    versions: tuple[Version, ...]
    came_from: tuple[Link, ...]
    became: tuple[Link, ...]


def history_of(connection: Connection, city: str, pin: str) -> History | None:
    """Give the history of the parcel printed so, gone or standing; None when there never was one."""
    asked = select(parcels).where(parcels.c.city == city, parcels.c.pin == pin)
    row = connection.execute(asked).one_or_none()
    if row is None:
        return None
    before = select(parcel_versions).where(parcel_versions.c.city == city, parcel_versions.c.id == row.id)
    versions = [*connection.execute(before.order_by(parcel_versions.c.until)), row]
    names = Version.__dataclass_fields__
    return History(
        pin=row.pin,
        versions=tuple(Version(**{name: getattr(each, name) for name in names}) for each in versions),
        came_from=_links(connection, city, "to_id", "from_id", row.id),
        became=_links(connection, city, "from_id", "to_id", row.id),
    )


def _links(connection: Connection, city: str, here: str, there: str, id_: str) -> tuple[Link, ...]:
    other = parcels.c.id == parcel_links.c[there]
    asked = (
        select(parcels.c.pin, parcel_links.c.kind, parcel_links.c["on"])
        .join_from(parcel_links, parcels, other & (parcels.c.city == parcel_links.c.city))
        .where(parcel_links.c.city == city, parcel_links.c[here] == id_)
    )
    rows = connection.execute(asked.order_by(parcel_links.c["on"], parcels.c.pin))
    return tuple(Link(row.pin, row.kind, row[2]) for row in rows)
