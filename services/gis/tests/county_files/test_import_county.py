"""Importing a county's file: good rows loaded, bad ones told, loaded again nothing changes."""

from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from gis.domain.county_import import ImportRefused
from gis.domain.county_row import County
from gis.geometry.coordinates import degrees_of
from gis.geometry.questions import PARCELS
from gis.sample.county_rows import FileRow
from gis.sample.sizes import FORMS
from gis.storage import generations, loads, parcels
from gis.storage.tables import addresses, parcel_links, parcel_versions, parties
from gis.storage.tables import parcels as parcel_table
from gis.usecases.find_parcels import history_of, parcels_at_address
from gis.usecases.locate import place_at
from sqlalchemy import Connection, func, select

from services.gis.tests.builders import CITY, a_city_load, a_feature_load, a_layer
from services.gis.tests.conftest import engine_named
from services.gis.tests.county_files.files import (
    LATER,
    bad_rows,
    changed,
    county_rows,
    load_file,
    load_rows,
    pin_of,
)

pytestmark = pytest.mark.storage
OUTSIDE = "~washington"


def counted(connection: Connection, table: Any) -> int:
    return int(connection.scalar(select(func.count()).select_from(table)) or 0)


def everything(connection: Connection) -> list[Any]:
    ordered = select(parcel_table).order_by(parcel_table.c.id)
    people = select(parties).order_by(parties.c.parcel_id, parties.c.role, parties.c.position)
    places = select(addresses).order_by(addresses.c.id)
    return [connection.execute(each).all() for each in (ordered, people, places)]


def test_good_rows_are_loaded_and_every_bad_one_is_told(connection: Connection, tmp_path: Path) -> None:
    rows = county_rows()
    bad = bad_rows(rows, 30)

    tally, report = load_rows(connection, [*rows, *bad], tmp_path)

    assert (report["rows"], report["loaded"], report["refused"]) == (len(rows) + 30, len(rows), 30)
    assert report["new"] + report["changed"] + report["unchanged"] == report["loaded"]
    refused = [each for each in tally.findings if each.refused]
    assert [each.row for each in refused] == list(range(len(rows) + 1, len(rows) + 31))
    assert {each.finding.fault: report["faults"][each.finding.fault] for each in refused} == {
        "no_pin": 5, "junk_pin": 5, "duplicate_pin": 5, "bad_outline": 5, "other_county": 5, "off_the_map": 5,
    }  # fmt: skip
    assert counted(connection, parcel_table) == len(rows)


def test_values_that_cannot_be_are_dropped_and_the_row_is_taken(
    connection: Connection, tmp_path: Path
) -> None:
    row = county_rows()[0]
    wrong = changed(row, OWNER_NAME="N/A", ACRES_DEED=-9999.0, SALE_DATE="3009-05-01")

    tally, report = load_rows(connection, [wrong, *county_rows()[1:4]], tmp_path)

    assert (report["loaded"], report["refused"]) == (4, 0)
    assert {(each.row, each.finding.fault, each.finding.column) for each in tally.findings} == {
        (1, "sentinel", "OWNER_NAME"),
        (1, "sentinel", "ACRES_DEED"),
        (1, "impossible_date", "SALE_DATE"),
    }
    (loaded,) = parcels.with_pin(connection, OUTSIDE, pin_of(row))
    assert loaded.acres_deed is None


@pytest.mark.filterwarnings("ignore:Field .* of type Date:RuntimeWarning")
@pytest.mark.parametrize("form", FORMS)
def test_the_same_county_in_any_form_changes_nothing(
    connection: Connection, tmp_path: Path, form: str
) -> None:
    rows = [row for row in county_rows(2) if row.outline.geom_type == "Polygon"]
    load_rows(connection, rows, tmp_path)
    before, generation = everything(connection), generations.current(connection, PARCELS)

    folder = tmp_path / form
    folder.mkdir()
    _, report = load_file(connection, FORMS[form](rows, folder), tmp_path)

    assert (report["rows"], report["unchanged"], report["refused"]) == (len(rows), len(rows), 0)
    assert (report["people"], report["links"]) == ({}, {})
    assert everything(connection) == before
    assert generations.current(connection, PARCELS) == generation


def test_ids_are_of_the_pin_whatever_the_order_of_the_file(connection: Connection, tmp_path: Path) -> None:
    rows = list(county_rows(1))
    load_rows(connection, rows, tmp_path)

    def ids() -> list[tuple[str, ...]]:
        parcel = select(parcel_table.c.id, parcel_table.c.pin).order_by(parcel_table.c.id)
        place = select(addresses.c.id, addresses.c.parcel_id).order_by(addresses.c.id)
        return [tuple(row) for each in (parcel, place) for row in connection.execute(each)]

    before = ids()
    _, report = load_rows(connection, [changed(row, ZIP="55001") for row in reversed(rows)], tmp_path, LATER)

    assert report["changed"] == len(rows)
    assert ids() == before
    assert {(f"washington-{pin_of(row)}", pin_of(row)) for row in rows} <= set(before)


def test_a_file_that_is_refused_leaves_everything_as_it_was(connection: Connection, tmp_path: Path) -> None:
    rows = county_rows()
    load_rows(connection, rows, tmp_path)
    before = everything(connection)
    savepoint = connection.begin_nested()

    with pytest.raises(ImportRefused, match="part of the county"):
        load_rows(connection, rows[:60], tmp_path, LATER, whole_county=True)
    savepoint.rollback()

    assert everything(connection) == before


