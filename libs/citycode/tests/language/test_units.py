"""Units: exact sizes, products, quotients, roots and names."""

from fractions import Fraction

import pytest
from citycode.language import PLAIN, TypeSpecError, conversion, converts, unit_named
from citycode.language.atoms import ATOMS
from hypothesis import assume, given
from hypothesis import strategies as st


@pytest.mark.parametrize(
    ("source", "target", "factor"),
    [
        ("acre", "sqft", 43_560),
        ("mi", "ft", 5_280),
        ("yd", "ft", 3),
        ("ft", "in", 12),
        ("sqyd", "sqft", 9),
        ("cuyd", "cuft", 27),
        ("sqmi", "acre", 640),
        ("cuft", "gal", Fraction(1_728, 231)),
        ("ft", "m", Fraction("0.3048")),
        ("in", "cm", Fraction("2.54")),
        ("day", "hour", 24),
        ("week", "day", 7),
        ("hour", "minute", 60),
        ("year", "month", 12),
        ("ton", "lb", 2_000),
        ("count", "percent", 100),
        ("cuyd/acre", "cuft/acre", 27),
        ("usd/sqft", "usd/sqyd", 9),
        ("mi/hour", "ft/minute", 88),
        ("mph", "ft/minute", 88),
        ("mph", "mi/hour", 1),
        ("sqft/ft", "ft", 1),
    ],
)
def test_exact_conversions(source: str, target: str, factor: Fraction) -> None:
    assert conversion(unit_named(source), unit_named(target)) == factor
    assert conversion(unit_named(target), unit_named(source)) == 1 / Fraction(factor)


@pytest.mark.parametrize(
    ("source", "target"),
    [("acre", "ft"), ("ft", "day"), ("month", "day"), ("usd", "count"), ("percent", "ft"), ("watt", "volt")],
)
def test_units_of_other_dimensions_do_not_convert(source: str, target: str) -> None:
    assert not converts(unit_named(source), unit_named(target))
    with pytest.raises(TypeSpecError, match="cannot become"):
        conversion(unit_named(source), unit_named(target))


@pytest.mark.parametrize(
    ("name", "one", "many"),
    [
        ("acre", "acre", "acres"),
        ("sqft", "sq ft", "sq ft"),
        ("cuyd/acre", "cu yd per acre", "cu yd per acre"),
        ("mi/hour", "mph", "mph"),
        ("usd/sqft", "dollar per sq ft", "dollars per sq ft"),
        ("percent", "%", "%"),
        ("day", "day", "days"),
        ("count", "", ""),
        ("ft^4", "ft^4", "ft^4"),
        ("count/ft", "per ft", "per ft"),
    ],
)
def test_how_a_clerk_reads_a_unit(name: str, one: str, many: str) -> None:
    unit = unit_named(name)

    assert unit.words(singular=True) == one
    assert unit.words() == many


def test_products_quotients_and_roots() -> None:
    ft, sqft = unit_named("ft"), unit_named("sqft")

    assert ft.times(ft) == sqft
    assert sqft.times(ft) == unit_named("cuft")
    assert sqft.over(ft) == ft
    assert ft.over(ft) == PLAIN
    assert sqft.root() == ft
    assert ft.root() is None
    assert PLAIN.root() == PLAIN


@pytest.mark.parametrize(
    "name", ["sqt", "FT", "feet", "ft/", "/ft", "ft**2", "ft ft", "acre;", "1/ft", "ft^0"]
)
def test_an_unknown_unit_is_refused_with_the_nearest(name: str) -> None:
    with pytest.raises(TypeSpecError) as refused:
        unit_named(name)

    assert refused.value.message.startswith("There is no unit")
    assert refused.value.mend.startswith(("Did you mean", "Known units:"))


@given(st.lists(st.tuples(st.sampled_from(sorted(set(ATOMS) - {"percent"})), st.integers(-3, 3)), max_size=4))
def test_names_lead_back_to_their_unit(parts: list[tuple[str, int]]) -> None:
    unit = PLAIN
    for name, power in parts:
        for _ in range(abs(power)):
            unit = unit.times(unit_named(name)) if power > 0 else unit.over(unit_named(name))

    assume(not unit.name.startswith("1") and all(abs(power) < 10 for _, power in unit.atoms))
    assert unit_named(unit.name) == unit
