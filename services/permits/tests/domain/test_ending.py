"""What is known of one happening: told in any order, in part, and again, it comes to the same."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from functools import reduce
from itertools import permutations

import pytest
from casework.land import LandEvent, joined, standing_since
from hypothesis import given
from hypothesis import strategies as st
from permits.domain.ending import TERM, End, by_term, earliest

from services.permits.tests.builders import a_permit, an_application

DAY = date(2026, 10, 30)
told = st.builds(
    LandEvent,
    reference=st.just("a"),
    law_event=st.none() | st.just("ownership.transferred"),
    happened_on=st.none() | st.dates(date(2026, 1, 1), date(2026, 12, 31)),
    facts=st.just({}) | st.just({"divided_parcel_acres": "39"}),
    confirmed=st.booleans(),
    reversed=st.booleans(),
)


@given(st.lists(told, min_size=1, max_size=4))
def test_order_and_repetition_count_nothing(events: list[LandEvent]) -> None:
    outcomes = {repr(reduce(joined, [*order, order[0]])) for order in permutations(events)}

    assert len(outcomes) == 1


def test_reversed_once_it_stands_no_more_whichever_came_first() -> None:
    sale = LandEvent("a", "ownership.transferred", DAY, confirmed=True)
    reversal = LandEvent("a", reversed=True)

    assert sale.stands
    assert not reversal.stands
    assert not joined(sale, reversal).stands
    assert not joined(reversal, sale).stands


@pytest.mark.parametrize(
    ("issued_on", "counting"),
    [(date(2026, 10, 29), True), (DAY, True), (date(2026, 10, 31), False)],
)
def test_what_happened_before_the_permit_was_issued_does_not_count(issued_on: date, counting: bool) -> None:
    sale = LandEvent("a", "ownership.transferred", DAY, confirmed=True)

    assert standing_since([sale], issued_on) == ((sale,) if counting else ())


def test_the_earliest_end_counts() -> None:
    later, sooner = End(DAY, "expired", "a", ()), End(date(2026, 10, 20), "expired", "b", ())

    assert earliest([later, sooner]) == earliest([sooner, later]) == sooner
    assert earliest([]) is None


@pytest.mark.parametrize(("today", "over"), [(DAY, False), (date(2026, 10, 31), True)])
def test_a_term_is_over_on_the_day_after_its_last(today: date, over: bool) -> None:
    permit = replace(a_permit(an_application("issued")), term_ends_on=DAY, term_rule="some-term")

    assert by_term(permit, today) == (End(DAY, "expired", TERM, ("some-term",)) if over else None)
