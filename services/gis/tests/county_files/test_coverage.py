"""What an import's parcels cover: a list within it is complete, one at its edge says what is missing."""

from pathlib import Path
from typing import Any

import pytest
import shapely
from gis.domain.county_row import County
from gis.domain.notice_list import Audience
from gis.geometry.coverage import covered_by, uncovered
from gis.geometry.questions import Geometry
from gis.sample.county_rows import FileRow
from gis.storage import loads
from gis.storage.tables import features
from gis.usecases.make_notice_list import Making, make
from gis.usecases.notice_subject import parcels_as_subject
from servicekit.identifiers import uuid7
from shapely import affinity
from sqlalchemy import Connection, select

from services.gis.tests.builders import CITY, a_city_load, a_feature_load, a_layer, ground_offset, square
from services.gis.tests.county_files.files import COUNTY, NOW, changed, county_rows, load_rows, pin_of

pytestmark = pytest.mark.storage
TO: Audience = "owners"


def rows_on_a_grid(columns: int, leave_out: frozenset[int] = frozenset()) -> list[FileRow]:
    """Columns of three lots of 100 m, a street of 20 m between them, from the middle of the city east."""
    known = county_rows()
    middle = ground_offset(CITY, 0)
    rows = []
    for place in range(columns * 3):
        column, lot = divmod(place, 3)
        west, south = middle.x + 120 * column, middle.y + 100 * lot
        outline = shapely.box(west, south, west + 100, south + 100)
        rows.append(changed(known[place], outline, COUNTY_PIN=f"31.029.21.11.{place + 1:04}"))
    return [row for place, row in enumerate(rows) if place not in leave_out]


def in_the_city(connection: Connection) -> None:
    """The whole neighborhood is the city's; nothing is loaded."""
    land = square(ground_offset(CITY, 0), 4000)
    city = a_feature_load(land, "jurisdictions", f"City of {CITY}", CITY)
    loads.write(connection, a_city_load(layers=[a_layer("jurisdictions", "jurisdiction")], features=[city]))


def around(connection: Connection, geometry: Geometry, place: int, within_ft: float) -> dict[str, Any]:
    subject = parcels_as_subject(connection, CITY, [f"31.029.21.11.{place + 1:04}"])
    return make(connection, geometry, CITY, subject, within_ft, TO, Making(uuid7(), NOW, "staff-1"))


def test_a_list_within_the_imported_parcels_is_complete_and_one_at_the_edge_is_not(
    connection: Connection, geometry: Geometry, tmp_path: Path
) -> None:
    in_the_city(connection)
    load_rows(connection, rows_on_a_grid(5), tmp_path)

    inside = around(connection, geometry, 7, 300)
    too_far = around(connection, geometry, 7, 340)
    edge = around(connection, geometry, 1, 50)

    assert (inside["complete"], inside["reaches_into"]) == (True, [])
    assert (too_far["complete"], too_far["reaches_into"]) == (False, [f"City of {CITY}"])
    assert (edge["complete"], edge["reaches_into"]) == (False, [f"City of {CITY}"])


def test_the_coverage_grows_with_the_next_part(
    connection: Connection, geometry: Geometry, tmp_path: Path
) -> None:
    in_the_city(connection)
    rows = rows_on_a_grid(5)
    load_rows(connection, rows[:9], tmp_path)
    before = around(connection, geometry, 7, 100)

    load_rows(connection, rows[9:], tmp_path)

    after = around(connection, geometry, 7, 100)
    assert (before["complete"], after["complete"]) == (False, True)


@pytest.mark.parametrize("whole_county", [False, True])
def test_a_lot_that_is_not_loaded_leaves_a_hole_unless_the_file_has_all_there_are(
    connection: Connection, geometry: Geometry, tmp_path: Path, whole_county: bool
) -> None:
    in_the_city(connection)
    load_rows(connection, rows_on_a_grid(5, frozenset({7})), tmp_path, whole_county=whole_county)

    made = around(connection, geometry, 4, 100)

    assert made["complete"] is whole_county


def test_a_whole_county_fills_no_hole_of_another(
    connection: Connection, geometry: Geometry, tmp_path: Path
) -> None:
    in_the_city(connection)
    load_rows(connection, rows_on_a_grid(5, frozenset({7})), tmp_path)
    beside = [
        changed(
            row,
            affinity.translate(row.outline, 700),
            CO_CODE="27123",
            COUNTY_PIN=pin_of(row).replace("31.", "41.", 1),
        )
        for row in rows_on_a_grid(3)
    ]

    load_rows(connection, beside, tmp_path, County("ramsey", "27123", COUNTY.vintage), whole_county=True)

    made = around(connection, geometry, 4, 100)
    assert (made["complete"], made["reaches_into"]) == (False, [f"City of {CITY}"])


def test_the_same_file_again_leaves_the_coverage_alone(connection: Connection, tmp_path: Path) -> None:
    asked = select(features).where(features.c.layer == "parcel_coverage")
    in_the_city(connection)
    load_rows(connection, rows_on_a_grid(3), tmp_path)
    before = connection.execute(asked).all()

    load_rows(connection, rows_on_a_grid(3), tmp_path)

    assert len(before) == 1
    assert connection.execute(asked).all() == before


def test_a_street_is_bridged_and_a_field_is_not() -> None:
    lots = [shapely.box(0, 0, 100, 100), shapely.box(159, 0, 259, 100), shapely.box(320, 0, 420, 100)]

    land = covered_by(lots, whole=False)

    assert land.area == pytest.approx(259 * 100 + 100 * 100)
    assert uncovered(land, [shapely.to_wkb(each) for each in lots]).is_empty
    assert not uncovered(land, [shapely.to_wkb(shapely.box(259, 0, 320, 100))]).is_empty
