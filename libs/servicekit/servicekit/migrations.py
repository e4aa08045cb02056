"""Running Alembic migrations: one at a time, with a lock timeout, from any process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, MetaData, text

from servicekit.database import open_engine

WAIT_FOR_ANOTHER_S = 60
LOCK_TIMEOUT_S = 5
STATEMENT_TIMEOUT_S = 900.0

_ADVISORY_LOCK = 0x0B0D_0001
_OF_EXTENSIONS = frozenset({"spatial_ref_sys"})


def migrate(database_url: str, folder: Path, revision: str = "head") -> None:
    """Bring the database to `revision`, up or down (`head`, `base`, or a revision's id).

    `folder` is `services/<name>/migrations` with `versions/0001_….py` in it; no `env.py` is needed. Held
    under an advisory lock: two processes at once do it once. All in one transaction: a failure leaves
    nothing.
    """
    scripts = ScriptDirectory(str(folder))
    with _connection(database_url) as connection:
        connection.execute(text(f"SET LOCAL lock_timeout = '{WAIT_FOR_ANOTHER_S}s'"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ADVISORY_LOCK})
        connection.execute(text(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT_S}s'"))
        with EnvironmentContext(Config(), scripts, fn=_steps(scripts, revision)) as environment:
            environment.configure(connection=connection)
            environment.run_migrations()


def current_revision(database_url: str) -> str | None:
    """Give the revision the database is at; None when it was never migrated."""
    with _connection(database_url) as connection:
        return MigrationContext.configure(connection).get_current_revision()


def differences(database_url: str, metadata: MetaData) -> list[str]:
    """Say what the database lacks or has beyond `metadata` (empty: migrations and tables agree)."""
    with _connection(database_url) as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "include_object": _is_ours}
        )
        return [str(difference) for difference in compare_metadata(context, metadata)]


@contextmanager
def _connection(database_url: str) -> Iterator[Connection]:
    engine = open_engine(
        database_url,
        pool_size=1,
        statement_timeout_s=STATEMENT_TIMEOUT_S,
        application_name="citycode-migrate",
    )
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _steps(scripts: ScriptDirectory, revision: str) -> Callable[[Any, MigrationContext], Any]:
    def steps(current: tuple[str, ...], _context: MigrationContext) -> Any:
        at: Any = current
        behind = {script.revision for script in scripts.walk_revisions("base", at or "base")}
        if revision == "base" or (revision in behind and revision not in current):
            return scripts._downgrade_revs(revision, at)
        return scripts._upgrade_revs(revision, at)

    return steps


def _is_ours(_object: Any, name: str | None, kind: str, _reflected: bool, _other: Any) -> bool:
    return not (kind == "table" and name in _OF_EXTENSIONS)
