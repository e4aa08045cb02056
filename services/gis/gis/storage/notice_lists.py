"""Frozen notice lists: the text as it was made."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Connection, insert, select

from gis.storage.tables import notice_lists

_KEEP = insert(notice_lists)


def keep(
    connection: Connection,
    city: str,
    list_id: UUID,
    parcel_ids: Sequence[str],
    made_at: datetime,
    made_by: str,
    sha256: str,
    text: str,
) -> None:
    """Keep a list for good; `parcel_ids` are those it was made around, none for an area."""
    row = {
        "city": city,
        "id": list_id,
        "parcel_ids": list(parcel_ids),
        "made_at": made_at,
        "made_by": made_by,
        "sha256": sha256,
        "list": text,
    }
    connection.execute(_KEEP, row)


def kept(connection: Connection, city: str, list_id: UUID) -> tuple[str, str] | None:
    """Give a kept list's text and hash; None when the city has none of this id."""
    asked = select(notice_lists.c.list, notice_lists.c.sha256)
    row = connection.execute(
        asked.where(notice_lists.c.city == city, notice_lists.c.id == list_id)
    ).one_or_none()
    return None if row is None else (row.list, row.sha256)
