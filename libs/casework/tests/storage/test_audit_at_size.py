"""A million entries are verified, and it is told how long that took; a share of them in the quick run."""

import json
import os
import time
from collections.abc import Iterator

import psycopg
import pytest
from casework.audit import verify_all
from casework.history import FIRST, Happening, linked
from casework.storage import anchors
from casework.storage.every_table import CASE_GUARDS, every_case_table
from servicekit.database import new_metadata, open_engine
from servicekit.identifiers import uuid7
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, text

from libs.casework.tests.builders import AT

pytestmark = pytest.mark.storage

PER_RECORD = 20
ENTRIES = 1_000_000 if os.environ.get("CITYCODE_SOAK") else 20_000

Written = tuple[list[tuple[object, ...]], tuple[object, ...]]


def record() -> Written:
    """The rows of one record's history, and its head."""
    record_id, previous = uuid7(), FIRST
    rows: list[tuple[object, ...]] = []
    for seq in range(1, PER_RECORD + 1):
        details = {"inspection": str(record_id), "on": "2026-06-04", "n": seq}
        happening = Happening("inspection.passed", AT, "actor:1", "clerk", (), details)
        entry = linked("fridley", record_id, seq, happening, previous)
        told: tuple[object, ...] = (
            happening.event,
            AT,
            happening.actor,
            happening.office,
            [],
            json.dumps(details),
        )
        rows.append(("fridley", record_id, seq, *told, previous, entry.hash))
        previous = entry.hash
    return rows, ("fridley", record_id, PER_RECORD, previous, False)


def copied(connection: Connection, table: str, rows: Iterator[tuple[object, ...]]) -> None:
    raw = connection.connection.driver_connection
    assert isinstance(raw, psycopg.Connection)
    with raw.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def test_many_entries_are_verified_in_time(postgres_url: str) -> None:
    assert postgres_url
    metadata = new_metadata()
    every_case_table(metadata)
    written = [record() for _ in range(ENTRIES // PER_RECORD)]
    with fresh_database("casework_size") as url:
        engine = open_engine(url, statement_timeout_s=300)
        with engine.begin() as connection:
            metadata.create_all(connection)
            for statement in CASE_GUARDS:
                connection.execute(text(statement))
            connection.execute(text("SET LOCAL session_replication_role = replica"))
            copied(connection, "history", (row for rows, _ in written for row in rows))
            copied(connection, "history_heads", (head for _, head in written))
        with engine.begin() as connection:
            anchors.take(connection, "fridley")
        began = time.perf_counter()

        with engine.connect() as connection:
            report = verify_all(connection)

        took = time.perf_counter() - began
        engine.dispose()
    assert (report.holds, report.entries) == (True, ENTRIES)
    print(f"\n{ENTRIES:,} entries verified in {took:.1f} s")
