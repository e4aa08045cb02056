"""What a county's file tells of owners, told apart; a clerk decides what touches rights."""

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import shapely
from gis.domain.owner_candidate import OwnerCandidate
from gis.sample.county_rows import FileRow
from gis.storage import owner_candidates, parcels
from gis.storage.tables import parcels as parcel_table
from sqlalchemy import Connection, update

from services.gis.tests.builders import CITY
from services.gis.tests.county_files.files import (
    LATER,
    NOW,
    changed,
    county_rows,
    load_rows,
    make_city_of,
    pin_of,
)

pytestmark = pytest.mark.storage
LATER_STILL = NOW + timedelta(days=30)


def owned() -> list[FileRow]:
    """Rows of one section, the first by one person at home since 2020."""
    rows = list(county_rows(1))
    first = changed(
        rows[0],
        OWNER_NAME="LINDAHL ADA M",
        OWN_ADD_L1="PO BOX 9",
        OWN_ADD_L2="LAKE ELMO MN 55042",
        OWN_ADD_L3=None,
        TAX_NAME="LINDAHL ADA M",
        SALE_DATE=date(2020, 5, 1),
    )
    return [first, *rows[1:]]


def told_later(connection: Connection, folder: Path, **columns: Any) -> tuple[dict[str, int], str]:
    """Load the section, then its first parcel told otherwise; give what was found of people, and its id."""
    rows = owned()
    make_city_of(connection, rows)
    load_rows(connection, rows, folder)
    _, report = load_rows(connection, [changed(rows[0], **columns), *rows[1:]], folder, LATER)
    return report["people"], f"washington-{pin_of(rows[0])}"


def candidates(connection: Connection, parcel_id: str) -> list[OwnerCandidate]:
    return owner_candidates.of_parcel(connection, CITY, parcel_id)


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ({"OWNER_NAME": "NYGREN TOVE", "SALE_DATE": date(2026, 11, 2), "OWN_ADD_L1": "77 CEDAR LN"}, "sale"),
        ({"OWNER_NAME": "LINDAHL ADA M TRUSTEE OF LINDAHL FAMILY TRUST"}, "trust"),
        ({"OWNER_NAME": "NYGREN TOVE CONTRACT FOR DEED"}, "contract_for_deed"),
        ({"OWNER_NAME": "OSTBY ADA MARIE"}, "name_change"),
        ({"OWNER_NAME": "NYGREN TOVE", "OWN_ADD_L1": "77 CEDAR LN"}, "unknown"),
    ],
)
def test_another_owner_makes_a_candidate_and_the_owner_stays(
    connection: Connection, tmp_path: Path, columns: dict[str, Any], kind: str
) -> None:
    found, parcel_id = told_later(connection, tmp_path, **columns)

    assert found == {kind: 1}
    (candidate,) = candidates(connection, parcel_id)
    assert (candidate.kind, candidate.status, candidate.recorded_owner) == (kind, "pending", "LINDAHL ADA M")
    assert candidate.conveyance.grantee.name == columns["OWNER_NAME"]
    if kind == "sale":
        assert candidate.conveyance.conveyed_on == date(2026, 11, 2)
    (kept,) = parcels.ownerships(connection, CITY, [parcel_id]).values()
    assert [owner.name for owner in kept.owners] == ["LINDAHL ADA M"]


@pytest.mark.parametrize(
    ("columns", "kind"),
    [
        ({"OWNER_NAME": "Lindahl, Ada M."}, "spelling"),
        ({"OWNER_NAME": "ADA MARIE LINDAHL"}, "spelling"),
        ({"OWN_ADD_L1": "1 NEW ST"}, "address_change"),
        ({"TAX_NAME": "FIRST BANK ESCROW"}, "taxpayer"),
    ],
)
def test_spelling_address_and_taxpayer_are_taken_as_they_come(
    connection: Connection, tmp_path: Path, columns: dict[str, Any], kind: str
) -> None:
    found, parcel_id = told_later(connection, tmp_path, **columns)

    assert found == {kind: 1}
    assert candidates(connection, parcel_id) == []
    (kept,) = parcels.ownerships(connection, CITY, [parcel_id]).values()
    if "OWNER_NAME" in columns:
        assert [owner.name for owner in kept.owners] == [columns["OWNER_NAME"]]
    if kind == "address_change":
        assert kept.owners[0].mailing[0] == "1 NEW ST"
    if kind == "taxpayer":
        assert [payer.name for payer in kept.taxpayers] == ["FIRST BANK ESCROW"]


