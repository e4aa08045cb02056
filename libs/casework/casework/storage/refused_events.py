"""Events of neighbors that could not be taken: kept whole, to be tried again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, MetaData, Row, select, update
from sqlalchemy.dialects.postgresql import insert

from casework.storage.neighbor_tables import refused_events_table

_REFUSED = refused_events_table(MetaData())


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """`envelope` is the event as it came; `reason` why it was last refused, after so many `attempts`."""

    city: str
    id: UUID
    type: str
    subject: str
    envelope: Mapping[str, Any]
    reason: str
    refused_at: datetime
    attempts: int = 1
    taken_at: datetime | None = None

    @property
    def state(self) -> str:
        """`refused` until it was taken."""
        return "refused" if self.taken_at is None else "taken"


def keep(connection: Connection, event: KeptEvent) -> KeptEvent:
    """Keep a refused event, or count one more attempt of one that is kept."""
    row = insert(_REFUSED).values(
        city=event.city,
        id=event.id,
        type=event.type,
        subject=event.subject,
        envelope=dict(event.envelope),
        reason=event.reason,
        refused_at=event.refused_at,
        attempts=event.attempts,
    )
    kept = connection.execute(
        row.on_conflict_do_update(
            index_elements=[_REFUSED.c.city, _REFUSED.c.id],
            set_={
                "reason": row.excluded.reason,
                "refused_at": row.excluded.refused_at,
                "attempts": _REFUSED.c.attempts + 1,
            },
        ).returning(_REFUSED)
    ).one()
    return _kept(kept)


def mark_taken(connection: Connection, city: str, event_id: UUID, at: datetime) -> None:
    """Note that an event was taken after all, if it had been refused before."""
    connection.execute(
        update(_REFUSED).where(_is(city, event_id), _REFUSED.c.taken_at.is_(None)).values(taken_at=at)
    )


def find(connection: Connection, city: str, event_id: UUID) -> KeptEvent | None:
    """One kept event of the city."""
    row = connection.execute(select(_REFUSED).where(_is(city, event_id))).first()
    return None if row is None else _kept(row)


def listed(
    connection: Connection, city: str, *, state: str | None, after: UUID | None, limit: int
) -> Sequence[KeptEvent]:
    """Up to `limit`, the oldest first, after the given one."""
    query = select(_REFUSED).where(_REFUSED.c.city == city)
    if state is not None:
        taken = _REFUSED.c.taken_at
        query = query.where(taken.is_(None) if state == "refused" else taken.is_not(None))
    if after is not None:
        query = query.where(_REFUSED.c.id > after)
    return [_kept(row) for row in connection.execute(query.order_by(_REFUSED.c.id).limit(limit))]


def _is(city: str, event_id: UUID) -> Any:
    return (_REFUSED.c.city == city) & (_REFUSED.c.id == event_id)


def _kept(row: Row[Any]) -> KeptEvent:
    return KeptEvent(**row._mapping)
