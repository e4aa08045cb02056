"""Over lists: count, sum, any, all, min, max."""

from fractions import Fraction
from typing import Any

import pytest
from citycode.language import Boolean, ListOf, Scope, TimeSpan

from .scopes import CENTRAL, answer, day, number

WALLS = (
    {"length": 100, "sign_area": 150, "lit": True},
    {"length": 50, "sign_area": 0, "lit": False},
    {"length": 25, "sign_area": 75, "lit": True},
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(walls)", 3),
        ("count(x for x in walls)", 3),
        ("count(x for x in walls if x.sign_area > 0)", 2),
        ("count(x for x in walls if x.sign_area > 1000)", 0),
        ("count(x for x in walls if x.lit if x.length > 50)", 1),
        ("count(x for x in walls if x.lit and x.length > 50)", 1),
        ("sum(x.sign_area for x in walls)", 225),
        ("sum(x.sign_area for x in walls if x.lit)", 225),
        ("sum(x.sign_area for x in walls if not x.lit)", 0),
        ("sum(x.sign_area for x in walls if x.length > 1000)", 0),
        ("sum(x.length * x.length for x in walls)", 13_125),
        ("sum(x.sign_area for x in walls) / 2", Fraction(225, 2)),
        ("min(x.length for x in walls)", 25),
        ("max(x.length for x in walls)", 100),
        ("max(x.length for x in walls if not x.lit)", 50),
        ("any(x.length > 100 for x in walls)", False),
        ("any(x.length >= 100 for x in walls)", True),
        ("all(x.length >= 25 for x in walls)", True),
        ("all(x.length > 25 for x in walls)", False),
        ("all(x.length > 25 for x in walls if not x.lit)", True),
        ("any(x.lit for x in walls)", True),
        ("all(x.sign_area <= v.factor * sqrt(x.length) for x in walls)", True),
        ("count(x for x in walls if any(y.length > x.length for y in walls))", 2),
        ("all(x.length <= max(y.length for y in walls) for x in walls)", True),
        ("sum(1 for x in walls)", 3),
        ("those(x.length for x in walls)", (100, 50, 25)),
        ("those(x.length for x in walls if x.lit)", (100, 25)),
        ("those(x.length for x in walls if x.length > 1000)", ()),
        ("count(those(x.length for x in walls if x.lit))", 2),
        ("50 in those(x.length for x in walls if x.lit)", False),
    ],
)
def test_over_records(text: str, expected: Any) -> None:
    assert answer(text, walls=WALLS) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sum(setbacks)", 60),
        ("min(setbacks)", 10),
        ("max(setbacks)", 30),
        ("count(setbacks)", 3),
        ("count(s for s in setbacks if s >= 20)", 2),
        ("sum(s for s in setbacks if s >= 20)", 50),
        ("any(s > 29 for s in setbacks)", True),
        ("to_unit(20, 'ft') in setbacks", True),
        ("21 not in setbacks", True),
        ("max(setbacks) - min(setbacks) == 20", True),
    ],
)
def test_over_numbers(text: str, expected: Any) -> None:
    assert answer(text, setbacks=(10, 20, 30)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("count(walls)", 0),
        ("sum(x.length for x in walls)", 0),
        ("any(x.lit for x in walls)", False),
        ("all(x.lit for x in walls)", True),
        ("count(walls) == 0 or max(x.length for x in walls) > 5", True),
    ],
)
def test_over_an_empty_list(text: str, expected: Any) -> None:
    assert answer(text, walls=()) == expected


def test_over_answers_dates_and_lengths_of_time() -> None:
    spans = Scope({"stays": ListOf(_days())}, zone=CENTRAL)

    assert answer("any(answers)", answers=(False, True)) is True
    assert answer("all(answers)", answers=(False, True)) is False
    assert answer("max(days_off)", days_off=(day("2026-01-01"), day("2026-07-04"))) == day("2026-07-04")
    assert answer("min(d for d in days_off)", days_off=(day("2026-01-01"),)) == day("2026-01-01")
    assert answer("sum(stays) <= days(10)", scope=spans, stays=(TimeSpan(days=4), TimeSpan(days=6))) is True
    assert answer("max(stays) == days(6)", scope=spans, stays=(TimeSpan(days=4), TimeSpan(days=6))) is True


def _days() -> Any:
    from citycode.language import Duration

    return Duration("days")


def test_membership_in_a_list_of_values() -> None:
    assert answer("'pool' in works", works=("deck", "pool")) is True
    assert answer("'pool' not in works", works=("deck", "pool")) is False
    assert answer("work in works", works=("deck",), work="pool") is False
    assert answer("any(k == 'pool' for k in works)", works=("deck", "pool")) is True


def test_nested_lists() -> None:
    lines = ({"side": "front", "marks": (1, 2)}, {"side": "rear", "marks": (30,)})

    assert answer("any(any(m > 25 for m in x.marks) for x in lot_lines)", lot_lines=lines) is True
    assert answer("sum(sum(x.marks) for x in lot_lines)", lot_lines=lines) == 33
    assert answer("max(count(x.marks) for x in lot_lines if x.side == 'front')", lot_lines=lines) == 2


def test_a_definition_may_go_over_a_list_inside_a_comprehension() -> None:
    from .scopes import SCOPE, compiled

    scope = SCOPE.with_definitions({"m.total": compiled("sum(y.sign_area for y in walls)")})

    assert answer("all(x.sign_area <= m.total for x in walls)", scope=scope, walls=WALLS) is True
    assert answer("count(x for x in walls if x.sign_area * 2 > m.total)", scope=scope, walls=WALLS) == 1


def test_a_list_that_holds_a_plain_yes_or_no_needs_no_record() -> None:
    scope = Scope({"met": ListOf(Boolean()), "limit": number("ft")})

    assert answer("count(x for x in met if x) >= 2", scope=scope, met=(True, False, True)) is True
