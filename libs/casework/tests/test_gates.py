"""Gates: everything that is missing is named at once; days that cannot be are refused at their place."""

from __future__ import annotations

from datetime import date

import pytest
from casework.desk.gates import Gate, GatesUnmet, ImpossibleDate, require, require_past

TODAY = date(2026, 6, 1)


def test_all_unmet_gates_are_named() -> None:
    gates = [
        Gate("fee_unpaid", "The fee is not paid.", ("a-b",)),
        Gate("facts_missing", "A fact is missing."),
    ]

    with pytest.raises(GatesUnmet) as refused:
        require(gates)

    assert refused.value.gates == tuple(gates)
    assert str(refused.value) == "The fee is not paid.; A fact is missing."


def test_nothing_unmet_lets_through() -> None:
    require(())


@pytest.mark.parametrize(
    ("day", "since", "says"),
    [
        (date(2026, 6, 2), None, "it cannot be later than today, 2026-06-01"),
        (date(2026, 5, 10), date(2026, 5, 11), "it cannot be earlier than 2026-05-11"),
    ],
)
def test_a_day_to_come_or_too_early_cannot_be(day: date, since: date | None, says: str) -> None:
    with pytest.raises(ImpossibleDate) as refused:
        require_past("#/paid_on", day, TODAY, since)

    assert (refused.value.pointer, refused.value.says) == ("#/paid_on", says)


@pytest.mark.parametrize("day", [TODAY, date(2026, 5, 11)])
def test_today_and_the_first_day_can_be(day: date) -> None:
    require_past("#/paid_on", day, TODAY, date(2026, 5, 11))
