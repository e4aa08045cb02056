"""What a service's database holds, read past the service: the witness against what it answered."""

from __future__ import annotations

from collections import Counter

import psycopg

from deploy.local.system import System


def rows(system: System, service: str, query: str, *values: object) -> list[tuple[object, ...]]:
    """The rows of a query in the database of a service."""
    with psycopg.connect(system.database_url(service)) as connection:
        return connection.execute(query.encode(), values).fetchall()


def stored_ids(system: System, service: str, table: str) -> set[str]:
    """The ids of all records in a table."""
    return {str(row[0]) for row in rows(system, service, f"SELECT id FROM {table}")}  # noqa: S608


def history_of(system: System, service: str, record_id: str) -> list[str]:
    """The events in a record's history, in order."""
    query = "SELECT event FROM history WHERE record_id = %s ORDER BY seq"
    return [str(row[0]) for row in rows(system, service, query, record_id)]


def announced(system: System, service: str, event_type: str) -> Counter[str]:
    """How often an event of that type stands in the outbox, per subject."""
    query = "SELECT subject FROM outbox WHERE type = %s"
    return Counter(str(row[0]) for row in rows(system, service, query, event_type))


def undelivered(system: System, service: str) -> int:
    """How many events, or deliveries of them, wait to be made."""
    query = """SELECT (SELECT count(*) FROM outbox WHERE dispatched_at IS NULL)
        + (SELECT count(*) FROM outbox_deliveries WHERE delivered_at IS NULL)"""
    (count,) = rows(system, service, query)[0]
    assert isinstance(count, int)
    return count


def generators_on_the_map(system: System) -> int:
    """How many wind generators the map knows."""
    query = "SELECT count(*) FROM features WHERE layer = 'wind_generators'"
    (count,) = rows(system, "gis", query)[0]
    assert isinstance(count, int)
    return count
