"""Addresses as people type them, against addresses as the county keeps them."""

import pytest
from gis.domain.address import StreetAddress, UnreadableAddress, match_of, read_address


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("1234 Lake Elmo Avenue North", "1234 LAKE ELMO AVE N"),
        ("1234 lake elmo ave. n, Stillwater MN 55082", "1234 Lake Elmo Avenue North"),
        ("77 Saint Croix Trail South", "77 ST CROIX TRL S"),
        ("501 County Road 13", "501 CR 13"),
        ("501 CSAH 13", "501 Co Rd 13"),
        ("12½ Elm Street", "12 1/2 ELM ST"),
        ("4 First Avenue", "4 1ST AVE"),
        ("100 Main St Apt. 4-B", "100 MAIN ST #4B"),
        ("9 North Shore Drive", "9 N SHORE DR"),
    ],
)
def test_spelled_out_and_postal_forms_are_the_same_address(typed: str, known: str) -> None:
    asked, kept = read_address(typed), read_address(known)

    found = match_of(asked, kept)

    assert found == "address"
    assert match_of(kept, asked) == "address"


@pytest.mark.parametrize(
    ("typed", "known", "grade"),
    [
        ("1234 Elm Street", "1234 Elm Street North", "address_without_direction"),
        ("1234 Elm North", "1234 Elm Street North", "address_without_type"),
        ("1234 Elm Street North", "1234 Elm Street South", None),
        ("1234 Elm Street", "1234 Elm Avenue", None),
        ("1234 Elm Street", "1235 Elm Street", None),
        ("1234 1/2 Elm Street", "1234 Elm Street", None),
        ("1234 Elm Street Unit 2", "1234 Elm Street Unit 3", None),
        ("1234 Elm Street", "1234 Elm Street Unit 3", "address"),
        ("1234 Elm Street Unit 3", "1234 Elm Street", None),
    ],
)
def test_what_is_left_out_may_be_anything_and_what_is_said_must_agree(
    typed: str, known: str, grade: str | None
) -> None:
    asked, kept = read_address(typed), read_address(known)

    found = match_of(asked, kept)

    assert found == grade


def test_an_address_is_taken_apart() -> None:
    typed = "1234 1/2 W Lake Elmo Avenue Northeast Apt 4, Lake Elmo, Minnesota 55042-1234"

    address = read_address(typed)

    assert address == StreetAddress("1234", "1/2", "W", "LAKE ELMO", "AVE", "NE", "4")


@pytest.mark.parametrize("typed", ["", "Elm Street", "1234", "PO Box 12", "-5 Elm", "1234 MN 55042", "'; --"])
def test_what_is_no_street_address_is_refused(typed: str) -> None:
    with pytest.raises(UnreadableAddress):
        read_address(typed)
