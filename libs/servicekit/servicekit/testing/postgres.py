"""Real PostgreSQL for tests. In a conftest: `from servicekit.testing.postgres import postgres_url, fresh_database`.

With `CITYCODE_TEST_DATABASE_URL` set, throwaway databases are made on that server; otherwise one embedded server is
started in a temporary folder for the session.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Give the URL of a server's maintenance database, `postgresql://…`."""
    raise NotImplementedError
    yield ""


@contextmanager
def fresh_database(name: str, *, template: str | None = None) -> Iterator[str]:
    """Make an empty database (its name starts with `name`), give its URL, drop it after.

    `template` copies another database (fast: migrate once, copy per test); nobody may be connected to it.
    """
    raise NotImplementedError
    yield ""
