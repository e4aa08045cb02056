"""A connection that leaves nothing behind."""

from collections.abc import Iterator

import pytest
from servicekit.database import open_engine
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, Engine


@pytest.fixture(scope="session")
def scratch(empty_url: str) -> Iterator[Engine]:
    """An engine on an empty database; tests roll back what they write."""
    with fresh_database("licensing_scratch", template=empty_url) as url:
        engine = open_engine(url)
        yield engine
        engine.dispose()


@pytest.fixture
def connection(scratch: Engine) -> Iterator[Connection]:
    """A connection in a transaction that is rolled back after the test."""
    with scratch.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()
