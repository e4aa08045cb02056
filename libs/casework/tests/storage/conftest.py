"""A database with the casework tables and the guard on history."""

from collections.abc import Iterator

import pytest
from casework.storage.tables import KEPT_AS_WRITTEN, casework_tables, keep_as_written
from servicekit.database import new_metadata, open_engine
from servicekit.testing.postgres import fresh_database, postgres_url
from sqlalchemy import Connection, Engine, text

__all__ = ["postgres_url"]


@pytest.fixture(scope="session")
def engine(postgres_url: str) -> Iterator[Engine]:
    assert postgres_url
    metadata = new_metadata()
    casework_tables(metadata)
    with fresh_database("casework") as url:
        opened = open_engine(url)
        with opened.begin() as connection:
            metadata.create_all(connection)
            for table in KEPT_AS_WRITTEN:
                for statement in keep_as_written(table):
                    connection.execute(text(statement))
        yield opened
        opened.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()
