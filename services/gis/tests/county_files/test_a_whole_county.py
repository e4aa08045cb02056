"""The county part of a long journey: a file with some bad rows, the same again, one that cannot be loaded.

A share of it each time; all 40,000 rows under CITYCODE_SOAK=1.
"""

import os
from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from gis.domain.county_import import CountyImport
from gis.import_file import main
from gis.sample.county_files import geopackage
from gis.sample.county_rows import FileRow
from gis.sample.sizes import rows_of
from gis.storage import county_imports
from gis.storage.tables import addresses, generations, parcel_versions, parcels, parties
from gis.usecases.run_import import run_file
from servicekit.database import open_engine
from servicekit.identifiers import uuid7
from servicekit.testing.postgres import fresh_database
from sqlalchemy import Engine, func, select, text

from services.gis.tests.builders import CITY
from services.gis.tests.county_files.files import COUNTY, NOW, bad_rows

pytestmark = [pytest.mark.storage, pytest.mark.timeout(1_800)]
ROWS = 40_000 if os.environ.get("CITYCODE_SOAK") else 1_200
BAD = 30
COMMAND = [
    *("--city", CITY, "--county", COUNTY.slug, "--county-code", COUNTY.code),
    *("--vintage", "2027-04-01", "--whole-county"),
]


def imported(engine: Engine, path: Path) -> CountyImport:
    asked = CountyImport(
        id=uuid7(),
        city=CITY,
        status="running",
        county=COUNTY.slug,
        county_code=COUNTY.code,
        file_name=path.name,
        vintage=COUNTY.vintage,
        whole_county=True,
        parts=0,
        asked_at=NOW,
        asked_by="county-1",
        rows_read=0,
        row_count=None,
        finished_at=None,
        failure=None,
        report=None,
        version=1,
    )
    return run_file(engine, asked, path)


def fingerprint(engine: Engine) -> dict[str, tuple[int, str]]:
    """How many rows each table has, and a hash over all of them."""
    hashed = "SELECT count(*), md5(string_agg(md5(t::text), '' ORDER BY t::text)) FROM "
    with engine.connect() as connection:
        return {
            table.name: tuple(connection.execute(text(f"{hashed}{table.name} t")).one())
            for table in (parcels, parties, addresses, parcel_versions, generations)
        }


def test_a_county_is_loaded_told_row_by_row_and_the_same_file_changes_nothing(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    good = list(rows_of(ROWS - BAD))
    path, broken = tmp_path / "county.gpkg", tmp_path / "broken.gpkg"
    geopackage(chain(good[:100], bad_rows(good, BAD), good[100:]), path)
    geopackage((FileRow({**row.columns, "CO_CODE": "27003"}, row.outline) for row in good[:200]), broken)
    with fresh_database("gis_county", template=empty_url) as url:
        engine = open_engine(url, statement_timeout_s=600.0)

        first = imported(engine, path)
        before = fingerprint(engine)
        again = imported(engine, path)
        monkeypatch.setenv("DATABASE_URL_GIS", url)
        refused = main([str(broken), *COMMAND])

        assert first.report is not None
        assert again.report is not None
        check_counts(engine, first, good)
        assert (again.status, again.report["unchanged"], again.report["refused"]) == ("done", ROWS - BAD, BAD)
        assert (again.report["people"], again.report["links"], again.report["gone"]) == ({}, {}, 0)
        assert (refused, capsys.readouterr().err) == (1, "No row of the file can be loaded.\n")
        with engine.connect() as connection:
            assert [each.status for each in county_imports.listed(connection, CITY, None, 9)] == [
                "failed", "done", "done",
            ]  # fmt: skip
        assert fingerprint(engine) == before
        engine.dispose()


def check_counts(engine: Engine, done: CountyImport, good: list[FileRow]) -> None:
    report: dict[str, Any] = done.report or {}
    assert (done.status, done.rows_read) == ("done", ROWS)
    assert report["rows"] == report["loaded"] + report["refused"]
    assert report["loaded"] == report["new"] + report["changed"] + report["unchanged"] == len(good)
    with engine.connect() as connection:
        found = [each for _, each in county_imports.findings(connection, CITY, done.id, 0, 10_000)]
        refused = [each for each in found if each.refused]
        stored = connection.scalar(select(func.count()).select_from(parcels))
    assert [each.row for each in refused] == list(range(101, 101 + BAD))
    assert sum(report["faults"].values()) == len(found)
    assert Counter(each.finding.fault for each in refused) == dict.fromkeys(
        ("no_pin", "junk_pin", "duplicate_pin", "bad_outline", "other_county", "off_the_map"), BAD // 6
    )
    assert stored == len(good)
