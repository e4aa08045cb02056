"""County files that were sent: their parts, their progress, what was found of their rows."""

from collections.abc import Iterable, Iterator
from dataclasses import fields
from datetime import date, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, delete, func, insert, select, text, update
from sqlalchemy.dialects.postgresql import insert as upsert

from gis.domain.county_import import CountyImport, ImportStatus, RowFinding
from gis.domain.county_row import Finding
from gis.storage.tables import county_import_findings, county_import_parts, county_imports

_COLUMNS = [county_imports.c[each.name] for each in fields(CountyImport)]


def add(connection: Connection, asked: CountyImport) -> None:
    """Keep a new import."""
    values = {each.name: getattr(asked, each.name) for each in fields(CountyImport)}
    connection.execute(insert(county_imports).values(values))


def one(connection: Connection, city: str, import_id: UUID, *, lock: bool = False) -> CountyImport | None:
    """Give an import of the city; `lock` holds it until the transaction ends."""
    asked = select(*_COLUMNS).where(county_imports.c.city == city, county_imports.c.id == import_id)
    row = connection.execute(asked.with_for_update() if lock else asked).one_or_none()
    return None if row is None else _import(row)


def listed(connection: Connection, city: str, before: UUID | None, limit: int) -> list[CountyImport]:
    """Give up to `limit` imports of the city, the newest first, before the given one."""
    page = select(*_COLUMNS).where(county_imports.c.city == city)
    if before is not None:
        page = page.where(county_imports.c.id < before)
    return [
        _import(row) for row in connection.execute(page.order_by(county_imports.c.id.desc()).limit(limit))
    ]


def newest_vintage(connection: Connection, county: str) -> date | None:
    """Give the day of the newest file of the county that was loaded; None when none was."""
    loaded = (county_imports.c.county == county) & (county_imports.c.status == "done")
    newest: date | None = connection.scalar(select(func.max(county_imports.c.vintage)).where(loaded))
    return newest


def put_part(connection: Connection, city: str, import_id: UUID, number: int, content: bytes) -> None:
    """Keep a part of the file; sent again, it takes the place of the first."""
    row = upsert(county_import_parts).values(city=city, import_id=import_id, number=number, content=content)
    key = ["city", "import_id", "number"]
    connection.execute(row.on_conflict_do_update(index_elements=key, set_={"content": row.excluded.content}))


def part_numbers(connection: Connection, city: str, import_id: UUID) -> set[int]:
    """Give the numbers of the parts that have come."""
    asked = select(county_import_parts.c.number).where(
        county_import_parts.c.city == city, county_import_parts.c.import_id == import_id
    )
    return set(connection.scalars(asked))


def parts(connection: Connection, city: str, import_id: UUID) -> Iterator[bytes]:
    """Give the file, a part at a time."""
    for number in sorted(part_numbers(connection, city, import_id)):
        asked = select(county_import_parts.c.content).where(
            county_import_parts.c.city == city,
            county_import_parts.c.import_id == import_id,
            county_import_parts.c.number == number,
        )
        yield bytes(connection.execute(asked).scalar_one())


def set_status(connection: Connection, city: str, import_id: UUID, status: ImportStatus, **also: Any) -> None:
    """Say how far the import is; `also` names further columns."""
    chosen = update(county_imports).where(county_imports.c.city == city, county_imports.c.id == import_id)
    connection.execute(chosen.values(status=status, version=county_imports.c.version + 1, **also))


def set_progress(connection: Connection, city: str, import_id: UUID, rows_read: int) -> None:
    """Say how many rows have been read."""
    chosen = update(county_imports).where(county_imports.c.city == city, county_imports.c.id == import_id)
    connection.execute(chosen.values(rows_read=rows_read))


def finish(
    connection: Connection,
    city: str,
    import_id: UUID,
    at: datetime,
    report: dict[str, Any],
    findings: Iterable[RowFinding],
) -> None:
    """Keep what came of the import, and forget the file."""
    rows = [
        {
            "city": city,
            "import_id": import_id,
            "number": number,
            "row": each.row,
            "pin": each.pin,
            "fault": each.finding.fault,
            "field": each.finding.column,
            "message": each.finding.message,
            "refused": each.refused,
        }
        for number, each in enumerate(findings, 1)
    ]
    if rows:
        connection.execute(insert(county_import_findings), rows)
    count = report["rows"]
    set_status(
        connection, city, import_id, "done", finished_at=at, report=report, rows_read=count, row_count=count
    )
    forget_parts(connection, city, import_id)


def forget_parts(connection: Connection, city: str, import_id: UUID) -> None:
    """Delete the file of an import that is over."""
    connection.execute(
        delete(county_import_parts).where(
            county_import_parts.c.city == city, county_import_parts.c.import_id == import_id
        )
    )


def findings(
    connection: Connection, city: str, import_id: UUID, after: int, limit: int
) -> list[tuple[int, RowFinding]]:
    """Give up to `limit` findings of an import with their numbers, after the given one."""
    asked = select(county_import_findings).where(
        county_import_findings.c.city == city,
        county_import_findings.c.import_id == import_id,
        county_import_findings.c.number > after,
    )
    rows = connection.execute(asked.order_by(county_import_findings.c.number).limit(limit))
    return [
        (row.number, RowFinding(row.row, row.pin, Finding(row.fault, row.field, row.message), row.refused))
        for row in rows
    ]


def is_any_waiting(connection: Connection) -> bool:
    """Whether an import waits to be run, or was cut off while it ran."""
    waiting = select(county_imports.c.id).where(county_imports.c.status.in_(("waiting", "running")))
    return connection.scalar(waiting.limit(1)) is not None


def claim(connection: Connection) -> CountyImport | None:
    """Take the oldest import that waits, or one whose importer has died, and say that it runs.

    The claim is held by the session: it ends with the connection, however that ends.
    """
    turns = (
        select(*_COLUMNS)
        .where(county_imports.c.status.in_(("waiting", "running")))
        .order_by(county_imports.c.id)
    )
    for row in connection.execute(turns):
        found = _import(row)
        if hold(connection, found.id):
            current = one(connection, found.city, found.id, lock=True)
            if current is not None and current.status in ("waiting", "running"):
                set_status(connection, found.city, found.id, "running", rows_read=0)
                return current
    return None


def hold(connection: Connection, import_id: UUID) -> bool:
    """Whether this session could claim an import; the claim ends with the connection."""
    return bool(
        connection.scalar(select(func.pg_try_advisory_lock(text("26915"), func.hashtext(str(import_id)))))
    )


def _import(row: Row[Any]) -> CountyImport:
    return CountyImport(**row._mapping)
