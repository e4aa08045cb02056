"""Refer records to stored files; find which files nothing refers to any more."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, delete, exists, insert, select, update
from sqlalchemy.dialects.postgresql import insert as upsert

from casework.documents import Reference, StoredFile
from casework.storage.document_tables import document_tables
from casework.storage.rows import row_of

_FILES, _REFERENCES = document_tables(MetaData())


def refer(connection: Connection, stored: StoredFile, reference: Reference) -> Reference:
    """Make a stored file part of a record. The file was stored before the transaction began."""
    connection.execute(
        upsert(_FILES)
        .values(
            city=stored.city,
            sha256=stored.sha256,
            media_type=stored.media_type,
            size_bytes=stored.size_bytes,
        )
        .on_conflict_do_nothing(index_elements=[_FILES.c.city, _FILES.c.sha256])
    )
    connection.execute(insert(_REFERENCES).values(row_of(_REFERENCES, reference)))
    return reference


def remove(
    connection: Connection, city: str, reference_id: UUID, at: datetime, removed_by: str, because: str
) -> bool:
    """The record no longer shows it; False when it is not there or was removed before."""
    removed = connection.execute(
        update(_REFERENCES)
        .where(
            _REFERENCES.c.city == city,
            _REFERENCES.c.id == reference_id,
            _REFERENCES.c.removed_at.is_(None),
        )
        .values(removed_at=at, removed_by=removed_by, removed_because=because)
    )
    return removed.rowcount == 1


def find(connection: Connection, city: str, reference_id: UUID) -> tuple[Reference, StoredFile] | None:
    """One reference that stands, with its file."""
    row = connection.execute(
        _joined().where(
            _REFERENCES.c.city == city,
            _REFERENCES.c.id == reference_id,
            _REFERENCES.c.removed_at.is_(None),
        )
    ).first()
    return None if row is None else _pair(row)


def of_record(connection: Connection, city: str, record_id: UUID) -> tuple[tuple[Reference, StoredFile], ...]:
    """What a record refers to, oldest first; not what was removed."""
    rows = connection.execute(
        _joined()
        .where(
            _REFERENCES.c.city == city,
            _REFERENCES.c.record_id == record_id,
            _REFERENCES.c.removed_at.is_(None),
        )
        .order_by(_REFERENCES.c.added_at, _REFERENCES.c.id)
    )
    return tuple(_pair(row) for row in rows)


def referred(connection: Connection, city: str, sha256: str) -> bool:
    """Whether any record of the city still refers to this content."""
    return bool(connection.scalar(select(_standing(city, sha256))))


def drop_unreferred(connection: Connection, city: str, sha256: str) -> bool:
    """Forget a content that nothing refers to, before its file is deleted; False when something does."""
    if referred(connection, city, sha256):
        return False
    connection.execute(delete(_REFERENCES).where(_REFERENCES.c.city == city, _REFERENCES.c.sha256 == sha256))
    connection.execute(delete(_FILES).where(_FILES.c.city == city, _FILES.c.sha256 == sha256))
    return True


def _standing(city: str, sha256: str) -> Any:
    return exists().where(
        _REFERENCES.c.city == city, _REFERENCES.c.sha256 == sha256, _REFERENCES.c.removed_at.is_(None)
    )


def _joined() -> Any:
    return select(_REFERENCES, _FILES.c.media_type, _FILES.c.size_bytes).join(
        _FILES, (_FILES.c.city == _REFERENCES.c.city) & (_FILES.c.sha256 == _REFERENCES.c.sha256)
    )


def _pair(row: Row[Any]) -> tuple[Reference, StoredFile]:
    values = dict(row._mapping)
    media_type, size_bytes = values.pop("media_type"), values.pop("size_bytes")
    reference = Reference(**values)
    return reference, StoredFile(reference.city, reference.sha256, media_type, size_bytes)
