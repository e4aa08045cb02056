"""A hold bars its acts to its subject from its day until the day it is released."""

from dataclasses import replace
from datetime import date
from uuid import UUID

import pytest
from casework.holds import EVERY_ACT, Hold, Subject, barring

PARCEL = Subject("parcel", "12.0007")
PLACED = date(2026, 6, 4)
HOLD = Hold(
    UUID(int=1),
    "fridley",
    PARCEL,
    ("permit.issued",),
    "fr-la-stop-work-hold",
    "208.05",
    "A stop work order stands.",
    "case-1",
    PLACED,
    "enforcement",
)


@pytest.mark.parametrize(
    ("on", "bars"),
    [(date(2026, 6, 3), False), (PLACED, True), (date(2026, 6, 9), True), (date(2026, 6, 10), False)],
)
def test_it_binds_from_its_day_until_it_is_released(on: date, bars: bool) -> None:
    assert replace(HOLD, released_on=date(2026, 6, 10)).bars("permit.issued", on) == bars


def test_it_bars_only_its_acts_and_its_subject() -> None:
    assert barring([HOLD], [PARCEL], "permit.issued", PLACED) == (HOLD,)
    assert barring([HOLD], [PARCEL], "permit.closed", PLACED) == ()
    assert barring([HOLD], [Subject("person", "12.0007")], "permit.issued", PLACED) == ()


def test_a_hold_on_everything_bars_everything() -> None:
    assert replace(HOLD, blocks=(EVERY_ACT,)).bars("whatever", PLACED)
