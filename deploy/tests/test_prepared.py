"""Databases of a system: prepared once, copied for each, gone after; a server given is left as it was."""

from __future__ import annotations

from pathlib import Path

import psycopg
import pytest

from deploy.local.postgres import EmbeddedPostgres
from deploy.local.prepared import borrowed, prepared_databases

NAMES = "SELECT string_agg(datname, ' ') FROM pg_database WHERE datname LIKE 'city%'"
pytestmark = pytest.mark.storage
WRITTEN = "UPDATE parcels SET address = 'Anywhere'"


def scalar(url: str, query: str) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def test_each_is_a_copy_of_its_own_with_the_sample_county_and_vanishes() -> None:
    with prepared_databases(["gis", "permits"], {}) as one, prepared_databases(["gis"], {}) as another:
        with psycopg.connect(one["gis"]) as connection:
            connection.execute(WRITTEN)
        changed, as_loaded = (
            scalar(each["gis"], "SELECT count(*) FROM parcels WHERE address = 'Anywhere'")
            for each in (one, another)
        )
        parcels = scalar(another["gis"], "SELECT count(*) FROM parcels")
        applications = scalar(one["permits"], "SELECT count(*) FROM applications")

    assert isinstance(parcels, int)
    assert parcels > 100
    assert (changed, as_loaded, applications) == (parcels, 0, 0)
    with pytest.raises(psycopg.OperationalError):
        psycopg.connect(one["gis"], connect_timeout=2)


def test_a_server_given_is_used_and_keeps_only_originals_until_the_process_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = EmbeddedPostgres(tmp_path / "server", tmp_path / "log", durable=False)
    server.start()
    given = server.url("postgres").replace("postgresql://", "postgresql+psycopg://")
    monkeypatch.setenv("CITYCODE_TEST_DATABASE_URL", given)

    with prepared_databases(["permits"], {}) as urls:
        during = scalar(urls["permits"], "SELECT current_database()")
    left = scalar(server.url("postgres"), NAMES)
    borrowed(given).forget()
    after = scalar(server.url("postgres"), NAMES)

    assert str(during).startswith("citycode_permits_")
    assert str(left).startswith("citycode_original_permits_")
    assert after is None
    server.stop()
