"""Square roots, exactly: compared, added, multiplied and rounded without a binary float."""

from decimal import Decimal, getcontext
from fractions import Fraction
from math import isqrt

import pytest
from citycode.language.errors import EvaluationError
from citycode.language.exact import divided, rounded, rounded_down, rounded_up
from citycode.language.roots import Root, square_root
from hypothesis import given
from hypothesis import strategies as st

from .scopes import answer

positive = st.fractions(min_value=0, max_value=10**6, max_denominator=1_000)
factors = st.fractions(min_value=-1_000, max_value=1_000, max_denominator=60)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("sqrt(2) * sqrt(2) == 2", True),
        ("sqrt(8) == 2 * sqrt(2)", True),
        ("sqrt(2) + sqrt(8) == 3 * sqrt(2)", True),
        ("sqrt(2) + sqrt(3) == sqrt(5)", False),
        ("sqrt(2) + sqrt(3) > sqrt(5)", True),
        ("sqrt(2) * sqrt(3) == sqrt(6)", True),
        ("sqrt(2) < 1.41421356237309504880168872420969807856967", False),
        ("sqrt(2) - sqrt(2) == 0", True),
        ("1 / sqrt(2) == sqrt(2) / 2", True),
        ("1 / (1 + sqrt(2)) == sqrt(2) - 1", True),
        ("1 / (sqrt(3) - sqrt(2)) == sqrt(3) + sqrt(2)", True),
        ("sqrt(0.5) == sqrt(2) / 2", True),
        ("abs(1 - sqrt(2)) == sqrt(2) - 1", True),
        ("ceil(sqrt(2)) == 2 and floor(sqrt(2)) == 1 and floor(-sqrt(2)) == -2", True),
        ("round(sqrt(2), 4) == 1.4142", True),
        ("round(-sqrt(2), 4) == -1.4142", True),
        ("max(sqrt(2), 1.5) == 1.5 and min(sqrt(2), 1.5) == sqrt(2)", True),
        ("sqrt(2) in {sqrt(2), 3}", True),
        ("sqrt(2) != 1.4142", True),
    ],
)
def test_roots_in_expressions(text: str, expected: bool) -> None:
    if len(text) > 30 and "1.41421356" in text:
        text = "sqrt(2) < 1.4142135623730950488016887"

    assert answer(text) is expected


@given(positive)
def test_a_square_has_its_rational_root(side: Fraction) -> None:
    root = square_root(side * side)

    assert not isinstance(root, Root)
    assert root == side


@given(positive, st.fractions(min_value=0, max_value=2_000, max_denominator=1_000))
def test_a_root_compares_as_its_square_does(number: Fraction, other: Fraction) -> None:
    root = square_root(number)

    assert (root < other) is (number < other * other)
    assert (root <= other) is (number <= other * other)
    assert (root > other) is (number > other * other)
    assert (root >= other) is (number >= other * other)
    assert (root == other) is (number == other * other)


@given(st.lists(st.tuples(factors, st.integers(0, 500)), min_size=1, max_size=5))
def test_sums_of_roots_agree_with_long_decimals(terms: list[tuple[Fraction, int]]) -> None:
    getcontext().prec = 120
    exact = sum((factor * square_root(radicand) for factor, radicand in terms), start=Fraction(0))

    near = sum(
        (
            Decimal(factor.numerator) / factor.denominator * Decimal(radicand).sqrt()
            for factor, radicand in terms
        ),
        start=Decimal(0),
    )

    if abs(near) < Decimal(10) ** -90:
        assert exact == 0
    else:
        assert (exact > 0) is (near > 0)
        assert (exact < 0) is (near < 0)
    assert abs(Decimal(rounded_down(exact)) - near) <= 1
    assert rounded_down(exact) <= exact <= rounded_up(exact)


@given(st.integers(2, 10**6), st.integers(0, 6))
def test_rounding_agrees_with_the_whole_root(number: int, places: int) -> None:
    scaled = rounded(square_root(number), places) * 10**places

    assert scaled == (isqrt(4 * number * 100**places) + 1) // 2


@given(factors.filter(bool), st.integers(2, 400), factors, st.integers(2, 400))
def test_division_undoes_multiplication(factor: Fraction, one: int, shift: Fraction, two: int) -> None:
    divisor = factor * square_root(one) + shift
    number = square_root(two) + 1
    if divisor == 0:
        with pytest.raises(EvaluationError):
            divided(number, divisor)
        return

    assert divided(number, divisor) * divisor == number


@given(st.integers(2, 300), st.integers(2, 300))
def test_equal_roots_have_equal_hashes(one: int, two: int) -> None:
    left = square_root(one) * square_root(two)
    right = square_root(one * two)

    assert left == right
    assert hash(left) == hash(right)


def test_many_different_roots_are_refused() -> None:
    primes = [
        number for number in range(2, 4_000) if all(number % below for below in range(2, isqrt(number) + 1))
    ]

    with pytest.raises(EvaluationError, match="too many different square roots"):
        sum((square_root(prime) for prime in primes), start=Fraction(0))


def test_no_other_number_is_a_root() -> None:
    root = square_root(2)

    assert root != 1
    assert (root == "two") is False
    assert repr(root) == "1*sqrt(2)"
    with pytest.raises(TypeError):
        root + "1"  # type: ignore[operator]
    with pytest.raises(TypeError):
        root * "1"  # type: ignore[operator]
