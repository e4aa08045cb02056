"""Running an import: in a process of its own, so that the service stays small and answers on."""

import logging
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from servicekit.identifiers import uuid7
from sqlalchemy import Engine

from gis.county_files.archives import FileRefused
from gis.county_files.reading import open_county_file
from gis.county_files.schemas import UnknownColumns
from gis.domain.county_import import CountyImport, ImportRefused, Tally
from gis.domain.county_row import County, printable
from gis.storage import county_imports
from gis.usecases.import_county import ImportAsked, import_county
from gis.usecases.receive_county_file import import_of

FAULT = (
    "The import stopped because of a fault of this service. Nothing was changed; it can be asked for again."
)


def run_waiting(engine: Engine) -> CountyImport | None:
    """Run the oldest import that waits; give it, or None when none does."""
    with engine.connect() as holding:
        with holding.begin():
            claimed = county_imports.claim(holding)
        if claimed is not None:
            _run(engine, claimed, lambda folder: _received(engine, claimed, folder))
        return claimed


def run_file(engine: Engine, asked: CountyImport, path: Path) -> CountyImport:
    """Import a file of this machine, however large; give what came of it."""
    with engine.connect() as holding:
        with holding.begin():
            county_imports.add(holding, asked)
            county_imports.hold(holding, asked.id)
        _run(engine, asked, lambda _folder: path)
        with holding.begin():
            return import_of(holding, asked.city, asked.id)


def refusal_of(error: Exception) -> str | None:
    """Give what to tell a clerk about a file that cannot be loaded; None for a fault of ours."""
    if isinstance(error, ImportRefused | FileRefused):
        return printable(str(error))
    if isinstance(error, UnknownColumns):
        columns = ", ".join(printable(each[:40]) for each in error.columns[:40])
        return f"The columns are of no known kind of county file: there is no PIN among {columns}."
    return None


def _run(engine: Engine, claimed: CountyImport, file_in: Callable[[Path], Path]) -> None:
    asked = ImportAsked(
        county=County(claimed.county, claimed.county_code, claimed.vintage),
        whole_county=claimed.whole_county,
        at=claimed.asked_at,
        by=claimed.asked_by,
        new_id=uuid7,
        cities=None if claimed.cities is None else frozenset(claimed.cities),
    )
    try:
        with tempfile.TemporaryDirectory(prefix="county-file-") as folder:
            _load(engine, claimed, asked, file_in(Path(folder)), Path(folder))
    except Exception as error:
        refusal = refusal_of(error)
        with engine.begin() as connection:
            county_imports.set_status(
                connection,
                claimed.city,
                claimed.id,
                "failed",
                failure=refusal or FAULT,
                finished_at=datetime.now(UTC),
            )
            if refusal is not None:
                county_imports.forget_parts(connection, claimed.city, claimed.id)
        if refusal is None:
            logging.getLogger("gis").exception("the import of a county file failed")


def _received(engine: Engine, claimed: CountyImport, folder: Path) -> Path:
    path = folder / Path(claimed.file_name).name
    with engine.connect() as connection, path.open("wb") as out:
        for part in county_imports.parts(connection, claimed.city, claimed.id):
            out.write(part)
    return path


def _load(engine: Engine, claimed: CountyImport, asked: ImportAsked, path: Path, folder: Path) -> None:
    scratch = folder / "unpacked"
    scratch.mkdir()
    file = open_county_file(path, scratch)

    def progress(rows: int) -> None:
        with engine.begin() as connection:
            county_imports.set_progress(connection, claimed.city, claimed.id, rows)

    with engine.begin() as connection:
        tally, report = import_county(connection, asked, file, progress)
        keep(connection, claimed, tally, report)


def keep(connection: Any, claimed: CountyImport, tally: Tally, report: dict[str, Any]) -> None:
    """Keep what came of an import beside what it changed, in the same transaction."""
    county_imports.finish(connection, claimed.city, claimed.id, datetime.now(UTC), report, tally.findings)
