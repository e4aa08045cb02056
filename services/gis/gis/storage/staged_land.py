"""Land that a staged county file tells of, beside the land of the parcels that are known."""

# ruff: noqa: S608 - statements are put together from the constants of these modules only

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, text

from gis.storage.staging import PLACE, SAME_PARCEL

_PIECE = 10_000
_NEIGHBORS = 2_000
_NEAR = 0.02
"""A mile in degrees and more: parcels whose middles lie farther apart have no land in common."""


@dataclass(frozen=True, slots=True)
class Land:
    """A parcel's land: whose, which, and its outline."""

    city: str
    id: str
    wkb: bytes


def differing_outlines(connection: Connection) -> Iterator[list[tuple[Land, bytes]]]:
    """Give each known parcel whose outline is not the same byte for byte, and the outline that is told.

    In pieces: where a county draws its whole map anew, these are as many as it has parcels.
    """
    differing = text(
        "SELECT p.city, p.id, p.wkb, s.wkb AS told FROM staging s "
        f"JOIN parcels p ON {SAME_PARCEL} WHERE s.wkb <> p.wkb"
    )
    for piece in connection.execute(differing, execution_options={"yield_per": _PIECE}).partitions():
        yield [(Land(row.city, row.id, bytes(row.wkb)), bytes(row.told)) for row in piece]


def keep_outlines(connection: Connection, ids: Iterable[str]) -> None:
    """Leave the outlines of these parcels as they are."""
    kept = ", ".join(f"{name} = p.{name}" for name in PLACE.split(", "))
    connection.execute(
        text(f"UPDATE staging s SET {kept} FROM parcels p WHERE {SAME_PARCEL} AND s.id = ANY(:ids)"),
        {"ids": list(ids)},
    )
    connection.execute(
        text(f"UPDATE staging s SET {kept} FROM parcels p WHERE {SAME_PARCEL} AND s.wkb IS NULL")
    )


def changed_land(connection: Connection) -> list[Land]:
    """Give the known parcels whose outline will change, as they were."""
    return _land(
        connection,
        f"SELECT p.city, p.id, p.wkb FROM staging s JOIN parcels p ON {SAME_PARCEL} WHERE s.wkb <> p.wkb",
    )


def new_land(connection: Connection) -> list[Land]:
    """Give the parcels that the file brings."""
    return _land(
        connection,
        "SELECT s.city, s.id, s.wkb FROM staging s "
        f"WHERE NOT EXISTS (SELECT FROM parcels p WHERE {SAME_PARCEL})",
    )


def withheld_land(connection: Connection) -> list[Land]:
    """Give the parcels whose people are withheld, standing or gone, of the cities the file tells of."""
    return _land(
        connection,
        "SELECT p.city, p.id, p.wkb FROM parcels p "
        "WHERE p.private AND p.city IN (SELECT city FROM staging) ORDER BY p.city, p.id",
    )


def new_land_near_withheld(connection: Connection) -> list[Land]:
    """Give the parcels that the file brings about a mile or less from one whose people are withheld."""
    return _land(
        connection,
        "WITH withheld AS MATERIALIZED (SELECT city, lon, lat FROM parcels WHERE private) "
        "SELECT s.city, s.id, s.wkb FROM staging s WHERE EXISTS (SELECT FROM withheld w "
        f"WHERE w.city = s.city AND abs(w.lon - s.lon) < {_NEAR} AND abs(w.lat - s.lat) < {_NEAR}) "
        f"AND NOT EXISTS (SELECT FROM parcels p WHERE {SAME_PARCEL}) ORDER BY s.city, s.id",
    )


def told_land(connection: Connection, ids: Iterable[str]) -> list[Land]:
    """Give the outlines that the file tells of these parcels."""
    asked = "SELECT city, id, wkb FROM staging WHERE id = ANY(:ids) AND wkb IS NOT NULL"
    return _land(connection, asked, ids=list(ids))


def outlines(connection: Connection) -> Iterator[list[bytes]]:
    """Give the outlines that the file tells, piece by piece, neighbors mostly together."""
    asked = text("SELECT wkb FROM staging WHERE wkb IS NOT NULL ORDER BY round(lat::numeric, 2), lon")
    rows = connection.execute(asked, execution_options={"stream_results": True})
    for piece in rows.scalars().partitions(_NEIGHBORS):
        yield [bytes(each) for each in piece]


def standing_without_row(
    connection: Connection, county: str, refused: Iterable[str]
) -> tuple[list[Land], int]:
    """Give the county's standing parcels that the file does not name, and how many stand in all."""
    gone = _land(
        connection,
        "SELECT p.city, p.id, p.wkb FROM parcels p WHERE p.county = :county AND p.until IS NULL "
        "AND NOT (p.id = ANY(:refused)) AND NOT EXISTS (SELECT FROM staging s WHERE s.id = p.id)",
        county=county,
        refused=list(refused),
    )
    standing = text("SELECT count(*) FROM parcels WHERE county = :county AND until IS NULL")
    return gone, int(connection.scalar(standing, {"county": county}) or 0)


def _land(connection: Connection, statement: str, **told: Any) -> list[Land]:
    rows = connection.execute(text(statement), told)
    return [Land(row.city, row.id, bytes(row.wkb)) for row in rows]
