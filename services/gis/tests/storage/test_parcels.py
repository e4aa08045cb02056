"""Finding parcels by PIN and address in the database."""

import pytest
from gis.domain.address import read_address
from gis.domain.parcel import AmbiguousPin, UnknownParcel
from gis.storage import dwellings, loads, parcels
from gis.usecases.find_parcels import AddressFound, parcel_of, parcels_at_address
from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from services.gis.tests.builders import (
    CITY,
    a_city_load,
    a_parcel_load,
    a_party,
    an_address_load,
    an_ownership,
    ground_offset,
    square,
)

pytestmark = pytest.mark.storage
OUTLINE = square(ground_offset(CITY, 0))


def load_pins(connection: Connection, *pins: str, city: str = CITY, county: str = "washington") -> None:
    rows = [a_parcel_load(OUTLINE, pin, city=city, county=county) for pin in pins]
    loads.write(connection, a_city_load(rows, city=city))


@pytest.mark.parametrize(
    "asked", ["12.029.21.43.0013", "1202921430013", "12-029-21-43-0013", " 12 029 21 43 0013"]
)
def test_a_pin_is_found_printed_and_as_bare_digits(connection: Connection, asked: str) -> None:
    load_pins(connection, "12.029.21.43.0013", "12.029.21.43.0014")

    found = parcel_of(connection, CITY, asked)

    assert found.pin == "12.029.21.43.0013"


def test_digits_that_two_printed_pins_share_are_not_settled(connection: Connection) -> None:
    load_pins(connection, "75-72-0105", "75-720-105")

    with pytest.raises(AmbiguousPin) as refusal:
        parcel_of(connection, CITY, "75720105")

    assert [each.pin for each in refusal.value.candidates] == ["75-72-0105", "75-720-105"]
    assert parcel_of(connection, CITY, "75-720-105").pin == "75-720-105"


@pytest.mark.parametrize("asked", ["12.029.21.43.9999", "...", "", "'; --", "%"])
def test_what_is_no_pin_of_the_city_is_unknown(connection: Connection, asked: str) -> None:
    load_pins(connection, "12.029.21.43.0013")

    with pytest.raises(UnknownParcel):
        parcel_of(connection, CITY, asked)


def test_another_citys_pin_is_unknown_and_counties_may_share_pins(connection: Connection) -> None:
    load_pins(connection, "1")
    load_pins(connection, "1", city="fridley", county="anoka")

    here, there = parcel_of(connection, CITY, "1"), parcel_of(connection, "fridley", "1")

    assert (here.id, there.id) == ("washington-1", "anoka-1")
    with pytest.raises(UnknownParcel):
        parcel_of(connection, "elk-river", "1")


def test_a_county_has_a_pin_once(connection: Connection) -> None:
    load_pins(connection, "1")

    with pytest.raises(IntegrityError):
        load_pins(connection, "1", city="fridley")


def test_all_parcels_at_an_address_are_given_best_grade_only(connection: Connection) -> None:
    rows = [a_parcel_load(OUTLINE, pin) for pin in ("1", "2", "3")]
    points = [
        an_address_load(OUTLINE.centroid, "9 Elm Street North", rows[0].parcel, id="a"),
        an_address_load(OUTLINE.centroid, "9 Elm Street North", rows[1].parcel, id="b"),
        an_address_load(OUTLINE.centroid, "9 Elm Street", rows[2].parcel, id="c"),
    ]
    loads.write(connection, a_city_load(rows, points))

    exact = parcels_at_address(connection, CITY, "9 ELM ST N, Stillwater")
    bare = parcels_at_address(connection, CITY, "9 Elm St")
    south = parcels_at_address(connection, CITY, "9 Elm St S")
    none = parcels_at_address(connection, CITY, "10 Elm St")

    assert matched(exact) == [("address", 1.0, "1"), ("address", 1.0, "2")]
    assert matched(bare) == [("address", 1.0, "3")]
    assert matched(south) == [("address_without_direction", 1.0, "3")]
    assert none == []


def test_an_address_spelled_wrong_gives_those_it_may_mean_the_likest_first(connection: Connection) -> None:
    rows = [a_parcel_load(OUTLINE, pin) for pin in ("1", "2", "3", "4")]
    points = [
        an_address_load(OUTLINE.centroid, address, row.parcel, id=row.parcel.pin)
        for address, row in zip(
            ["9 Legion Lane N", "9 Region Lane N", "9 Oak Street N", "8 Legion Lane N"], rows, strict=True
        )
    ]
    loads.write(connection, a_city_load(rows, points))

    misspelled = parcels_at_address(connection, CITY, "9 Legoin Lane N")
    other_side = parcels_at_address(connection, CITY, "9 Legion Lane S")
    strange = parcels_at_address(connection, CITY, "9 Quarry Trail")

    assert [(match, pin) for match, _, pin in matched(misspelled)] == [
        ("similar_address", "1"),
        ("similar_address", "2"),
    ]
    assert misspelled[0].likeness > misspelled[1].likeness
    assert matched(other_side)[0] == ("similar_address", 0.91, "1")  # LEGION LN S | LEGION LN N: 10 of 11
    assert strange == []


def matched(found: list[AddressFound]) -> list[tuple[str, float, str]]:
    return [(each.match, each.likeness, each.parcel.pin) for each in found]


def test_a_parcel_with_several_owners_is_one_parcel(connection: Connection) -> None:
    owned = an_ownership(a_party("Ada"), a_party("Bao"), a_party("Chue"), taxpayers=(a_party("Dag"),))
    loads.write(connection, a_city_load([a_parcel_load(OUTLINE, "1", ownership=owned)]))

    listed = parcels.listed(connection, CITY, None, 10)
    found = parcels.ownerships(connection, CITY, ["washington-1"])

    assert [each.pin for each in listed] == ["1"]
    assert found == {"washington-1": owned}


def test_pages_follow_pins(connection: Connection) -> None:
    load_pins(connection, *(f"{number:02d}" for number in range(7)))

    first = parcels.listed(connection, CITY, None, 3)
    second = parcels.listed(connection, CITY, first[-1].pin, 3)

    assert [each.pin for each in [*first, *second]] == ["00", "01", "02", "03", "04", "05"]


def test_address_points_without_residence_are_addresses_and_no_dwellings(connection: Connection) -> None:
    rows = [a_parcel_load(OUTLINE, "1")]
    shop = an_address_load(OUTLINE.centroid, "9 Elm Street", rows[0].parcel, residence=False)
    loads.write(connection, a_city_load(rows, [shop]))

    found = dwellings.at_street_number(connection, CITY, read_address("9 Elm St"))

    assert [each.printed for each in found] == ["9 Elm Street"]
