"""County files as text: cells that hold no text, outlines of many positions, cells that never end."""

from pathlib import Path
from typing import Any

import pytest
import shapely
from gis.county_files.archives import FileRefused
from gis.domain.county_import import Tally
from gis.storage import parcels
from shapely import affinity
from sqlalchemy import Connection

from services.gis.tests.builders import CITY, ground_offset
from services.gis.tests.county_files.files import load_file

pytestmark = pytest.mark.storage
HEADER = "COUNTY_PIN,CTU_NAME,OWNER_NAME,OWN_ADD_L1,SITE_ADDRESS,SALE_DATE,WKT"
OUTSIDE = "~washington"
SQUARE = shapely.box(0, 0, 30, 30)


def a_line(number: int, shape: shapely.Polygon = SQUARE, **cells: str) -> str:
    """A parcel 100 m east of the one before."""
    middle = ground_offset(CITY, 0)
    outline = affinity.translate(shape, middle.x + 100 * number, middle.y)
    told = {
        "COUNTY_PIN": f"31.029.21.11.{number:04}",
        "CTU_NAME": "Lake Elmo",
        "OWNER_NAME": "Ada Lindahl",
        "OWN_ADD_L1": "5008 Legion Lane N",
        "SITE_ADDRESS": f"{5000 + number} Legion Lane N",
        "SALE_DATE": "2020-05-01",
        "WKT": f'"{outline.wkt}"',
        **cells,
    }
    return ",".join(told[name] for name in HEADER.split(","))


def loaded(connection: Connection, folder: Path, *lines: str) -> tuple[Tally, dict[str, Any]]:
    path = folder / "parcels.csv"
    path.write_text("\n".join([HEADER, *lines]) + "\n", encoding="utf-8", newline="")
    return load_file(connection, path, folder)


def test_what_cannot_be_printed_is_left_out_of_a_name_and_spoils_a_number(
    connection: Connection, tmp_path: Path
) -> None:
    tally, report = loaded(
        connection,
        tmp_path,
        a_line(1, OWNER_NAME="Ada\0 Lin\x1bdahl\u202e"),
        a_line(2, COUNTY_PIN="31.029.21.11.00\x0002"),
        a_line(3, SALE_DATE="\0\x07"),
    )

    owned = parcels.ownerships(connection, OUTSIDE, ["washington-31.029.21.11.0001"])
    assert (report["loaded"], report["refused"]) == (2, 1)
    assert {each.row: each.finding.fault for each in tally.findings} == {2: "junk_pin", 3: "impossible_date"}
    assert [each.name for each in owned["washington-31.029.21.11.0001"].owners] == ["Ada\ufffd Lindahl"]


def test_an_outline_of_thousands_of_positions_is_read(connection: Connection, tmp_path: Path) -> None:
    lake_lot = shapely.Point(0, 0).buffer(30, quad_segs=2_000)

    _, report = loaded(connection, tmp_path, a_line(1, lake_lot))

    assert report["loaded"] == 1


def test_a_cell_that_never_ends_is_refused_with_its_line(connection: Connection, tmp_path: Path) -> None:
    endless = '"' + "Ada Lindahl " * 700_000

    with pytest.raises(FileRefused, match="line 3 of the file cannot be read"):
        loaded(connection, tmp_path, a_line(1), a_line(2, OWNER_NAME=endless))
