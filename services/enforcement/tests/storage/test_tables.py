"""Tables and migrations agree; rows that must stay do; two writers at once do not both win."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from casework.decision_receipt import replay
from enforcement.storage.tables import KEPT_AS_WRITTEN, metadata
from servicekit.migrations import current_revision, differences, migrate
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError

from services.enforcement.tests import steps
from services.enforcement.tests.conftest import MIGRATIONS
from services.enforcement.tests.services import Office, law

pytestmark = pytest.mark.storage


def test_migrations_make_the_tables_and_unmake_them(postgres_url: str) -> None:
    assert postgres_url
    with fresh_database("enforcement_migrated") as url:
        migrate(url, MIGRATIONS)
        lacking = differences(url, metadata)
        migrate(url, MIGRATIONS, "base")
        left = current_revision(url)

    assert lacking == []
    assert left is None


@pytest.mark.parametrize("table", KEPT_AS_WRITTEN)
def test_what_was_written_of_inspections_and_costs_stays(office: Office, engine: Engine, table: str) -> None:
    steps.charged(office)

    with pytest.raises(DBAPIError, match="kept as written"), engine.begin() as connection:
        connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608


def test_every_table_is_keyed_by_city_first() -> None:
    own = ("complaints", "complainants", "cases", "case_parties", "case_inspections", "case_costs")

    assert {next(iter(metadata.tables[name].primary_key.columns)).name for name in own} == {"city"}


def test_one_complaint_opens_one_case(office: Office) -> None:
    pin = steps.a_pin()
    body = {"description": "Holes.", "pin": pin}
    steps.done(steps.send(office.anonymous(), "/complaints", body))
    (complaint,) = steps.read(office.administrator(), f"/complaints?pin={pin}")["items"]
    opening = {"program": steps.PROGRAM, "pin": pin, "complaint": {"id": complaint["id"], "version": 1}}

    def open_one(_: int) -> int:
        return int(steps.send(office.inspector(), "/cases", opening).status_code)

    with ThreadPoolExecutor(4) as pool:
        statuses = sorted(pool.map(open_one, range(4)))

    assert statuses[0] == 201
    assert set(statuses[1:]) <= {409, 412}
    assert len(steps.read(office.administrator(), f"/cases?pin={pin}")["items"]) == 1


def test_a_repeated_key_opens_one_case(office: Office) -> None:
    key, pin = str(uuid4()), steps.a_pin()
    body = {"program": steps.PROGRAM, "pin": pin}

    first = steps.send(office.inspector(), "/cases", body, key=key)
    again = steps.send(office.inspector(), "/cases", body, key=key)

    assert (first.status_code, again.headers["idempotent-replayed"]) == (201, "true")
    assert first.json() == again.json()
    assert len(steps.read(office.inspector(), f"/cases?pin={pin}")["items"]) == 1


def test_receipts_of_inspections_and_orders_replay(office: Office, engine: Engine) -> None:
    case = steps.ordered(office)

    with engine.connect() as connection:
        kept = [
            bytes(row.receipt)
            for query in (
                "SELECT receipt FROM case_inspections WHERE case_id = :case",
                "SELECT receipt FROM decisions WHERE record_id = :case",
            )
            for row in connection.execute(text(query), {"case": case["id"]})
        ]

    assert len(kept) == 2
    assert [replay(law(), each).canonical for each in kept] == kept
