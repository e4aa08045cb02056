"""Keep, read and erase personal values."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import Connection, MetaData, select, update
from sqlalchemy.dialects.postgresql import insert

from casework.personal import Sealed, seal
from casework.storage.tables import personal_table

_PERSONAL = personal_table(MetaData())

ACTOR = "actor:"
"""How references to persons who acted begin, in history and among the fields here."""


def keep(connection: Connection, city: str, record_id: UUID, values: Mapping[str, str]) -> dict[str, str]:
    """Store the values and give field → hash for the history entry; a later value replaces an earlier one."""
    sealed = {field: seal(value) for field, value in values.items()}
    _write(connection, city, record_id, sealed)
    return {field: each.digest for field, each in sealed.items()}


def keep_first(
    connection: Connection, city: str, record_id: UUID, values: Mapping[str, str], subject: str | None
) -> tuple[dict[str, str], str | None]:
    """Store the values of a record that is new, with a reference to the person who made it, if one did.

    Gives field → hash, and the reference.
    """
    sealed = {field: seal(value) for field, value in values.items()}
    digests = {field: each.digest for field, each in sealed.items()}
    if subject is None:
        _write(connection, city, record_id, sealed)
        return digests, None
    person = seal(subject)
    reference = f"{ACTOR}{person.digest}"
    _write(connection, city, record_id, {**sealed, reference: person})
    return digests, reference


def reference_to(connection: Connection, city: str, record_id: UUID, subject: str) -> str:
    """The reference by which history names a person who acted on this record, the same each time.

    It is keyed with a salt of the record's own: once erased, nothing leads from it to the person, and the
    references of one person on two records cannot be matched.
    """
    known = connection.scalar(
        select(_PERSONAL.c.field).where(
            _PERSONAL.c.city == city,
            _PERSONAL.c.record_id == record_id,
            _PERSONAL.c.field.startswith(ACTOR, autoescape=True),
            _PERSONAL.c.value == subject,
        )
    )
    if known is not None:
        return str(known)
    sealed = seal(subject)
    field = f"{ACTOR}{sealed.digest}"
    connection.execute(
        insert(_PERSONAL).values(
            city=city, record_id=record_id, field=field, value=subject, salt=sealed.salt, erased_at=None
        )
    )
    return field


def of_record(connection: Connection, city: str, record_id: UUID) -> dict[str, str]:
    """The values that are not erased."""
    rows = connection.execute(
        select(_PERSONAL.c.field, _PERSONAL.c.value).where(
            _PERSONAL.c.city == city, _PERSONAL.c.record_id == record_id, _PERSONAL.c.value.is_not(None)
        )
    )
    return {row.field: row.value for row in rows}


def erase(
    connection: Connection,
    city: str,
    record_id: UUID,
    at: datetime,
    *,
    fields: Collection[str] | None = None,
) -> int:
    """Drop values and salts of a record, or of some `fields`; gives how many. The history stays whole."""
    query = update(_PERSONAL).where(
        _PERSONAL.c.city == city, _PERSONAL.c.record_id == record_id, _PERSONAL.c.erased_at.is_(None)
    )
    if fields is not None:
        query = query.where(_PERSONAL.c.field.in_(fields))
    return connection.execute(query.values(value=None, salt=None, erased_at=at)).rowcount


def _write(connection: Connection, city: str, record_id: UUID, sealed: Mapping[str, Sealed]) -> None:
    """All in one round trip to the database."""
    if not sealed:
        return
    rows = [
        {"city": city, "record_id": record_id, "field": field, "value": each.value, "salt": each.salt}
        for field, each in sealed.items()
    ]
    row = insert(_PERSONAL).values(erased_at=None)
    connection.execute(
        row.on_conflict_do_update(
            index_elements=[_PERSONAL.c.city, _PERSONAL.c.record_id, _PERSONAL.c.field],
            set_={"value": row.excluded.value, "salt": row.excluded.salt, "erased_at": None},
        ),
        rows,
    )
