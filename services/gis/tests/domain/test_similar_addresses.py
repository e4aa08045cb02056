"""How alike two addresses are: what was typed wrong, and what is simply another street."""

import pytest
from gis.domain.address import read_address
from gis.domain.similar_addresses import LIKE_ENOUGH, likeness


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("9 Legoin Lane N", "9 Legion Lane N"),
        ("9 Lake Elm Ave N", "9 Lake Elmo Avenue North"),
        ("9 Legion Lane S", "9 Legion Lane N"),
        ("9 Legion Drive", "9 Legion Lane N"),
        ("9 Stillwatter Blvd", "9 Stillwater Boulevard N"),
    ],
)
def test_a_slip_of_the_pen_is_like_enough(typed: str, known: str) -> None:
    alike = likeness(read_address(typed), read_address(known))

    assert LIKE_ENOUGH <= alike < 1


@pytest.mark.parametrize(
    ("typed", "known"),
    [
        ("9 Main St", "9 Maple Ave"),
        ("9 Oak St", "9 Ash St"),
        ("9 30th St N", "9 Legion Lane N"),
        ("9 Legion Lane", "11 Legion Lane"),
        ("9 1/2 Legion Lane", "9 Legion Lane"),
        ("9 Legion Lane Unit 2", "9 Legion Lane Unit 3"),
    ],
)
def test_another_street_number_or_unit_is_not(typed: str, known: str) -> None:
    alike = likeness(read_address(typed), read_address(known))

    assert alike < LIKE_ENOUGH


def test_what_was_not_asked_counts_neither_way() -> None:
    assert likeness(read_address("9 Legion"), read_address("9 Legion Lane N Unit 4")) == 1
