"""One import of a county's file, in a process of its own as in production: seconds, and its most memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from servicekit.database import open_engine
from servicekit.migrations import migrate
from sqlalchemy import create_engine, make_url, text

from tests.load.gis.county import CITY, COUNTY, COUNTY_CODE, VINTAGE, Box, load_layers

MIGRATIONS = Path(__file__).parents[3] / "services" / "gis" / "migrations"


@dataclass(frozen=True, slots=True)
class Imported:
    """The database that was filled, how long the import took, and the most memory its process had."""

    url: str
    seconds: float
    most_mb: float


def imported(server: str, name: str, path: Path, box: Box, scratch: Path) -> Imported:
    """Make a database with the layers, and import the file into it. Raises RuntimeError."""
    url = _database(server, name)
    engine = open_engine(url)
    with engine.begin() as connection:
        load_layers(connection, box)
    engine.dispose()
    county = ["--city", CITY, "--county", COUNTY, "--county-code", COUNTY_CODE, "--vintage", str(VINTAGE)]
    command = [sys.executable, "-m", "gis.import_file", str(path), *county, "--whole-county"]
    log = scratch / "import.log"
    began = time.perf_counter()
    with log.open("wb") as out:
        child = subprocess.Popen(
            command, env={**os.environ, "DATABASE_URL_GIS": url}, stdout=out, stderr=subprocess.STDOUT
        )
        _, status, used = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - began
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        raise RuntimeError(log.read_text())
    with create_engine(url, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text("VACUUM ANALYZE"))
    return Imported(url, seconds, used.ru_maxrss / 1024)


def _database(server: str, name: str) -> str:
    with create_engine(server, isolation_level="AUTOCOMMIT").connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    url = make_url(server).set(database=name).render_as_string(hide_password=False)
    migrate(url, MIGRATIONS)
    return url
