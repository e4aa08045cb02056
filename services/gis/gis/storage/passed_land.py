"""What became of parcels: gone from a day on, and which other ones their land passed to."""

from collections.abc import Iterable
from datetime import date

from sqlalchemy import Connection, text

from gis.storage.arrays import any_of
from gis.storage.tables import parcels


def retire(connection: Connection, city: str, ids: list[str], on: date, generation: int) -> None:
    """Say that parcels are gone from that day on; nobody lives at them any more."""
    chosen = parcels.update().where(parcels.c.city == city, parcels.c.id == any_of(ids))
    connection.execute(chosen.values(until=on, generation=generation))
    gone = text("DELETE FROM addresses WHERE city = :city AND parcel_id = ANY(:ids)")
    connection.execute(gone, {"city": city, "ids": ids})


def link(connection: Connection, city: str, links: Iterable[tuple[str, str, str]], on: date) -> None:
    """Keep what became of land: from which parcel, to which, and how."""
    rows = [
        {"city": city, "from_id": from_id, "to_id": to_id, "kind": kind, "on": on}
        for from_id, to_id, kind in links
    ]
    if rows:
        kept = text(
            'INSERT INTO parcel_links (city, from_id, to_id, kind, "on") '
            "VALUES (:city, :from_id, :to_id, :kind, :on) ON CONFLICT DO NOTHING"
        )
        connection.execute(kept, rows)


def keep_withheld(
    connection: Connection, city: str, links: Iterable[tuple[str, str, str]], new: Iterable[str]
) -> None:
    """Withhold the people of new parcels on land of which they were withheld: a new number shows nobody."""
    pairs = list(links)
    connection.execute(
        text(
            "UPDATE parcels t SET private = true "
            "FROM unnest(CAST(:from_ids AS text[]), CAST(:to_ids AS text[])) AS passed(from_id, to_id) "
            "JOIN parcels f ON f.city = :city AND f.id = passed.from_id "
            "WHERE t.city = :city AND t.id = passed.to_id AND f.private AND t.id = ANY(CAST(:new AS text[]))"
        ),
        {
            "city": city,
            "from_ids": [from_id for from_id, *_ in pairs],
            "to_ids": [to_id for _, to_id, _ in pairs],
            "new": list(new),
        },
    )
