"""A deadline reads as it stands on the day it is read, swept or not."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from casework.obligations import Obligation

RECORD = UUID("01890000-0000-7000-8000-000000000001")
DUE = date(2026, 7, 6)
SCHEDULE = Obligation(
    id=UUID("01890000-0000-7000-8000-000000000002"),
    city="lake-elmo",
    record_id=RECORD,
    rule="le-wind-hearing-schedule",
    must="schedule_hearing",
    who="city_administrator",
    started_by="application.completed",
    started_on=date(2026, 6, 4),
    due_on=DUE,
)


@pytest.mark.parametrize(
    ("on", "standing"),
    [(date(2026, 7, 5), "open"), (DUE, "open"), (date(2026, 7, 7), "lapsed")],
)
def test_it_is_open_through_its_last_day(on: date, standing: str) -> None:
    assert SCHEDULE.standing(on) == standing


def test_fulfilled_stays_fulfilled_and_says_whether_it_was_late() -> None:
    in_time = replace(SCHEDULE, fulfilled_on=DUE)
    late = replace(SCHEDULE, fulfilled_on=date(2026, 7, 7))

    assert in_time.standing(date(2027, 1, 1)) == "fulfilled"
    assert (in_time.was_late(), late.was_late()) == (False, True)


def test_without_a_day_it_never_lapses() -> None:
    assert replace(SCHEDULE, due_on=None).standing(date(2099, 1, 1)) == "open"
