"""Limits of the law, below, on and above."""

from fractions import Fraction

import pytest
from citycode.language import Known, compile_expression

from .scopes import SCOPE, answer


def test_exactly_fifteen_percent_is_allowed_on_every_lot_size() -> None:
    rule = compile_expression("impervious_area <= lot_area * v.share", SCOPE)
    hair = Fraction(1, 10**9)

    for lot_area in range(1_000, 41_001):
        exact = Fraction(lot_area * 15, 100)

        assert rule.evaluate({"lot_area": lot_area, "impervious_area": exact}) == Known(True)
        assert rule.evaluate({"lot_area": lot_area, "impervious_area": exact + hair}) == Known(False)


@pytest.mark.parametrize(
    "text",
    [
        "impervious_area <= lot_area * 15 / 100",
        "impervious_area / lot_area <= 0.15",
        "to_unit(impervious_area / lot_area, 'percent') <= 15",
        "impervious_area <= lot_area * to_unit(15, 'percent')",
        "not impervious_area > to_unit(15, 'percent') * lot_area",
    ],
)
def test_every_way_to_write_fifteen_percent_agrees_at_the_boundary(text: str) -> None:
    rule = compile_expression(text, SCOPE)

    for lot_area in range(1_000, 41_001, 97):
        exact = Fraction(lot_area * 15, 100)

        assert rule.evaluate({"lot_area": lot_area, "impervious_area": exact}) == Known(True)
        assert rule.evaluate({"lot_area": lot_area, "impervious_area": exact + Fraction(1, 10**6)}) == Known(
            False
        )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1 + 0.2 == 0.3", True),
        ("861.3 + 0.4 + 1.0 == 862.7", True),
        ("1 / 3 + 1 / 3 + 1 / 3 == 1", True),
        ("1.1 * 1.1 == 1.21", True),
        ("0.07 * 100 == 7", True),
        ("2.675 * 100 == 267.5", True),
        ("round(2.675, 2) == 2.68", True),
        ("100 / 3 * 3 == 100", True),
    ],
)
def test_binary_floats_decide_nothing(text: str, expected: bool) -> None:
    assert answer(text) is expected


@pytest.mark.parametrize(
    ("acres", "expected"), [(Fraction(399, 10), False), (40, True), (Fraction(401, 10), True)]
)
def test_wind_generator_lot_size(acres: Fraction, expected: bool) -> None:
    assert answer("lot_area_acres >= v.min_lot_acres", lot_area_acres=acres) is expected


@pytest.mark.parametrize(
    ("lot_area", "impervious", "expected"),
    [
        (39_000, 6_000, True),
        (39_000, Fraction(600_001, 100), False),
        (40_000, 6_000, True),
        (41_000, 6_150, True),
        (41_000, Fraction(615_001, 100), False),
    ],
)
def test_the_larger_of_an_area_and_a_share(lot_area: int, impervious: Fraction, expected: bool) -> None:
    rule = "impervious_area <= max(v.area, lot_area * v.share)"

    assert answer(rule, lot_area=lot_area, impervious_area=impervious) is expected


@pytest.mark.parametrize(
    ("length", "area", "expected"),
    [
        (100, 150, True),
        (100, Fraction(15_001, 100), False),
        (2, Fraction(212_132, 10_000), True),
        (2, Fraction(212_133, 10_000), False),
        (50, Fraction("106.06601717798212866"), True),
        (50, Fraction("106.06601717798212867"), False),
    ],
)
def test_wall_sign_by_the_square_root_rule(length: int, area: Fraction, expected: bool) -> None:
    rule = "all(x.sign_area <= v.factor * sqrt(x.length) for x in walls)"

    assert answer(rule, walls=({"length": length, "sign_area": area},)) is expected


@pytest.mark.parametrize(
    ("share", "expected"),
    [(Fraction("0.3333333333"), False), (Fraction(1, 3), False), (Fraction("0.3333333334"), True)],
)
def test_more_than_a_third(share: Fraction, expected: bool) -> None:
    assert answer("a > 1/3", a=share) is expected
