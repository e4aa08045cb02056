"""Charges go to the roll by the lane they name, in installments that lose no cent."""

from datetime import date
from decimal import Decimal
from uuid import UUID

import pytest
from casework.assessments import NotOwed, WrongLane, installments_of, shares_of
from casework.charges import Charge, Lane, standing
from casework.journal import charged, lessened
from hypothesis import given
from hypothesis import strategies as st

from libs.casework.tests.builders import charge, usd

CURRENT_SERVICE = Lane("assessment", "dl-pm-cost", "M.S. 429.101", "subd. 1(3)")


def owed(made: Charge, *, waived: str | None = None) -> object:
    postings = charged(made.id, made.amount_usd)
    if waived:
        postings += lessened("waived", {made.id: usd(waived)})
    return standing(made, postings)


def test_what_is_outstanding_goes_to_the_roll() -> None:
    made = charge(lane=CURRENT_SERVICE)

    shares = shares_of([owed(made, waived="40.00")], "assessment", "M.S. 429.101")  # type: ignore[list-item]

    assert shares == ((made.id, usd("60.00")),)


@pytest.mark.parametrize(
    "lane",
    [
        None,
        Lane("assessment", "er-sub-cost", "M.S. 463.21"),
        Lane("certification", "dl-pm-cost", "M.S. 429.101"),
        Lane("personal_obligation", "dl-pm-cost", "M.S. 429.101"),
    ],
)
def test_a_charge_of_another_lane_is_refused(lane: Lane | None) -> None:
    with pytest.raises(WrongLane):
        shares_of([owed(charge(lane=lane))], "assessment", "M.S. 429.101")  # type: ignore[list-item]


def test_a_personal_obligation_goes_to_no_roll() -> None:
    lane = Lane("personal_obligation", "dl-pm-cost", "Code 1002A.08")

    with pytest.raises(WrongLane, match="personal obligation"):
        shares_of([owed(charge(lane=lane))], "personal_obligation", "Code 1002A.08")  # type: ignore[list-item]


def test_what_is_settled_goes_to_no_roll() -> None:
    with pytest.raises(NotOwed):
        shares_of(
            [owed(charge(lane=CURRENT_SERVICE), waived="100.00")],  # type: ignore[list-item]
            "assessment",
            "M.S. 429.101",
        )
    with pytest.raises(NotOwed):
        shares_of([], "assessment", "M.S. 429.101")


def test_one_installment_bears_interest_from_adoption_to_the_end_of_its_year() -> None:
    # M.S. 429.061: adopted 2026-10-19 at 8 percent, payable 2027: 438 days, 1,000 x .08 x 438/365 = 96.00.
    (only,) = installments_of(usd("1000.00"), 1, Decimal(8), date(2026, 10, 19), 2027)

    assert (only.year, only.principal_usd, only.interest_usd) == (2027, usd("1000.00"), usd("96.00"))


def test_later_installments_bear_a_year_on_what_is_unpaid() -> None:
    parts = installments_of(usd("100.00"), 3, Decimal(10), date(2026, 12, 31), 2027)

    assert [each.principal_usd for each in parts] == [usd("33.34"), usd("33.33"), usd("33.33")]
    assert [each.interest_usd for each in parts] == [usd("10.00"), usd("6.67"), usd("3.33")]


@given(st.integers(1, 10_000_000), st.integers(1, 30))
def test_no_cent_is_lost(amount: int, count: int) -> None:
    parts = installments_of(Decimal(amount) / 100, count, Decimal(8), date(2026, 10, 19), 2027)

    assert sum(each.principal_usd for each in parts) == Decimal(amount) / 100
    assert [each.year for each in parts] == list(range(2027, 2027 + count))


def test_a_charge_id_is_kept_with_its_share() -> None:
    made = charge(lane=CURRENT_SERVICE, id=UUID(int=7))

    assert shares_of([owed(made)], "assessment", "M.S. 429.101")[0][0] == UUID(int=7)  # type: ignore[list-item]
