"""When two mailing addresses are one letter box."""

import pytest
from gis.domain.parties import care_line, mailing_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("100 Main Street", "Lake Elmo, MN 55042"), ("100 MAIN ST", "LAKE ELMO MN 55042-2739")),
        (("P.O. Box 12", "Fargo, ND 58102"), ("PO BOX 12", "FARGO ND 58102")),
        (("C/O First Bank", "1 Elm St", "Fargo, ND 58102"), ("1 Elm Street", "Fargo, ND 58102")),
        (("1 Elm St Apt 4", "Fargo, ND 58102"), ("1 ELM STREET #4", "FARGO ND 58102")),
        (("1 O'Neil Ave", "Fargo, ND 58102"), ("1 ONEIL AVENUE", "Fargo ND 58102")),
    ],
)
def test_spelling_does_not_make_another_letter_box(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    keys = mailing_key(one), mailing_key(other)

    assert keys[0] == keys[1]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (("1 Elm St Apt 4", "Fargo, ND 58102"), ("1 Elm St Apt 5", "Fargo, ND 58102")),
        (("1 Elm St N", "Fargo, ND 58102"), ("1 Elm St S", "Fargo, ND 58102")),
        (("1 Elm St", "Fargo, ND 58102"), ("1 Elm St", "Fargo, ND 58103")),
        (("PO Box 12", "Fargo, ND 58102"), ("PO Box 121", "Fargo, ND 58102")),
    ],
)
def test_another_place_is_another_letter_box(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    keys = mailing_key(one), mailing_key(other)

    assert keys[0] != keys[1]


def test_the_care_line_is_found() -> None:
    mailing = ("ATTN: Legal", "1 Elm St", "Fargo, ND 58102")

    found = care_line(mailing)

    assert found == "ATTN: Legal"
