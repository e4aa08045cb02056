"""The outlines of 4,040 real parcels, with their slivers, holes and long boundaries; people are made up."""

import os
from pathlib import Path
from statistics import median

import numpy as np
import pyogrio.raw
import pytest
import shapely
from gis.geometry.questions import PARCELS
from gis.sample.county_rows import FileRow
from gis.storage import parcels
from gis.storage.tables import parcels as parcel_table
from sqlalchemy import Connection, select

from services.gis.tests.conftest import engine_named
from services.gis.tests.county_files.files import load_rows

pytestmark = [pytest.mark.storage, pytest.mark.shared]
CITY = "~washington"


def real_rows() -> list[FileRow]:
    folder = Path(os.environ["CITYCODE_SHARED"]) / "data" / "parcels_dakota_demo"
    _, _, wkb, _ = pyogrio.raw.read(folder / "parcels.shp", columns=[], force_2d=True)
    return [
        FileRow(
            {
                "COUNTY_PIN": f"37.{place:06d}",
                "CTU_NAME": "Dakota",
                "CO_CODE": "27163",
                "OWNER_NAME": f"Owner {place % 900}",
                "OWN_ADD_L1": f"{place % 900} Elm Street",
            },
            outline,
        )
        for place, outline in enumerate(shapely.from_wkb(wkb))
    ]


def test_real_parcels_are_loaded_whole_and_found_where_they_lie(
    connection: Connection, tmp_path: Path
) -> None:
    rows = real_rows()
    outlines = np.array([row.outline for row in rows], dtype=object)

    tally, report = load_rows(connection, rows, tmp_path)
    _, again = load_rows(connection, rows, tmp_path)

    assert (report["rows"], report["loaded"], tally.findings) == (4_040, 4_040, [])
    assert again["unchanged"] == 4_040
    stored = connection.execute(select(parcel_table.c.pin, parcel_table.c.acres_polygon))
    areas = {row.pin: row.acres_polygon for row in stored}
    acres = np.array([float(areas[str(row.columns["COUNTY_PIN"])]) for row in rows])
    assert np.allclose(acres, shapely.area(outlines) / 4046.8564224, rtol=0.002, atol=0.0001)
    assert abs(acres.mean() - 20.7) < 0.1


@pytest.mark.parametrize("engine", ["tree", "postgis"])
def test_real_parcels_answer_alike_on_both_engines(
    connection: Connection, tmp_path: Path, engine: str
) -> None:
    geometry = engine_named(engine, connection)
    rows = real_rows()
    load_rows(connection, rows, tmp_path)
    outlines = np.array([row.outline for row in rows], dtype=object)
    asked = range(0, len(rows), 81)

    for place in asked:
        held = geometry.at(connection, PARCELS, outlines[place].representative_point())
        found = parcels.with_ids(connection, CITY, [each.id for each in held])

        assert rows[place].columns["COUNTY_PIN"] in {each.pin for each in found.values()}
    sizes = {
        within: [
            len(geometry.candidates_within(connection, PARCELS, outlines[place], within)) for place in asked
        ]
        for within in (350, 1000)
    }
    grid = {
        within: [
            int((shapely.distance(outlines, outlines[place]) <= within * 0.3048).sum()) for place in asked
        ]
        for within in (350, 1000)
    }
    assert sizes[350] == pytest.approx(grid[350], abs=3), "the grid is off by 0.04 percent here"
    assert 6 <= median(sizes[350]) <= 14
    assert 14 <= median(sizes[1000]) <= 26
