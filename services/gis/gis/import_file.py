"""`python -m gis.import_file`: import a county's parcel file of this machine into `DATABASE_URL_GIS`.

For files too large to be sent in parts; the import and its findings are listed like every other.
"""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from servicekit.database import open_engine
from servicekit.identifiers import uuid7

from gis.domain.county_import import CountyImport
from gis.settings import GisSettings
from gis.usecases.run_import import run_file


def main(arguments: Sequence[str] | None = None) -> int:
    """Import the file and say what came of it."""
    told = _parser().parse_args(arguments)
    url = GisSettings.for_service("gis").database_url
    if url is None:
        print("Set DATABASE_URL_GIS to the database of gis.", file=sys.stderr)
        return 2
    engine = open_engine(url.get_secret_value(), pool_size=3, pool_overflow=0, statement_timeout_s=3600.0)
    try:
        done = run_file(engine, _asked(told), told.file)
    finally:
        engine.dispose()
    if done.report is None:
        print(done.failure, file=sys.stderr)
        return 1
    for name, found in done.report.items():
        print(f"{name}: {found}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="gis.import_file", description=main.__doc__)
    parser.add_argument("file", type=Path, help="GeoPackage, GeoJSON, CSV, or a zip")
    parser.add_argument("--city", required=True, help="whose staff see the report")
    parser.add_argument("--county", required=True, help="its name, such as washington")
    parser.add_argument("--county-code", required=True, help="such as 27163")
    parser.add_argument("--vintage", required=True, type=date.fromisoformat, help="the day of the file")
    parser.add_argument("--whole-county", action="store_true", help="parcels the file does not have are gone")
    return parser


def _asked(told: argparse.Namespace) -> CountyImport:
    return CountyImport(
        id=uuid7(),
        city=told.city,
        status="running",
        county=told.county,
        county_code=told.county_code,
        file_name=told.file.name,
        vintage=told.vintage,
        whole_county=told.whole_county,
        parts=0,
        asked_at=datetime.now(UTC),
        asked_by="command",
        rows_read=0,
        row_count=None,
        finished_at=None,
        failure=None,
        report=None,
        version=1,
    )


if __name__ == "__main__":
    sys.exit(main())
