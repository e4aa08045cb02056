"""A database with every table of casework and all its guards."""

from collections.abc import Iterator

import pytest
from casework.storage.anchor_tables import HEAD_GUARDS, anchor_tables
from casework.storage.assessment_tables import assessment_tables
from casework.storage.document_tables import document_tables
from casework.storage.hold_tables import holds_table
from casework.storage.ledger_tables import LEDGER_GUARDS, ledger_tables
from casework.storage.notice_tables import notice_tables
from casework.storage.order_tables import order_tables
from casework.storage.tables import KEPT_AS_WRITTEN, casework_tables, keep_as_written
from servicekit.database import new_metadata, open_engine
from servicekit.tables import counter_table
from servicekit.testing.postgres import fresh_database, postgres_url
from sqlalchemy import Connection, Engine, text

__all__ = ["postgres_url"]


@pytest.fixture(scope="session")
def engine(postgres_url: str) -> Iterator[Engine]:
    assert postgres_url
    metadata = new_metadata()
    counter_table(metadata)
    for attach in (casework_tables, ledger_tables, notice_tables, order_tables, holds_table):
        attach(metadata)
    for attach_more in (document_tables, assessment_tables, anchor_tables):
        attach_more(metadata)
    with fresh_database("casework") as url:
        opened = open_engine(url)
        with opened.begin() as connection:
            metadata.create_all(connection)
            for table in KEPT_AS_WRITTEN:
                for statement in keep_as_written(table):
                    connection.execute(text(statement))
            for statement in (*LEDGER_GUARDS, *HEAD_GUARDS):
                connection.execute(text(statement))
        yield opened
        opened.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()
