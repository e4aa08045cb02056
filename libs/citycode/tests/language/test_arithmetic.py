"""Every operator and function of numbers, below, on and above."""

from fractions import Fraction
from typing import Any

import pytest
from citycode.language import EvaluationError, Number, compile_expression, unit_named

from .scopes import SCOPE, answer, compiled


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2", 3),
        ("1 - 2", -1),
        ("3 * 0.5", Fraction(3, 2)),
        ("7 / 2", Fraction(7, 2)),
        ("8 / 2", 4),
        ("-3 + 1", -2),
        ("+3", 3),
        ("- -3", 3),
        ("2 + 3 * 4", 14),
        ("(2 + 3) * 4", 20),
        ("10 - 3 - 2", 5),
        ("24 / 4 / 2", 3),
        ("0.10", Fraction(1, 10)),
        ("123456789012345678901234567890", 123456789012345678901234567890),
    ],
)
def test_written_arithmetic(text: str, expected: Any) -> None:
    assert answer(text) == expected


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("min(a, b)", {"a": 1, "b": 2}, 1),
        ("min(a, b)", {"a": 2, "b": 1}, 1),
        ("min(a, b)", {"a": 2, "b": 2}, 2),
        ("max(a, b, 5)", {"a": 1, "b": 2}, 5),
        ("max(a, b, 5)", {"a": 1, "b": 6}, 6),
        ("abs(a)", {"a": -3}, 3),
        ("abs(a)", {"a": 0}, 0),
        ("abs(a)", {"a": Fraction(1, 3)}, Fraction(1, 3)),
        ("ceil(a)", {"a": Fraction(199, 100)}, 2),
        ("ceil(a)", {"a": 2}, 2),
        ("ceil(a)", {"a": Fraction(201, 100)}, 3),
        ("ceil(a)", {"a": Fraction(-3, 2)}, -1),
        ("floor(a)", {"a": Fraction(199, 100)}, 1),
        ("floor(a)", {"a": 2}, 2),
        ("floor(a)", {"a": Fraction(-3, 2)}, -2),
        ("round(a)", {"a": Fraction(249, 100)}, 2),
        ("round(a)", {"a": Fraction(5, 2)}, 3),
        ("round(a)", {"a": Fraction(251, 100)}, 3),
        ("round(a)", {"a": Fraction(-5, 2)}, -3),
        ("round(a, 2)", {"a": Fraction(2_344_999, 1_000_000)}, Fraction(234, 100)),
        ("round(a, 2)", {"a": Fraction(2_345, 1_000)}, Fraction(235, 100)),
        ("round(a, 2)", {"a": Fraction(-2_345, 1_000)}, Fraction(-235, 100)),
        ("round(a, 2)", {"a": 875}, 875),
        ("sqrt(a)", {"a": 144}, 12),
        ("sqrt(a)", {"a": 0}, 0),
        ("sqrt(a)", {"a": Fraction(9, 4)}, Fraction(3, 2)),
        ("a + b - c * 2", {"a": 1, "b": 2, "c": Fraction(1, 2)}, 2),
        ("a / b", {"a": 1, "b": 3}, Fraction(1, 3)),
        ("-a", {"a": 4}, -4),
    ],
)
def test_functions_of_numbers(text: str, facts: dict[str, Any], expected: Any) -> None:
    assert answer(text, facts) == expected


