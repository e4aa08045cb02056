"""Which numbers a wording names."""

from fractions import Fraction

import pytest
from citycode.packs.numbers_named import days_named, numbers_named


@pytest.mark.parametrize(
    ("wording", "numbers"),
    [
        ("The structure may be at most 125 feet high.", {125}),
        ("Wind generators must be at least 1,000 feet apart.", {1000}),
        ("A fence or wall at least four feet high.", {4}),
        ("Within ten days, or sixty where a hearing is held.", {10, 60}),
        ("At most twenty-five percent.", {20, 25}),
        ("Two hundred feet.", {2, 200}),
        ("A fee of $1,347.25.", {Fraction("1347.25")}),
        ("Half of the fee from the third inspection on.", {Fraction(1, 2), 3}),
        ("As section 105.04 and M.S. 15.99 demand, item 3.", set()),
        ("No lighting may be put up.", set()),
    ],
)
def test_numbers_of_a_wording(wording: str, numbers: set[Fraction]) -> None:
    assert numbers_named(wording) == numbers


def test_days_of_a_wording() -> None:
    assert days_named("From May 15 through October 1.") == {"05-15", "10-01"}
