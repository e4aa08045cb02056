"""What is known to have happened to a parcel: one row per reference, joined out of all that was told."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, MetaData, Row, select
from sqlalchemy.dialects.postgresql import insert

from casework.land import LandEvent, joined
from casework.storage.neighbor_tables import land_events_table

_LAND_EVENTS = land_events_table(MetaData())


def learn(connection: Connection, city: str, pin: str, told: LandEvent) -> tuple[LandEvent, ...]:
    """Join what was told to what was known of it; gives all that is known of the parcel then."""
    known = {each.reference: each for each in of_parcel(connection, city, pin, lock=True)}
    now = joined(known.get(told.reference, told), told)
    row = insert(_LAND_EVENTS).values(
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
            index_elements=[_LAND_EVENTS.c.city, _LAND_EVENTS.c.pin, _LAND_EVENTS.c.reference],
            set_={name: row.excluded[name] for name in written},
        )
    )
    return tuple((known | {now.reference: now}).values())


def of_parcel(connection: Connection, city: str, pin: str, *, lock: bool = False) -> tuple[LandEvent, ...]:
    """All that is known of the parcel, by reference."""
    query = (
        select(_LAND_EVENTS)
        .where(_LAND_EVENTS.c.city == city, _LAND_EVENTS.c.pin == pin)
        .order_by(_LAND_EVENTS.c.reference)
    )
    return tuple(_event(row) for row in connection.execute(query.with_for_update() if lock else query))


def _event(row: Row[Any]) -> LandEvent:
    return LandEvent(row.reference, row.law_event, row.happened_on, row.facts, row.confirmed, row.reversed)
