"""What permit events said about structures in registers, as it came in."""

from dataclasses import fields

from sqlalchemy import Connection, insert, select

from gis.domain.register import RegisterEntry
from gis.storage.tables import register_entries

_COLUMNS = [register_entries.c[each.name] for each in fields(RegisterEntry)]


def add(connection: Connection, entry: RegisterEntry) -> None:
    """Keep an entry."""
    values = {each.name: getattr(entry, each.name) for each in fields(RegisterEntry)}
    connection.execute(insert(register_entries).values(values))


def of_permit(connection: Connection, city: str, layer: str, permit_number: str) -> list[RegisterEntry]:
    """Give all that was said of the structure of one permit."""
    asked = select(*_COLUMNS).where(
        register_entries.c.city == city,
        register_entries.c.layer == layer,
        register_entries.c.permit_number == permit_number,
    )
    return [RegisterEntry(**row._mapping) for row in connection.execute(asked)]
