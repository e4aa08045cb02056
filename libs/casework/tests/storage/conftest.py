"""A database with every table of casework and all its guards."""

from collections.abc import Iterator

import pytest
from casework.storage.every_table import CASE_GUARDS, every_case_table
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
    every_case_table(metadata)
    with fresh_database("casework") as url:
        opened = open_engine(url)
        with opened.begin() as connection:
            metadata.create_all(connection)
            for statement in CASE_GUARDS:
                connection.execute(text(statement))
        yield opened
        opened.dispose()


@pytest.fixture
def connection(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()
