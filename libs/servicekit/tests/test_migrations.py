"""Migrations: up, down, up again; once even when two processes start at once; all or nothing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from servicekit.database import new_metadata, open_engine
from servicekit.migrations import current_revision, differences, migrate
from servicekit.tables import kit_tables
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Column, Integer, MetaData, Table
from sqlalchemy.exc import ProgrammingError

pytestmark = pytest.mark.storage

FIRST = '''
"""Kit tables."""
from alembic import op
from servicekit.database import new_metadata
from servicekit.tables import kit_tables
revision, down_revision = "0001", None
def upgrade():
    metadata = new_metadata()
    kit_tables(metadata)
    metadata.create_all(op.get_bind())
def downgrade():
    metadata = new_metadata()
    kit_tables(metadata)
    metadata.drop_all(op.get_bind())
'''
SECOND = '''
"""A table."""
import sqlalchemy as sa
from alembic import op
revision, down_revision = "0002", "0001"
def upgrade():
    op.create_table("things", sa.Column("id", sa.Integer, primary_key=True))
def downgrade():
    op.drop_table("things")
'''
BROKEN = '''
"""Half of it fails."""
from alembic import op
revision, down_revision = "0003", "0002"
def upgrade():
    op.drop_table("things")
    op.execute("SELECT nothing_here")
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    versions = tmp_path / "versions"
    versions.mkdir()
    (versions / "0001_kit.py").write_text(FIRST)
    (versions / "0002_things.py").write_text(SECOND)
    return tmp_path


@pytest.fixture
def empty_url() -> Iterator[str]:
    with fresh_database("migrations") as url:
        yield url


def whole_metadata() -> MetaData:
    metadata = new_metadata()
    kit_tables(metadata)
    Table("things", metadata, Column("id", Integer, primary_key=True))
    return metadata


def test_up_down_and_up_again(folder: Path, empty_url: str) -> None:
    assert current_revision(empty_url) is None

    visited = []
    for revision in ("head", "0001", "head", "base", "0002", "head"):
        migrate(empty_url, folder, revision)
        visited.append(current_revision(empty_url))

    assert visited == ["0002", "0001", "0002", None, "0002", "0002"]
    assert differences(empty_url, whole_metadata()) == []


def test_differences_are_said(folder: Path, empty_url: str) -> None:
    migrate(empty_url, folder, "0001")

    (missing,) = differences(empty_url, whole_metadata())

    assert "add_table" in missing
    assert "things" in missing


def test_two_at_once_do_it_once(folder: Path, empty_url: str) -> None:
    failures: list[BaseException] = []

    def run() -> None:
        try:
            migrate(empty_url, folder)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert failures == []
    assert current_revision(empty_url) == "0002"


def test_one_that_fails_leaves_nothing(folder: Path, empty_url: str) -> None:
    migrate(empty_url, folder)
    (folder / "versions" / "0003_broken.py").write_text(BROKEN)

    with pytest.raises(ProgrammingError):
        migrate(empty_url, folder)

    assert current_revision(empty_url) == "0002"
    assert differences(empty_url, whole_metadata()) == []


def test_a_migrated_database_can_be_a_template(folder: Path, empty_url: str) -> None:
    migrate(empty_url, folder)

    with fresh_database("copy", template=empty_url) as copy:
        assert current_revision(copy) == "0002"
        engine = open_engine(copy)
        with engine.connect() as connection:
            assert connection.exec_driver_sql("SELECT count(*) FROM things").scalar_one() == 0
        engine.dispose()
