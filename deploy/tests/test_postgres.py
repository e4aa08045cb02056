"""The embedded server: starts, keeps its data, survives being killed, leaves nothing running."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import LiteralString

import psycopg
import pytest

from deploy.local.catalog import SERVICES
from deploy.local.databases import kept_databases, named_databases
from deploy.local.postgres import EmbeddedPostgres, drop_database, ensure_database
from deploy.tests.test_processes import alive, gone_within

pytestmark = pytest.mark.storage


@pytest.fixture
def folder() -> Iterator[Path]:
    """Where the server's own user can get to, whatever else happens in pytest's folder."""
    with tempfile.TemporaryDirectory(prefix="citycode-deploy-", ignore_cleanup_errors=True) as made:
        yield Path(made)


def scalar(url: str, query: LiteralString) -> object:
    with psycopg.connect(url) as connection:
        row = connection.execute(query).fetchone()
        return row[0] if row else None


def test_data_are_kept_from_one_run_to_the_next(folder: Path) -> None:
    first = EmbeddedPostgres(folder / "server", folder / "log")
    first.start()
    assert ensure_database(first.url("postgres"), "kept") is True
    with psycopg.connect(first.url("kept")) as connection:
        connection.execute("CREATE TABLE t AS SELECT 42 AS answer")
    first.stop()

    again = EmbeddedPostgres(folder / "server", folder / "log")
    again.start()

    assert ensure_database(again.url("postgres"), "kept") is False
    assert scalar(again.url("kept"), "SELECT answer FROM t") == 42
    again.stop()


def test_nothing_is_left_running(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "server", folder / "log")
    server.start()
    assert server.child is not None
    pid = server.child.pid

    server.stop()

    assert gone_within(pid, 1)
    assert not list(folder.rglob(".s.PGSQL*"))


def test_a_server_killed_without_warning_starts_again(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "server", folder / "log")
    server.start()
    assert server.child is not None
    ensure_database(server.url("postgres"), "kept")
    os.kill(server.child.pid, signal.SIGKILL)
    server.child.kill()

    again = EmbeddedPostgres(folder / "server", folder / "log")
    again.start()

    assert ensure_database(again.url("postgres"), "kept") is False
    again.stop()


def test_a_server_left_behind_is_ended_first(folder: Path) -> None:
    left = EmbeddedPostgres(folder / "server", folder / "log")
    left.start()
    assert left.child is not None

    again = EmbeddedPostgres(folder / "server", folder / "log")
    again.start()

    assert gone_within(left.child.pid, 1)
    assert not left.child.runs()
    assert again.child is not None
    assert again.child.runs()
    again.stop()


def test_a_pid_file_that_names_somebody_else_is_no_hindrance(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "server", folder / "log")
    server.start()
    server.stop()
    (folder / "server" / "data" / "postmaster.pid").write_text(f"{os.getpid()}\n/elsewhere\n")

    server.start()

    assert alive(os.getpid())
    assert scalar(server.url("postgres"), "SELECT 1") == 1
    server.stop()


def test_a_long_path_is_no_hindrance(folder: Path) -> None:
    deep = folder / ("x" * 60) / ("y" * 60)
    server = EmbeddedPostgres(deep / "server", deep / "log", durable=False)

    server.start()

    assert scalar(server.url("postgres"), "SHOW fsync") == "off"
    server.stop()


def test_databases_all_named_need_no_embedded_server(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for service in SERVICES.values():
        monkeypatch.setenv(service.database_variable, f"postgresql://somewhere/{service.name}")

    with kept_databases(folder / "server", folder / "log") as (urls, servers):
        pass

    assert urls == named_databases()
    assert servers == []
    assert not (folder / "server").exists()


def test_what_is_not_named_is_embedded_beside_what_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL_GIS", "postgresql://somewhere/gis")

    with kept_databases(folder / "server", folder / "log") as (urls, _):
        embedded = scalar(urls["permits"], "SELECT current_database()")

    assert urls["gis"] == "postgresql://somewhere/gis"
    assert embedded == "permits"


def test_dropping_does_not_wait_for_who_is_connected(folder: Path) -> None:
    server = EmbeddedPostgres(folder / "server", folder / "log", durable=False)
    server.start()
    ensure_database(server.url("postgres"), "busy")

    with psycopg.connect(server.url("busy")):
        drop_database(server.url("postgres"), "busy")

    assert scalar(server.url("postgres"), "SELECT count(*) FROM pg_database WHERE datname = 'busy'") == 0
    server.stop()
