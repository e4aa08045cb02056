"""Migrations: up, down and up again; the tables they make are the tables the code knows."""

from datetime import UTC, date, datetime
from uuid import UUID

import pytest
from gis.domain.owner_candidate import OwnerCandidate
from gis.storage import loads, notice_lists, owner_candidates
from gis.storage.postgis import is_available
from gis.storage.tables import metadata, ownership_changes
from gis.storage.tables import notice_lists as lists_table
from servicekit.database import open_engine
from servicekit.migrations import differences, migrate
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Connection, delete, text, update
from sqlalchemy.exc import IntegrityError

from services.gis.tests.builders import (
    CANDIDATE_ID,
    CITY,
    a_candidate,
    a_city_load,
    a_parcel,
    a_parcel_load,
    an_ownership,
    ground_offset,
    square,
)
from services.gis.tests.conftest import MIGRATIONS

pytestmark = pytest.mark.storage
AT = datetime(2026, 6, 1, 15, tzinfo=UTC)


def beside_postgis(url: str) -> list[str]:
    """What differs, but for the columns and indexes PostGIS adds."""
    return [each for each in differences(url, metadata) if "geom" not in each]


def test_the_tables_made_are_the_tables_known_and_go_without_a_trace(postgres_url: str) -> None:
    assert postgres_url
    with fresh_database("gis_migrations") as url:
        migrate(url, MIGRATIONS)
        after_up = beside_postgis(url)
        migrate(url, MIGRATIONS, "base")
        engine = open_engine(url)
        with engine.connect() as connection:
            left = connection.scalars(
                text("SELECT relname FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace "
                     "WHERE nspname = 'public' AND relkind IN ('r', 'S')")
            ).all()  # fmt: skip
        engine.dispose()
        migrate(url, MIGRATIONS)
        after_up_again = beside_postgis(url)

    assert set(left) <= {"alembic_version", "spatial_ref_sys"}
    assert (after_up, after_up_again) == ([], [])


def test_postgis_is_taken_where_it_is_offered(connection: Connection) -> None:
    offered = text("SELECT count(*) FROM pg_available_extensions WHERE name = 'postgis'")

    assert is_available(connection) is bool(connection.scalar(offered))


def with_a_candidate(connection: Connection) -> OwnerCandidate:
    outline = square(ground_offset(CITY, 0))
    candidate = a_candidate()
    loads.write(connection, a_city_load([a_parcel_load(outline, a_parcel().pin)]))
    owner_candidates.add(connection, candidate, "county-1")
    return candidate


@pytest.mark.parametrize("attempt", ["update", "delete"])
def test_what_is_kept_as_written_cannot_be_changed(connection: Connection, attempt: str) -> None:
    candidate = with_a_candidate(connection)
    owned = an_ownership(owner_since=date(2020, 2, 29))
    owner_candidates.record_change(
        connection, CANDIDATE_ID, candidate, "confirmed", AT, "clerk-1", owned, an_ownership()
    )
    notice_lists.keep(connection, CITY, CANDIDATE_ID, a_parcel().id, AT, "clerk-1", "00", "{}")

    for table in (ownership_changes, lists_table):
        savepoint = connection.begin_nested()
        statement = delete(table) if attempt == "delete" else update(table).values(city="elsewhere")
        with pytest.raises(IntegrityError, match="kept as they were written"):
            connection.execute(statement)
        savepoint.rollback()

    assert owner_candidates.before_confirmation(connection, CITY, candidate.id) == owned
    assert notice_lists.kept(connection, CITY, UUID(str(CANDIDATE_ID))) == ("{}", "00")