def test_a_file_in_another_coordinate_system_than_it_states_is_refused(
    connection: Connection, tmp_path: Path
) -> None:
    swapped = [
        FileRow(row.columns, shapely.transform(row.outline, lambda xy: xy[:, ::-1])) for row in county_rows(1)
    ]

    with pytest.raises(ImportRefused, match="coordinate system"):
        load_rows(connection, swapped, tmp_path)


def test_what_the_file_no_longer_has_is_gone_and_its_land_is_followed(
    connection: Connection, tmp_path: Path
) -> None:
    rows = list(county_rows())
    load_rows(connection, rows, tmp_path)
    farm = max(rows, key=lambda row: row.outline.area)
    west, south, east, north = farm.outline.bounds
    middle = (west + east) / 2
    halves = [
        shapely.clip_by_rect(farm.outline, west - 1, south - 1, middle, north + 1),
        shapely.clip_by_rect(farm.outline, middle, south - 1, east + 1, north + 1),
    ]
    split = [changed(farm, half, COUNTY_PIN=f"31.029.21.11.900{place}") for place, half in enumerate(halves)]
    small = min((row for row in rows if row is not farm), key=lambda row: row.outline.area)
    renumbered = changed(small, COUNTY_PIN="31.029.21.44.9000")
    rest = [row for row in rows if row not in (farm, small)]

    _, report = load_rows(connection, [*rest, *split, renumbered], tmp_path, LATER, whole_county=True)

    assert (report["new"], report["gone"], report["unchanged"]) == (3, 2, len(rest))
    assert report["links"] == {"renumbered": 1, "split": 2}
    assert parcels.with_pin(connection, OUTSIDE, pin_of(farm)) == []
    links = {(row.from_id, row.to_id, row.kind) for row in connection.execute(select(parcel_links)).all()}
    known = history_of(connection, OUTSIDE, pin_of(farm))
    assert [(link.pin, link.kind, link.on) for link in known.became] == [
        ("31.029.21.11.9000", "split", LATER.vintage),
        ("31.029.21.11.9001", "split", LATER.vintage),
    ]
    assert known.versions[-1].until == LATER.vintage
    assert links == {
        (f"washington-{pin_of(farm)}", "washington-31.029.21.11.9000", "split"),
        (f"washington-{pin_of(farm)}", "washington-31.029.21.11.9001", "split"),
        (f"washington-{pin_of(small)}", "washington-31.029.21.44.9000", "renumbered"),
    }


def test_a_refused_row_does_not_make_its_parcel_vanish(connection: Connection, tmp_path: Path) -> None:
    rows = list(county_rows(1))
    load_rows(connection, rows, tmp_path)
    broken = changed(rows[0], bad_rows(rows, 4)[3].outline)

    _, report = load_rows(connection, [broken, *rows[1:]], tmp_path, LATER, whole_county=True)

    assert (report["refused"], report["gone"]) == (1, 0)
    assert len(parcels.with_pin(connection, OUTSIDE, pin_of(rows[0]))) == 1


def test_what_a_parcel_was_is_kept_as_a_version(connection: Connection, tmp_path: Path) -> None:
    rows = list(county_rows(1))
    load_rows(connection, rows, tmp_path)
    moved = changed(rows[0], ZIP="55001")

    _, report = load_rows(connection, [moved, *rows[1:]], tmp_path, LATER)

    assert (report["changed"], report["unchanged"]) == (1, len(rows) - 1)
    (version,) = connection.execute(select(parcel_versions)).all()
    assert (version.pin, version.zip, version.until) == (
        pin_of(rows[0]), rows[0].columns["ZIP"], LATER.vintage,
    )  # fmt: skip


def test_loaded_addresses_can_be_found(connection: Connection, tmp_path: Path) -> None:
    rows = county_rows(1)
    load_rows(connection, rows, tmp_path)
    housed = next(row for row in rows if row.columns.get("ANUMBER"))
    street = " ".join(str(housed.columns[name]) for name in ("ANUMBER", "ST_NAME", "ST_POS_TYP"))

    found = parcels_at_address(connection, OUTSIDE, street)

    assert pin_of(housed) in {each.parcel.pin for each in found}


@pytest.mark.parametrize("engine", ["tree", "postgis"])
def test_a_question_about_an_earlier_day_sees_the_parcel_of_that_day(
    connection: Connection, tmp_path: Path, engine: str
) -> None:
    geometry = engine_named(engine, connection)
    rows = list(county_rows(1))
    whole = shapely.union_all([row.outline for row in rows]).envelope
    boundary = a_feature_load(whole, "jurisdictions", CITY, CITY)
    loads.write(
        connection, a_city_load(layers=[a_layer("jurisdictions", "jurisdiction")], features=[boundary])
    )
    farm = max(rows, key=lambda row: row.outline.area)
    place = farm.outline.representative_point()
    lon, lat = (float(each[0]) for each in degrees_of(np.array([place.x]), np.array([place.y])))
    rest = [row for row in rows if row is not farm]
    load_rows(connection, rows, tmp_path)
    load_rows(connection, [changed(farm, ZIP="55001"), *rest], tmp_path, LATER)
    gone = County(LATER.slug, LATER.code, date(2027, 5, 1))
    load_rows(
        connection, [changed(farm, COUNTY_PIN="31.029.21.11.9000"), *rest], tmp_path, gone, whole_county=True
    )

    def seen(on: date) -> list[tuple[str, str | None]]:
        found = place_at(connection, geometry, CITY, lon, lat, on)
        return [(parcel.pin, parcel.zip) for parcel in found.parcels]

    assert seen(date(2019, 7, 1)) == [(pin_of(farm), farm.columns["ZIP"])]
    assert seen(date(2027, 4, 30)) == [(pin_of(farm), "55001")]
    assert seen(date(2027, 5, 1)) == [("31.029.21.11.9000", farm.columns["ZIP"])]
