"""What became of the outbox: deliveries that are dead, given back to the relay, and counted.

A delivery is dead when its subscriber refused the event for good: its next attempt lies at infinity. It
stays undelivered, so that the later events of its subject wait behind it
(docs/decisions/0011-a-refused-event-holds-its-subject.md).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    MetaData,
    func,
    literal_column,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import SQLAlchemyError

from servicekit.tables import outbox_table
from servicekit.waking import leave_work

_TABLES = MetaData()
OUTBOX = outbox_table(_TABLES)
DELIVERIES = _TABLES.tables["outbox_deliveries"]

NEVER: ColumnElement[datetime] = literal_column("'infinity'::timestamptz")
_UNDELIVERED = DELIVERIES.c.delivered_at.is_(None)
_DEAD = _UNDELIVERED & (DELIVERIES.c.next_attempt_at == NEVER)


@dataclass(frozen=True)
class DeadDelivery:
    """An event that one subscriber refused for good; `held_back` later ones of its subject wait behind it."""

    seq: int
    event_id: UUID
    type: str
    subject: str
    time: datetime
    subscriber: str
    attempts: int
    refusal: str
    held_back: int


def dead_deliveries(
    connection: Connection, *, after: tuple[int, str] | None, limit: int
) -> Sequence[DeadDelivery]:
    """Give dead deliveries, the oldest event first, after the one with this `(seq, subscriber)`."""
    behind = DELIVERIES.alias("behind")
    held_back = (
        select(func.count())
        .where(
            behind.c.subscriber == DELIVERIES.c.subscriber,
            behind.c.subject == DELIVERIES.c.subject,
            behind.c.seq > DELIVERIES.c.seq,
            behind.c.delivered_at.is_(None),
        )
        .scalar_subquery()
    )
    asked = (
        select(
            OUTBOX.c.seq,
            OUTBOX.c.event_id,
            OUTBOX.c.type,
            OUTBOX.c.subject,
            OUTBOX.c.time,
            DELIVERIES.c.subscriber,
            DELIVERIES.c.attempts,
            func.coalesce(DELIVERIES.c.last_error, "").label("refusal"),
            held_back.label("held_back"),
        )
        .join(DELIVERIES, DELIVERIES.c.seq == OUTBOX.c.seq)
        .where(_DEAD)
        .order_by(DELIVERIES.c.seq, DELIVERIES.c.subscriber)
        .limit(limit)
    )
    if after is not None:
        asked = asked.where(tuple_(DELIVERIES.c.seq, DELIVERIES.c.subscriber) > after)
    return [DeadDelivery(**row._mapping) for row in connection.execute(asked)]


def revive(connection: Connection, event_ids: Collection[UUID]) -> int:
    """Let the dead deliveries of these events be due now, as if never refused; give how many there were."""
    leave_work(connection)
    events = select(OUTBOX.c.seq).where(OUTBOX.c.event_id.in_(event_ids))
    return connection.execute(
        update(DELIVERIES)
        .where(_DEAD, DELIVERIES.c.seq.in_(events))
        .values(next_attempt_at=func.now(), attempts=0)
    ).rowcount


class DeliveryMetrics(Collector):
    """Counts what waits in the outbox whenever metrics are read; says nothing while it cannot be counted."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Nothing beforehand: a database is asked only when metrics are read."""
        return iter(())

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Give the gauges."""
        try:
            with self._engine.connect() as connection:
                counted = _counted(connection)
        except SQLAlchemyError:
            return
        for name, told, value in (
            ("events_dead", "Deliveries that a subscriber refused for good", counted.dead),
            ("events_undelivered", "Deliveries still to be made, dead ones among them", counted.undelivered),
            ("events_oldest_undelivered_seconds", "Age of the oldest of them", counted.oldest_s),
        ):
            yield GaugeMetricFamily(name, told, value=float(value or 0))


def _counted(connection: Connection) -> Any:
    return connection.execute(
        select(
            func.count().filter(DELIVERIES.c.next_attempt_at == NEVER).label("dead"),
            func.count().label("undelivered"),
            func.extract("epoch", func.now() - func.min(OUTBOX.c.created)).label("oldest_s"),
        )
        .join(OUTBOX, OUTBOX.c.seq == DELIVERIES.c.seq)
        .where(_UNDELIVERED)
    ).one()
