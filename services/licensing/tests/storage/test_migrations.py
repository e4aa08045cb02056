"""Migrations: up, down and up again; the tables they make are the tables the code knows."""

import pytest
from licensing.storage.tables import metadata
from servicekit.database import open_engine
from servicekit.migrations import differences, migrate
from servicekit.testing.postgres import fresh_database
from sqlalchemy import text

from services.licensing.tests.conftest import MIGRATIONS

pytestmark = pytest.mark.storage
LEFT = text(
    "SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace "
    "WHERE nspname = 'public' AND relkind IN ('r', 'S') "
    "UNION ALL SELECT proname FROM pg_proc JOIN pg_namespace n ON n.oid = pronamespace "
    "WHERE nspname = 'public'"
)


def test_the_tables_made_are_the_tables_known_and_go_without_a_trace(postgres_url: str) -> None:
    assert postgres_url
    with fresh_database("licensing_migrations") as url:
        engine = open_engine(url)
        with engine.connect() as connection:
            at_first = set(connection.scalars(LEFT))
        migrate(url, MIGRATIONS)
        after_up = differences(url, metadata)
        migrate(url, MIGRATIONS, "base")
        with engine.connect() as connection:
            left = set(connection.scalars(LEFT))
        engine.dispose()
        migrate(url, MIGRATIONS)
        after_up_again = differences(url, metadata)

    assert left - at_first <= {"alembic_version"}
    assert (after_up, after_up_again) == ([], [])