@pytest.mark.parametrize(
    ("text", "facts", "expected", "unit"),
    [
        ("frontage * frontage", {"frontage": 10}, 100, "sqft"),
        ("lot_area / frontage", {"lot_area": 1000, "frontage": 50}, 20, "ft"),
        ("lot_area / lot_area", {"lot_area": 1000}, 1, "count"),
        ("volume / lot_area_acres", {"volume": 100, "lot_area_acres": Fraction(1, 4)}, 400, "cuyd/acre"),
        ("fill * lot_area_acres", {"fill": 400, "lot_area_acres": 2}, 800, "cuyd"),
        ("fee * 2", {"fee": 50}, 100, "usd"),
        ("2 * fee", {"fee": 50}, 100, "usd"),
        ("fee / 2", {"fee": 50}, 25, "usd"),
        ("fee / cost", {"fee": 50, "cost": 200}, Fraction(1, 4), "count"),
        ("share * cost", {"share": 65, "cost": Fraction("1347.25")}, Fraction("875.7125"), "usd"),
        ("cost * share", {"share": 80, "cost": 980}, 784, "usd"),
        ("share * share", {"share": 50}, 25, "percent"),
        ("2 * share", {"share": 15}, 30, "percent"),
        ("share / 3", {"share": 15}, 5, "percent"),
        ("cost / share", {"cost": 15, "share": 50}, 30, "usd"),
        ("share / share", {"share": 50}, 1, "count"),
        ("share / stories", {"share": 50, "stories": 2}, 25, "percent"),
        ("share / frontage", {"share": 50, "frontage": 2}, Fraction(1, 4), "count/ft"),
        ("1 / frontage", {"frontage": 4}, Fraction(1, 4), "count/ft"),
        ("stories * to_unit(10, 'ft')", {"stories": 3}, 30, "ft"),
        ("to_unit(lot_area_acres, 'sqft')", {"lot_area_acres": 2}, 87_120, "sqft"),
        ("to_unit(lot_area, 'acre')", {"lot_area": 65_340}, Fraction(3, 2), "acre"),
        ("to_unit(height, 'ft')", {"height": 30}, Fraction(5, 2), "ft"),
        ("to_unit(frontage, 'm')", {"frontage": 1}, Fraction("0.3048"), "m"),
        ("to_unit(stories, 'percent')", {"stories": Fraction(1, 2)}, 50, "percent"),
        ("to_unit(share, 'count')", {"share": 15}, Fraction(15, 100), "count"),
        ("to_unit(outage, 'day')", {"outage": 36}, Fraction(3, 2), "day"),
        ("to_unit(term, 'year')", {"term": 18}, Fraction(3, 2), "year"),
        ("to_unit(40, 'acre')", {}, 40, "acre"),
        ("to_unit(2 * 20, 'acre')", {}, 40, "acre"),
        ("number_of(frontage, 'in') * 2", {"frontage": 2}, 48, "count"),
        ("sqrt(lot_area)", {"lot_area": 2_500}, 50, "ft"),
        ("sqrt(frontage)", {"frontage": 100}, 10, "count"),
        ("ceil(frontage / 50)", {"frontage": 101}, 3, "ft"),
        ("abs(frontage - 30)", {"frontage": 10}, 20, "ft"),
        ("(frontage if p else 20) + 1", {"frontage": 5, "p": False}, 21, "ft"),
        ("max(20, frontage)", {"frontage": 5}, 20, "ft"),
        ("sum(x.length for x in walls)", {"walls": ({"length": 5}, {"length": 6})}, 11, "ft"),
        ("days_between(notice_date, hearing_date)", None, None, "day"),
        ("hours_between(notified_at, failed_at)", None, None, "hour"),
        ("count(walls)", {"walls": ()}, 0, "count"),
    ],
)
def test_units_follow_the_arithmetic(
    text: str, facts: dict[str, Any] | None, expected: Any, unit: str
) -> None:
    assert compiled(text).type.unit == unit_named(unit)  # type: ignore[union-attr]
    if facts is not None:
        assert answer(text, facts) == expected


@pytest.mark.parametrize(
    "text", ["40", "40 + 1", "max(1, 2)", "v.area", "1 / 3", "v.factor * sqrt(frontage)"]
)
def test_a_bare_number_takes_the_unit_that_is_expected(text: str) -> None:
    acres = Number(unit_named("acre"))

    assert compile_expression(text, SCOPE, acres).type == acres


@pytest.mark.parametrize(
    ("text", "facts", "message"),
    [
        ("a / b", {"a": 1, "b": 0}, "division by zero"),
        ("a / (b - b)", {"a": 1, "b": 2}, "division by zero"),
        ("sqrt(a)", {"a": -1}, "negative number has no square root"),
        ("sqrt(a - b)", {"a": 1, "b": 2}, "negative number has no square root"),
        ("sqrt(sqrt(a))", {"a": 2}, "square root of a number that holds a square root"),
        ("1 / (sqrt(a) + sqrt(b) + 1)", {"a": 2, "b": 3}, "three or more square roots"),
        ("min(x.length for x in walls)", {"walls": ()}, "holds nothing"),
        ("max(setbacks)", {"setbacks": ()}, "holds nothing"),
    ],
)
def test_arithmetic_without_an_answer_is_a_clean_error(
    text: str, facts: dict[str, Any], message: str
) -> None:
    expression = compiled(text)

    with pytest.raises(EvaluationError, match=message):
        expression.evaluate(facts)
    with pytest.raises(EvaluationError, match=message):
        expression.trace(facts)


def test_numbers_past_any_law_overflow_cleanly() -> None:
    text = " * ".join(["a"] * 60)

    assert answer(text, a=10) == 10**60
    with pytest.raises(EvaluationError, match="too large"):
        answer(text, a=10**15)
    with pytest.raises(EvaluationError, match="too large"):
        answer("1 / (" + text + ")", a=Fraction(1, 10**12) + 10**14)


def test_a_sum_of_wild_fractions_overflows_cleanly() -> None:
    primes = [
        number for number in range(99_000, 100_000) if all(number % divisor for divisor in range(2, 317))
    ]
    setbacks = tuple(Fraction(1, prime) for prime in primes * 3)

    assert answer("sum(setbacks) > 0", setbacks=setbacks[:20]) is True
    with pytest.raises(EvaluationError, match="too large"):
        answer("sum(setbacks) > 0", setbacks=tuple(Fraction(1, number) for number in range(1, 2_001)))
