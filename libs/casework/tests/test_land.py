"""What is known of a parcel comes out the same, in whatever order and however often it was told."""

from __future__ import annotations

from datetime import date
from functools import reduce
from itertools import permutations

import pytest
from casework.land import LandEvent, joined, standing_since

SALE = LandEvent("c-1", "ownership.transferred", date(2026, 7, 20), {"price": 1}, confirmed=True)
REVERSED = LandEvent("c-1", "ownership.transferred", date(2026, 7, 20), reversed=True)
UNDATED = LandEvent("c-1", reversed=True)


@pytest.mark.parametrize("told", list(permutations([SALE, REVERSED, SALE])), ids=lambda _: "told")
def test_any_order_and_repetition_say_the_same(told: tuple[LandEvent, ...]) -> None:
    known = reduce(joined, told)

    assert known == LandEvent(
        "c-1",
        "ownership.transferred",
        date(2026, 7, 20),
        {"price": 1},
        confirmed=True,
        reversed=True,
    )
    assert not known.stands


def test_what_each_said_of_one_happening_is_known_together() -> None:
    told = LandEvent("c-3", "parcel.subdivided", date(2026, 8, 1), {"parcels": 2}, confirmed=True)
    supplied = LandEvent("c-3", "parcel.subdivided", date(2026, 8, 1), {"acres_left": "38.6"}, confirmed=True)

    assert joined(told, supplied).facts == {"parcels": 2, "acres_left": "38.6"}
    assert joined(told, supplied) == joined(supplied, told)


def test_a_sale_stands_until_it_is_reversed() -> None:
    assert SALE.stands
    assert not joined(SALE, UNDATED).stands
    assert not UNDATED.stands


def test_only_what_happened_since_counts_the_earliest_first() -> None:
    earlier = LandEvent("c-0", "ownership.transferred", date(2026, 5, 10), confirmed=True)
    later = LandEvent("c-2", "parcel.subdivided", date(2026, 8, 1), confirmed=True)

    counting = standing_since([later, SALE, earlier, UNDATED], date(2026, 5, 11))

    assert [each.reference for each in counting] == ["c-1", "c-2"]
    assert standing_since([earlier], date(2026, 5, 10)) == (earlier,)
