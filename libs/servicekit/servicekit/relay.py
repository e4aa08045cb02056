"""The relay: background threads that deliver the outbox to subscribers' `/v1/events`.

Any number of relays may run, in any number of processes: each delivery is a row, claimed by a row lock, and
only the oldest undelivered event of a subject can be claimed for a subscriber. A relay killed between
sending and noting sends again: the subscriber's inbox takes each event once.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Engine, Row, and_, func, insert, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from servicekit.client import NeighborUnavailable, ServiceClient
from servicekit.deliveries import DELIVERIES, NEVER, OUTBOX
from servicekit.events import CloudEvent
from servicekit.logs import described_failure, logger
from servicekit.trace import begin_trace

EVENTS_PATH = "/v1/events"
DELIVERY_TIMEOUT_S = 5.0
LOOK_EVERY_S = 0.5
BATCH = 20
FAN_OUT_BATCH = 500
LONGEST_BACK_OFF_S = 15.0
MOST_REFUSALS = 40
"""An event refused so often, over about nine minutes, is dead."""
COUNTED_WHILE_AWAY = 6
"""A subscriber that is away lengthens the pause, up to the longest, and never makes an event dead."""

_NOT_ABOUT_THE_EVENT = frozenset({401, 403, 404, 405, 408, 425, 429})


class Relay:
    """Delivers at least once, in order per subject and subscriber; a background of `create_app`.

    `subscribers` maps an event type prefix (`permit.`) to base URLs; an event goes to each URL once. A
    subscriber added later gets the events from then on. A subscriber that refuses an event is asked again,
    at most every 15 seconds, and later events of that subject wait; those of other subjects do not. What was
    refused forty times is dead: it is listed, and waits to be sent again by hand (`dead_events`).
    """

    def __init__(
        self, engine: Engine, *, service: str, secret: str, subscribers: Mapping[str, Sequence[str]]
    ) -> None:
        self._engine = engine
        self._subscribers = {prefix: tuple(urls) for prefix, urls in subscribers.items()}
        urls = sorted({url for listed in self._subscribers.values() for url in listed})
        self._urls: tuple[str | None, ...] = tuple(urls)
        self._clients = {
            url: ServiceClient(url, url, caller=service, secret=secret, timeout_s=DELIVERY_TIMEOUT_S)
            for url in urls
        }
        self._stopping = threading.Event()
        self._wakers = [threading.Event() for _ in urls] or [threading.Event()]
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start one thread per subscriber."""
        for waker, url in zip(self._wakers, self._urls or (None,), strict=True):
            thread = threading.Thread(target=self._run, args=(url, waker), name="relay", daemon=True)
            self._threads.append(thread)
            thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop after the delivery in hand; one that hangs is cut off, to be repeated at the next start."""
        self._stopping.set()
        self.wake()
        for thread in self._threads:
            thread.join(timeout_s / 2 / len(self._threads))
        for client in self._clients.values():
            client.close()
        for thread in self._threads:
            thread.join(timeout_s / 2 / len(self._threads))

    def wake(self) -> None:
        """Look now: something was just committed."""
        for waker in self._wakers:
            waker.set()

    def deliver_due(self) -> int:
        """Deliver what is due now, in the calling thread; give how many were delivered (tests, sweeps)."""
        self._fan_out()
        return sum(self._deliver_to(url) for url in self._clients)

    def _run(self, url: str | None, waker: threading.Event) -> None:
        while not self._stopping.is_set():
            waker.clear()
            try:
                self._fan_out()
                if url is not None:
                    self._deliver_to(url)
            except (DBAPIError, PoolTimeout) as error:
                if not self._stopping.is_set():
                    logger().warning("relay_without_database", **described_failure(error))
            except Exception as error:  # the relay outlives what it cannot deliver
                logger().error("relay_failed", **described_failure(error))
            waker.wait(LOOK_EVERY_S)

    def _fan_out(self) -> None:
        """Turn each new event into one delivery per subscriber."""
        while True:
            with self._engine.begin() as connection:
                fresh = connection.execute(
                    select(OUTBOX.c.seq, OUTBOX.c.type, OUTBOX.c.subject)
                    .where(OUTBOX.c.dispatched_at.is_(None))
                    .order_by(OUTBOX.c.seq)
                    .limit(FAN_OUT_BATCH)
                    .with_for_update(skip_locked=True)
                ).all()
                if not fresh:
                    return
                deliveries = [
                    {"subscriber": url, "seq": row.seq, "subject": row.subject}
                    for row in fresh
                    for url in self._subscribers_of(row.type)
                ]
                if deliveries:
                    connection.execute(insert(DELIVERIES), deliveries)
                connection.execute(
                    update(OUTBOX)
                    .where(OUTBOX.c.seq.in_([row.seq for row in fresh]))
                    .values(dispatched_at=func.now())
                )

    def _subscribers_of(self, event_type: str) -> list[str]:
        return sorted(
            {
                url
                for prefix, urls in self._subscribers.items()
                if event_type.startswith(prefix)
                for url in urls
            }
        )

    def _deliver_to(self, url: str) -> int:
        delivered = 0
        while not self._stopping.is_set():
            taken, given = self._deliver_batch(url)
            delivered += given
            if taken == 0:
                break
        return delivered

    def _deliver_batch(self, url: str) -> tuple[int, int]:
        """Claim the due heads of some subjects and send them; give how many were claimed, and delivered."""
        with self._engine.begin() as connection:
            heads = connection.execute(_heads_of(url)).all()
            delivered = 0
            for head in heads:
                if self._stopping.is_set():
                    break
                refusal = self._send(url, head)
                if refusal is None:
                    _note_delivered(connection, head)
                    delivered += 1
                else:
                    _note_refused(connection, head, refusal)
                    if isinstance(refusal, NeighborUnavailable):
                        _postpone(connection, heads[heads.index(head) + 1 :])
                        break
            return len(heads), delivered

    def _send(self, url: str, head: Row[Any]) -> Exception | None:
        begin_trace(None, head.traceparent)
        event = CloudEvent(
            id=head.event_id,
            type=head.type,
            source=head.source,
            subject=head.subject,
            time=head.time,
            data=head.data,
            traceparent=head.traceparent,
        )
        try:
            answer = self._clients[url].post(EVENTS_PATH, event, idempotency_key=str(event.id))
        except NeighborUnavailable as error:
            return error
        if 200 <= answer.status < 300:
            return None
        refused = _Away if answer.status in _NOT_ABOUT_THE_EVENT else _Refused
        return refused(f"answered {answer.status}")


class _Refused(Exception):
    """The subscriber will not take this event."""


class _Away(Exception):
    """The subscriber answers, but does not know us or the address: that says nothing of the event."""


def _heads_of(url: str) -> Any:
    """The due deliveries to `url` that have no older undelivered, nor older undispatched, event of their
    subject.
    """
    earlier = DELIVERIES.alias("earlier")
    unfanned = OUTBOX.alias("unfanned")
    return (
        select(OUTBOX, DELIVERIES.c.subscriber, DELIVERIES.c.attempts)
        .join(DELIVERIES, DELIVERIES.c.seq == OUTBOX.c.seq)
        .where(
            DELIVERIES.c.subscriber == url,
            DELIVERIES.c.delivered_at.is_(None),
            DELIVERIES.c.next_attempt_at <= func.now(),
            ~select(earlier.c.seq)
            .where(
                earlier.c.subscriber == DELIVERIES.c.subscriber,
                earlier.c.subject == DELIVERIES.c.subject,
                earlier.c.seq < DELIVERIES.c.seq,
                earlier.c.delivered_at.is_(None),
            )
            .exists(),
            ~select(unfanned.c.seq)
            .where(
                unfanned.c.subject == DELIVERIES.c.subject,
                unfanned.c.seq < DELIVERIES.c.seq,
                unfanned.c.dispatched_at.is_(None),
            )
            .exists(),
        )
        .order_by(DELIVERIES.c.seq)
        .limit(BATCH)
        .with_for_update(of=DELIVERIES, skip_locked=True)
    )


def _note_delivered(connection: Connection, head: Row[Any]) -> None:
    connection.execute(
        update(DELIVERIES)
        .where(_is(head))
        .values(delivered_at=func.now(), attempts=head.attempts + 1, last_error=None)
    )


def _note_refused(connection: Connection, head: Row[Any], refusal: Exception) -> None:
    refused = isinstance(refusal, _Refused)
    attempts = (
        head.attempts + 1 if refused else max(head.attempts, min(head.attempts + 1, COUNTED_WHILE_AWAY))
    )
    dead = refused and attempts >= MOST_REFUSALS
    connection.execute(
        update(DELIVERIES)
        .where(_is(head))
        .values(
            attempts=attempts,
            next_attempt_at=NEVER if dead else func.now() + back_off(head.attempts),
            last_error=str(refusal)[:500],
        )
    )
    if dead:
        logger().error("event_dead", type=head.type, attempts=attempts)
    else:
        logger().warning("event_not_delivered", type=head.type, attempt=attempts)


def _postpone(connection: Connection, heads: Sequence[Row[Any]]) -> None:
    """Leave what was claimed behind an unreachable subscriber for the next look."""
    for head in heads:
        connection.execute(
            update(DELIVERIES).where(_is(head)).values(next_attempt_at=func.now() + back_off(head.attempts))
        )


def _is(head: Row[Any]) -> Any:
    return and_(DELIVERIES.c.subscriber == head.subscriber, DELIVERIES.c.seq == head.seq)


def back_off(attempts: int) -> timedelta:
    """Give the pause after so many earlier attempts: half a second doubled each time, at most 15 s, with
    jitter.
    """
    longest = min(0.5 * 2 ** min(attempts, 10), LONGEST_BACK_OFF_S)
    return timedelta(seconds=longest * (0.5 + secrets.randbelow(500) / 1000))
