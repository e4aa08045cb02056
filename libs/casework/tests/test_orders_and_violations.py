"""Orders run until their day unless stayed; violations are counted per day."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from casework.lifecycle import NotAllowed
from casework.orders import ORDER, Order, TooLong, within
from casework.violations import Violation, days_in_violation

RECORD = UUID("01890000-0000-7000-8000-000000000001")
BY = date(2026, 7, 6)
SERVED = Order(
    UUID(int=1),
    "detroit-lakes",
    RECORD,
    "DL-ORD-2026-000001",
    "correction",
    "served",
    "housing_official",
    "Repaint the north wall.",
    ("dl-pm-fifty-percent",),
    date(2026, 6, 4),
    comply_by=BY,
)
SEEN = Violation(
    UUID(int=2),
    "detroit-lakes",
    RECORD,
    "dl-pm-fifty-percent",
    "1002A.04",
    "Paint gone from three fourths of the north wall.",
    date(2026, 6, 1),
    "officer-1",
)


@pytest.mark.parametrize(("on", "late"), [(BY, False), (date(2026, 7, 7), True)])
def test_an_order_is_late_from_the_day_after_its_day(on: date, late: bool) -> None:
    assert SERVED.overdue(on) == late
    assert not replace(SERVED, state="stayed").overdue(on)


@pytest.mark.parametrize(("state", "event"), list(ORDER.refusals()))
def test_what_an_order_does_not_allow_is_refused(state: str, event: str) -> None:
    with pytest.raises(NotAllowed):
        ORDER.after(state, event)


def test_a_day_beyond_what_the_law_allows_is_refused() -> None:
    assert within(BY, BY, "dl-pm-correction-time") == BY
    with pytest.raises(TooLong, match="dl-pm-correction-time"):
        within(date(2026, 7, 7), BY, "dl-pm-correction-time")


@pytest.mark.parametrize(
    ("corrected", "through", "days"),
    [
        (None, date(2026, 6, 1), 1),
        (None, date(2026, 6, 30), 30),
        (date(2026, 6, 1), date(2026, 6, 30), 1),
        (date(2026, 6, 2), date(2026, 6, 30), 1),
        (date(2026, 6, 11), date(2026, 6, 30), 10),
        (None, date(2026, 5, 31), 0),
    ],
)
def test_every_day_it_stood_counts(corrected: date | None, through: date, days: int) -> None:
    assert days_in_violation(replace(SEEN, corrected_on=corrected), through) == days


def test_days_may_count_from_a_later_day_and_not_at_all_when_withdrawn() -> None:
    assert days_in_violation(SEEN, date(2026, 6, 30), since=date(2026, 6, 21)) == 10
    assert days_in_violation(replace(SEEN, withdrawn_on=BY), BY) == 0
