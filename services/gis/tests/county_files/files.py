"""Files of a sample county for tests of the import, and rows that are wrong on purpose."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from typing import Any

import shapely
from gis.county_files.reading import open_county_file
from gis.domain.county_import import Tally
from gis.domain.county_row import County
from gis.sample.county_files import geopackage
from gis.sample.county_rows import CountyRows, FileRow
from gis.sample.description import described
from gis.storage import loads
from gis.usecases.import_county import ImportAsked, import_county
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from services.gis.tests.builders import CITY, a_city_load, a_feature_load, a_layer

COUNTY = County("washington", "27163", date(2026, 10, 1))
LATER = County("washington", "27163", date(2027, 4, 1))
NOW = datetime(2027, 5, 3, 15, tzinfo=UTC)


@cache
def county_rows(sections: int = 3) -> tuple[FileRow, ...]:
    """The rows of a few sections of the county around Lake Elmo."""
    rows = CountyRows(described(), described().cities[0], "mixed")
    return tuple(rows.of_sections(range(31, 31 + sections), 7))


def changed(row: FileRow, outline: shapely.Geometry | None = None, **columns: Any) -> FileRow:
    """The row, told otherwise."""
    return FileRow({**row.columns, **columns}, row.outline if outline is None else outline)


def load_rows(
    connection: Connection, rows: Iterable[FileRow], folder: Path, county: County = COUNTY, **asked: Any
) -> tuple[Tally, dict[str, Any]]:
    """Write the rows as a GeoPackage and import it."""
    path = folder / f"{uuid7()}.gpkg"
    geopackage(rows, path)
    return load_file(connection, path, folder, county, **asked)


def load_file(
    connection: Connection, path: Path, folder: Path, county: County = COUNTY, **asked: Any
) -> tuple[Tally, dict[str, Any]]:
    """Import a file."""
    scratch = folder / f"scratch-{uuid7()}"
    scratch.mkdir()
    whole = {"county": county, "whole_county": False, "at": NOW, "by": "county-1", "new_id": uuid7}
    return import_county(connection, ImportAsked(**{**whole, **asked}), open_county_file(path, scratch))


def pin_of(row: FileRow) -> str:
    """The PIN of a row."""
    return str(row.columns["COUNTY_PIN"])


BOW_TIE = shapely.Polygon([(504000, 4980000), (504100, 4980100), (504100, 4980000), (504000, 4980100)])


def bad_rows(rows: Sequence[FileRow], count: int) -> list[FileRow]:
    """So many rows, each wrong in one of six ways."""
    ways: list[Callable[[FileRow, int], FileRow]] = [
        lambda row, _: changed(row, COUNTY_PIN=None),
        lambda row, _: changed(row, COUNTY_PIN="55"),
        lambda row, _: row,
        lambda row, place: changed(row, BOW_TIE, COUNTY_PIN=f"99.999.99.11.{place:04d}"),
        lambda row, place: changed(row, CO_CODE="27003", COUNTY_PIN=f"99.999.99.12.{place:04d}"),
        lambda row, place: replace(
            changed(row, COUNTY_PIN=f"99.999.99.13.{place:04d}"), outline=shapely.box(1e6, 5e3, 1.1e6, 6e3)
        ),
    ]
    return [ways[place % len(ways)](rows[place], place) for place in range(count)]


def make_city_of(connection: Connection, rows: Iterable[FileRow]) -> None:
    """Draw the boundary of a city around the rows."""
    whole = shapely.union_all([row.outline for row in rows]).envelope
    boundary = a_feature_load(whole, "jurisdictions", CITY, CITY)
    layer = a_layer("jurisdictions", "jurisdiction")
    loads.write(connection, a_city_load(layers=[layer], features=[boundary]))
