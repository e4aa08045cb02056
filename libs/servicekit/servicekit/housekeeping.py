"""Forgetting what is no longer needed: expired idempotency keys, delivered events, old inbox entries."""

from __future__ import annotations

import threading
from datetime import timedelta

from sqlalchemy import Connection, Engine, MetaData, delete, exists, func, inspect, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from servicekit import idempotency
from servicekit.logs import described_failure, logger
from servicekit.tables import inbox_table, outbox_table

DELIVERED_KEPT_FOR = timedelta(days=30)
TAKEN_KEPT_FOR = timedelta(days=400)
EVERY_S = 900.0

_TABLES = MetaData()
_OUTBOX = outbox_table(_TABLES)
_DELIVERIES = _TABLES.tables["outbox_deliveries"]
_INBOX = inbox_table(_TABLES)


def tidy(connection: Connection) -> None:
    """Forget what is due in the running transaction; tables a service does not have are passed over."""
    present = set(inspect(connection).get_table_names())
    if "idempotency_keys" in present:
        idempotency.forget_expired(connection)
    if "outbox" in present:
        undelivered = exists(
            select(_DELIVERIES.c.seq).where(
                _DELIVERIES.c.seq == _OUTBOX.c.seq, _DELIVERIES.c.delivered_at.is_(None)
            )
        )
        connection.execute(
            delete(_OUTBOX).where(_OUTBOX.c.dispatched_at < func.now() - DELIVERED_KEPT_FOR, ~undelivered)
        )
    if "inbox" in present:
        connection.execute(delete(_INBOX).where(_INBOX.c.taken_at < func.now() - TAKEN_KEPT_FOR))


class Housekeeping:
    """Tidies every quarter of an hour; a background that `create_app` adds where there is an engine."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Stop it."""
        self._stopping.set()
        self._thread.join(timeout_s)

    def _run(self) -> None:
        while not self._stopping.wait(EVERY_S):
            try:
                with self._engine.begin() as connection:
                    tidy(connection)
            except (DBAPIError, PoolTimeout) as error:
                logger().warning("housekeeping_postponed", **described_failure(error))
