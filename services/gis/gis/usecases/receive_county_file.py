"""Receiving a county's file in parts, and asking for its import."""

from dataclasses import replace
from uuid import UUID

from servicekit.waking import leave_work
from sqlalchemy import Connection

from gis.domain.county_import import (
    CountyImport,
    FileOfTomorrow,
    ImportNotReceiving,
    PartsMissing,
    RowFinding,
    UnknownImport,
)
from gis.storage import county_imports


def import_of(connection: Connection, city: str, import_id: UUID) -> CountyImport:
    """Give an import of the city. Raises UnknownImport."""
    found = county_imports.one(connection, city, import_id)
    if found is None:
        raise UnknownImport(str(import_id))
    return found


def imports_listed(connection: Connection, city: str, before: UUID | None, limit: int) -> list[CountyImport]:
    """Give up to `limit` imports of the city, the newest first, before the given one."""
    return county_imports.listed(connection, city, before, limit)


def findings_listed(
    connection: Connection, city: str, import_id: UUID, after: int, limit: int
) -> list[tuple[int, RowFinding]]:
    """Give up to `limit` findings with their numbers. Raises UnknownImport."""
    import_of(connection, city, import_id)
    return county_imports.findings(connection, city, import_id, after, limit)


def open_import(connection: Connection, asked: CountyImport) -> CountyImport:
    """Begin to receive a file. Raises FileOfTomorrow."""
    today = asked.asked_at.date()
    if asked.vintage > today:
        raise FileOfTomorrow(today)
    county_imports.add(connection, asked)
    return asked


def take_part(
    connection: Connection, city: str, import_id: UUID, number: int, content: bytes
) -> tuple[CountyImport, int]:
    """Keep a part; give the import and how many parts are still to come.

    Raises UnknownImport, ImportNotReceiving, PartsMissing for a number beyond the parts announced.
    """
    found = _receiving(connection, city, import_id)
    if not 1 <= number <= found.parts:
        raise PartsMissing((number,))
    county_imports.put_part(connection, city, import_id, number, content)
    return found, found.parts - len(county_imports.part_numbers(connection, city, import_id))


def start(connection: Connection, city: str, import_id: UUID) -> CountyImport:
    """Ask for the import; one that was asked for already stays as it is.

    One that a fault of this service stopped still has its file, and is asked for anew. Raises UnknownImport,
    PartsMissing.
    """
    found = county_imports.one(connection, city, import_id, lock=True)
    if found is None:
        raise UnknownImport(str(import_id))
    if found.status not in {"receiving", "failed"}:
        return found
    missing = set(range(1, found.parts + 1)) - county_imports.part_numbers(connection, city, import_id)
    if missing and found.status == "failed":
        return found
    if missing:
        raise PartsMissing(tuple(sorted(missing)[:10]))
    county_imports.set_status(connection, city, import_id, "waiting", failure=None, finished_at=None)
    leave_work(connection)
    return replace(found, status="waiting", failure=None, finished_at=None, version=found.version + 1)


def _receiving(connection: Connection, city: str, import_id: UUID) -> CountyImport:
    found = county_imports.one(connection, city, import_id, lock=True)
    if found is None:
        raise UnknownImport(str(import_id))
    if found.status != "receiving":
        raise ImportNotReceiving(found.status)
    return found
