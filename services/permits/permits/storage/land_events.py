"""What is known to have happened to a parcel: one row per reference, joined out of all that was told."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select
from sqlalchemy.dialects.postgresql import insert

from permits.domain.ending import LandEvent, joined
from permits.storage.tables import land_events


def learn(connection: Connection, city: str, pin: str, told: LandEvent) -> tuple[LandEvent, ...]:
    """Join what was told to what was known of it; gives all that is known of the parcel then."""
    known = {each.reference: each for each in of_parcel(connection, city, pin, lock=True)}
    now = joined(known.get(told.reference, told), told)
    row = insert(land_events).values(
        city=city,
        pin=pin,
        reference=now.reference,
        law_event=now.law_event,
        happened_on=now.happened_on,
        facts=dict(now.facts),
        confirmed=now.confirmed,
        reversed=now.reversed,
    )
    written = ("law_event", "happened_on", "facts", "confirmed", "reversed")
    connection.execute(
        row.on_conflict_do_update(
            index_elements=[land_events.c.city, land_events.c.pin, land_events.c.reference],
            set_={name: row.excluded[name] for name in written},
        )
    )
    return tuple((known | {now.reference: now}).values())


def of_parcel(connection: Connection, city: str, pin: str, *, lock: bool = False) -> tuple[LandEvent, ...]:
    """All that is known of the parcel, by reference."""
    query = (
        select(land_events)
        .where(land_events.c.city == city, land_events.c.pin == pin)
        .order_by(land_events.c.reference)
    )
    return tuple(_event(row) for row in connection.execute(query.with_for_update() if lock else query))


def _event(row: Row[Any]) -> LandEvent:
    return LandEvent(row.reference, row.law_event, row.happened_on, row.facts, row.confirmed, row.reversed)
