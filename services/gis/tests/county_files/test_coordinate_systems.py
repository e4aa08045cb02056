"""Files in other coordinate systems than the grid of the tables: brought to it, or refused where they mix."""

import json
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio.raw
import pytest
import shapely
import shapely.affinity
from gis.county_files.archives import FileRefused
from gis.domain.county_import import ImportRefused
from gis.sample import county_files
from gis.sample.county_rows import FileRow
from gis.storage.tables import parcels
from pyproj import Transformer
from sqlalchemy import Connection, select

from services.gis.tests.county_files.files import county_rows, load_file, load_rows, pin_of

pytestmark = pytest.mark.storage
GRID = 26915


def moved(row: FileRow, code: int) -> FileRow:
    """The row with its outline in other coordinates."""
    transformer = Transformer.from_crs(GRID, code, always_xy=True)
    outline = shapely.transform(row.outline, lambda xy: np.column_stack(transformer.transform(*xy.T)))
    return FileRow(row.columns, outline)


def stated(rows: Sequence[FileRow], path: Path, code: int) -> Path:
    """A GeoPackage that states the system its outlines are in."""
    pyogrio.raw.write(
        path,
        geometry=shapely.to_wkb(np.array([row.outline for row in rows], dtype=object)),
        field_data=[
            np.array([row.columns[name] for row in rows], dtype=object) for name in ("COUNTY_PIN", "CTU_NAME")
        ],
        fields=["COUNTY_PIN", "CTU_NAME"],
        geometry_type="Unknown",
        crs=f"EPSG:{code}",
        layer="parcels",
        driver="GPKG",
    )
    return path


def loaded(connection: Connection) -> dict[str, bytes]:
    return {row.pin: bytes(row.wkb) for row in connection.execute(select(parcels.c.pin, parcels.c.wkb))}


@pytest.mark.parametrize("code", [4326, 4269, 26914])
def test_a_file_in_another_system_is_brought_to_the_grid(
    connection: Connection, tmp_path: Path, code: int
) -> None:
    rows = county_rows(1)

    _, report = load_file(
        connection, stated([moved(row, code) for row in rows], tmp_path / "parcels.gpkg", code), tmp_path
    )

    assert (report["loaded"], report["refused"]) == (len(rows), 0)
    found = loaded(connection)
    for row in rows:
        assert shapely.hausdorff_distance(shapely.from_wkb(found[pin_of(row)]), row.outline) < 0.01


def test_a_file_that_mixes_two_zones_is_refused_and_nothing_is_loaded(
    connection: Connection, tmp_path: Path
) -> None:
    rows = county_rows(1)
    half = len(rows) // 2
    mixed = [*rows[:half], *(moved(row, 26914) for row in rows[half:])]

    with pytest.raises(ImportRefused, match="UTM zones"), connection.begin_nested():
        load_rows(connection, mixed, tmp_path)

    assert loaded(connection) == {}


def test_a_stray_is_refused_alone(connection: Connection, tmp_path: Path) -> None:
    rows = list(county_rows(1))
    stray = FileRow(rows[3].columns, shapely.affinity.translate(rows[3].outline, -240_000, 100_000))

    tally, report = load_rows(connection, [*rows[:3], stray, *rows[4:]], tmp_path)

    assert (report["loaded"], report["refused"]) == (len(rows) - 1, 1)
    (refused,) = [each for each in tally.findings if each.refused]
    assert (refused.row, refused.pin, refused.finding.fault) == (4, pin_of(rows[3]), "off_the_map")


def in_other_system(page: dict[str, Any]) -> dict[str, Any]:
    return {**page, "spatialReference": {"wkid": 26914, "latestWkid": 26914}}


@pytest.mark.parametrize(("change", "told"), [(in_other_system, "several coordinate systems")])
def test_pages_in_several_systems_are_refused(
    connection: Connection,
    tmp_path: Path,
    change: Callable[[dict[str, Any]], dict[str, Any]],
    told: str,
) -> None:
    whole = county_files.arcgis_pages(county_rows(1), tmp_path / "pages.zip", 50)
    mixed = tmp_path / "mixed.zip"
    with zipfile.ZipFile(whole) as read, zipfile.ZipFile(mixed, "w") as written:
        for place, name in enumerate(sorted(read.namelist())):
            page = json.loads(read.read(name))
            written.writestr(name, json.dumps(change(page) if place == 1 else page))

    with pytest.raises(FileRefused, match=told):
        load_file(connection, mixed, tmp_path)
