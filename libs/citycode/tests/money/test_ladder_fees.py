"""Fees that a ladder charges come from the schedule, and are marked where the city has not set them."""

from datetime import date

import pytest
from citycode import Happening, LaddersResult

from libs.citycode.tests.money.ordinances import program_of

SEVEN = [
    date(2025, 3, 10),
    date(2025, 5, 2),
    date(2025, 8, 19),
    date(2025, 11, 30),
    date(2026, 1, 15),
    date(2026, 2, 20),
    date(2026, 3, 2),
]


def after(number: int) -> LaddersResult:
    alarms = [Happening("violation.observed", on, keys={"premises": "9 Oak"}) for on in SEVEN[:number]]
    return program_of("lake-elmo", "false-alarm").ladders(alarms, date(2026, 6, 1))


def test_the_fourth_to_sixth_and_the_seventh_cost_what_the_schedule_says() -> None:
    (ladder,) = after(7).ladders

    charged = [step.fee_usd for event in ladder.events for step in event.steps]
    assert charged == ["100.00", "100.00", "100.00", "200.00"]


@pytest.mark.parametrize(
    ("number", "examples"),
    [(3, []), (4, ["fees.alarm_4_6"]), (7, ["fees.alarm_4_6", "fees.alarm_over_6"])],
)
def test_amounts_the_city_has_not_set_are_shown(number: int, examples: list[str]) -> None:
    result = after(number)

    assert [each.name for each in result.examples] == examples
    shown = result.to_json()["examples"]
    assert isinstance(shown, list)
    assert [each["example"] for each in shown if isinstance(each, dict)] == [True] * len(examples)
