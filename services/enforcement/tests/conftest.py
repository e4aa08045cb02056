"""A migrated database for the tests of enforcement, and the office that serves over it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from servicekit.database import open_engine
from servicekit.migrations import migrate
from servicekit.testing.postgres import fresh_database, postgres_url
from sqlalchemy import Engine

from services.enforcement.tests.services import Office, office_over

__all__ = ["postgres_url"]

MIGRATIONS = Path(__file__).parents[1] / "migrations"


@pytest.fixture(scope="session")
def database_url(postgres_url: str) -> Iterator[str]:
    """The URL of the migrated database all tests share; each makes records of its own."""
    assert postgres_url
    with fresh_database("enforcement_office") as url:
        migrate(url, MIGRATIONS)
        yield url


@pytest.fixture(scope="session")
def engine(database_url: str) -> Iterator[Engine]:
    """An engine on it, to look behind the service."""
    opened = open_engine(database_url)
    yield opened
    opened.dispose()


@pytest.fixture(scope="session")
def opened_office(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    made = office_over(database_url, tmp_path_factory.mktemp("identity"))
    yield made
    made.app.state.kit.engine.dispose()


@pytest.fixture
def office(opened_office: Office) -> Office:
    """The office on Monday morning, 2026-06-01 10:00, with gis answering."""
    opened_office.open_again()
    return opened_office
