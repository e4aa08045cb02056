"""Databases for the tests of gis: one migrated and empty, one with the sample county in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from gis.geometry.questions import Geometry
from gis.geometry.tree import TreeEngine
from gis.load_sample import load
from gis.sample.county import NamedSite
from gis.storage.postgis import PostgisEngine, is_available
from gis.storage.shapes import StoredShapes
from servicekit.database import open_engine
from servicekit.migrations import migrate
from servicekit.testing.postgres import fresh_database, postgres_url
from sqlalchemy import Connection, Engine

from services.gis.tests.services import Callers, app_over, sample_cities

__all__ = ["postgres_url"]

MIGRATIONS = Path(__file__).parents[1] / "migrations"


@pytest.fixture(scope="session")
def empty_url(postgres_url: str) -> Iterator[str]:
    """The URL of a migrated, empty database that nobody connects to: to copy."""
    assert postgres_url
    with fresh_database("gis_empty") as url:
        migrate(url, MIGRATIONS)
        yield url


@pytest.fixture(scope="session")
def empty_engine(empty_url: str) -> Iterator[Engine]:
    """An engine on an empty database; tests roll back what they write."""
    with fresh_database("gis_scratch", template=empty_url) as url:
        engine = open_engine(url)
        yield engine
        engine.dispose()


@pytest.fixture
def connection(empty_engine: Engine) -> Iterator[Connection]:
    """A connection in a transaction that is rolled back after the test."""
    with empty_engine.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()


@pytest.fixture(scope="session")
def loaded_url(empty_url: str) -> Iterator[str]:
    """The URL of a database with the sample county that nobody connects to: to copy."""
    with fresh_database("gis_loaded", template=empty_url) as url:
        load(url)
        yield url


@pytest.fixture(scope="session")
def sample_url(loaded_url: str) -> Iterator[str]:
    """The URL of a database with the sample county; tests that write take parcels of their own."""
    with fresh_database("gis_sample", template=loaded_url) as url:
        yield url


@pytest.fixture(scope="session")
def sample_engine(sample_url: str) -> Iterator[Engine]:
    """An engine on the sample county."""
    engine = open_engine(sample_url)
    yield engine
    engine.dispose()


@pytest.fixture
def sample(sample_engine: Engine) -> Iterator[Connection]:
    """A connection to the sample county, rolled back after the test."""
    with sample_engine.connect() as opened:
        transaction = opened.begin()
        yield opened
        transaction.rollback()


@pytest.fixture(scope="session")
def sites() -> dict[str, NamedSite]:
    """The places of the sample that scenarios name."""
    return {site.name: site for city in sample_cities() for site in city.sites}


def engine_named(name: str, connection: Connection) -> Geometry:
    """Give the geometry interface on the engine named, or skip where the server has no PostGIS."""
    if name == "tree":
        return Geometry(TreeEngine(StoredShapes()))
    if not is_available(connection):
        pytest.skip("CITYCODE_TEST_DATABASE_URL names no server that has PostGIS")
    return Geometry(PostgisEngine())


@pytest.fixture(params=["tree", "postgis"])
def geometry(request: pytest.FixtureRequest, connection: Connection) -> Geometry:
    """The geometry interface over the empty database, on each engine in turn."""
    return engine_named(request.param, connection)


@pytest.fixture(params=["tree", "postgis"])
def sample_geometry(request: pytest.FixtureRequest, sample: Connection) -> Geometry:
    """The geometry interface over the sample county, on each engine in turn."""
    return engine_named(request.param, sample)


@pytest.fixture(scope="session")
def callers(sample_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callers]:
    """Callers of the app over the sample county."""
    made = app_over(sample_url, tmp_path_factory.mktemp("identity"))
    yield made
    made.close()
