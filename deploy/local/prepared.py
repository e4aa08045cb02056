"""Databases of a system that is thrown away: migrated and filled once for this process, then copied."""

from __future__ import annotations

import atexit
import os
import secrets
import tempfile
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from sqlalchemy import make_url

from deploy.local.catalog import SAMPLED, SERVICES
from deploy.local.databases import (
    MAINTENANCE,
    TEST_SERVER_VARIABLE,
    load_sample_county,
    migrate_all,
    of_database,
)
from deploy.local.postgres import EmbeddedPostgres, drop_database, ensure_database


class Server:
    """A server and the originals made on it."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._originals: dict[str, str] = {}

    @contextmanager
    def copies(self, names: Collection[str], environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
        mark = secrets.token_hex(4)
        databases = {name: f"citycode_{name}_{mark}" for name in names}
        try:
            for name, database in databases.items():
                ensure_database(self._url, database, template=self._original(name, environment))
            yield {name: of_database(self._url, database) for name, database in databases.items()}
        finally:
            for database in databases.values():
                drop_database(self._url, database)

    def _original(self, name: str, environment: Mapping[str, str]) -> str:
        if name not in self._originals:
            database = f"citycode_original_{name}_{secrets.token_hex(4)}"
            ensure_database(self._url, database)
            self._originals[name] = database
            url = of_database(self._url, database)
            migrate_all({name: url})
            if name == SAMPLED:
                load_sample_county({**environment, SERVICES[name].database_variable: url})
        return self._originals[name]

    def forget(self) -> None:
        """Drop the originals."""
        while self._originals:
            drop_database(self._url, self._originals.popitem()[1])


@contextmanager
def prepared_databases(names: Collection[str], environment: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Give the URLs of databases at the newest schema, the sample county loaded, that vanish after.

    They are on the server `CITYCODE_TEST_DATABASE_URL` names, else on one embedded server of this process.
    `environment` is what loading the sample is told. Raises StartFailed. For the main thread.
    """
    given = os.environ.get(TEST_SERVER_VARIABLE)
    server = embedded() if given is None else borrowed(given)
    with server.copies(names, environment) as urls:
        yield urls


@cache
def borrowed(url: str) -> Server:
    """A server somebody else started: it is left as it was when this process ends."""
    server = Server(of_database(url, make_url(url).database or MAINTENANCE))
    atexit.register(server.forget)
    return server


@cache
def embedded() -> Server:
    """The server of this process, which goes with it."""
    folder = tempfile.TemporaryDirectory(prefix="citycode-postgres-", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    server = EmbeddedPostgres(Path(folder.name) / "server", Path(folder.name) / "log", durable=False)
    atexit.register(server.stop)
    server.start()
    return Server(server.url(MAINTENANCE))