def test_the_same_news_in_the_next_file_makes_no_second_candidate(
    connection: Connection, tmp_path: Path
) -> None:
    sold = {"OWNER_NAME": "NYGREN TOVE", "SALE_DATE": date(2026, 11, 2)}
    _, parcel_id = told_later(connection, tmp_path, **sold)
    rows = owned()

    _, report = load_rows(
        connection,
        [changed(rows[0], **sold), *rows[1:]],
        tmp_path,
        LATER,
        at=LATER_STILL,
    )

    assert report["people"] == {"known_before": 1}
    assert len(candidates(connection, parcel_id)) == 1


def test_of_a_protected_person_neither_name_nor_place_is_told(connection: Connection, tmp_path: Path) -> None:
    rows = owned()
    make_city_of(connection, rows)
    load_rows(connection, rows, tmp_path)
    connection.execute(update(parcel_table).where(parcel_table.c.pin == pin_of(rows[0])).values(private=True))

    load_rows(connection, [changed(rows[0], OWNER_NAME="NYGREN TOVE"), *rows[1:]], tmp_path, LATER)

    (candidate,) = candidates(connection, f"washington-{pin_of(rows[0])}")
    assert candidate.recorded_owner is None
    assert "LINDAHL" not in candidate.conveyance.grantor


@pytest.mark.parametrize("pieces", [1, 2])
@pytest.mark.parametrize("whole_county", [True, False])
def test_a_new_number_or_a_split_does_not_show_a_protected_person(
    connection: Connection, tmp_path: Path, pieces: int, whole_county: bool
) -> None:
    rows = owned()
    make_city_of(connection, rows)
    load_rows(connection, rows, tmp_path)
    connection.execute(update(parcel_table).where(parcel_table.c.pin == pin_of(rows[0])).values(private=True))
    west, south, east, north = rows[0].outline.bounds
    width = (east - west) / pieces
    cut = [
        changed(
            rows[0],
            shapely.clip_by_rect(
                rows[0].outline, west + place * width, south, west + (place + 1) * width, north
            ),
            COUNTY_PIN=f"31.029.21.44.900{place}",
        )
        for place in range(pieces)
    ]

    _, report = load_rows(connection, [*cut, *rows[1:]], tmp_path, LATER, whole_county=whole_county)

    owned_now = parcels.ownerships(connection, CITY, [f"washington-{pin_of(each)}" for each in cut])
    beside = parcels.ownerships(connection, CITY, [f"washington-{pin_of(row)}" for row in rows[1:]])
    assert (report["new"], report["gone"]) == (pieces, 1 if whole_county else 0)
    assert [each.private for each in owned_now.values()] == [True] * pieces
    assert not any(each.private for each in beside.values())


def test_outside_the_cities_served_nobody_decides(connection: Connection, tmp_path: Path) -> None:
    rows = owned()
    load_rows(connection, rows, tmp_path)
    sold = changed(rows[0], OWNER_NAME="NYGREN TOVE", SALE_DATE=date(2026, 11, 2))

    _, report = load_rows(connection, [sold, *rows[1:]], tmp_path, LATER)

    parcel_id = f"washington-{pin_of(rows[0])}"
    assert report["people"] == {"sale": 1}
    assert owner_candidates.of_parcel(connection, "~washington", parcel_id) == []
    (kept,) = parcels.ownerships(connection, "~washington", [parcel_id]).values()
    assert [owner.name for owner in kept.owners] == ["NYGREN TOVE"]
