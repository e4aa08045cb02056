"""Missing facts: exactly the parts that need them are open, and all of them are named."""

from collections.abc import Mapping, Sequence

import pytest
from citycode.language import Boolean, Constant, Expression, Item, Missing, Scope, compile_expression

from .scopes import NAMES, SCOPE, answer, compiled, number


@pytest.mark.parametrize(
    ("text", "stated", "expected"),
    [
        ("a + b * c", {}, {"a", "b", "c"}),
        ("a + b * c", {"b": 1}, {"a", "c"}),
        ("min(a, b, c)", {"a": 1}, {"b", "c"}),
        ("abs(a) >= 2", {}, {"a"}),
        ("0 * a == 0", {}, {"a"}),
        ("sqrt(a) > b", {}, {"a", "b"}),
        ("days_between(notice_date, hearing_date) >= 10", {}, {"notice_date", "hearing_date"}),
        ("p and (a > 1 or b > 1)", {"p": True, "b": 1}, {"a"}),
        ("p and (a > 1 or b > 1)", {"b": 1}, {"p", "a"}),
        ("count(walls) > 1", {}, {"walls"}),
        ("on_time('fr-bp-refund')", {}, {"on_time(fr-bp-refund)"}),
        ("t.setback > 10", {}, {"t.setback"}),
        ("a in {1, 2}", {}, {"a"}),
        ("'pool' in works", {}, {"works"}),
    ],
)
def test_all_missing_facts_are_named(text: str, stated: dict[str, object], expected: set[str]) -> None:
    assert answer(text, stated) == expected


def test_a_fact_that_cannot_matter_is_not_asked_for() -> None:
    assert answer("a > 1 and b > 1", a=0) is False
    assert answer("a > 1 or b > 1", a=2) is True
    assert answer("b if a > 1 else c", a=2, b=7) == 7


def test_a_field_of_a_list_item_is_named_by_its_place() -> None:
    walls: Sequence[Mapping[str, int]] = ({"length": 100, "sign_area": 10}, {"length": 100}, {})

    assert answer("sum(x.sign_area for x in walls) > 1", walls=walls) == {
        "walls/1/sign_area",
        "walls/2/sign_area",
    }
    assert answer("all(x.sign_area <= x.length * x.length for x in walls)", walls=walls) == {
        "walls/1/sign_area",
        "walls/2/sign_area",
        "walls/2/length",
    }


def test_a_field_inside_nested_lists_is_named_by_its_place() -> None:
    lines: Sequence[Mapping[str, tuple[int, ...]]] = ({"marks": (1, 2)}, {})

    assert answer("any(any(m > 5 for m in x.marks) for x in lot_lines)", lot_lines=lines) == {
        "lot_lines/1/marks"
    }


def test_the_item_of_an_each_knows_its_place() -> None:
    rule = "w.sign_area <= v.factor * sqrt(w.length)"

    assert answer(rule, w=Item({"length": 100}, "walls/1")) == {"walls/1/sign_area"}
    assert answer(rule, w={"length": 100}) == {"w/sign_area"}
    assert answer(rule) == {"w"}


def test_a_name_bound_as_missing_hands_on_what_it_rests_on() -> None:
    open_table = Missing(frozenset({"development_area"}))

    assert answer("frontage > t.setback", {"t.setback": open_table}) == {"frontage", "development_area"}
    assert answer("frontage > t.setback", {"t.setback": open_table, "frontage": 5}) == {"development_area"}


def test_null_is_not_stated() -> None:
    assert answer("a > 1", a=None) == {"a"}
    assert answer("any(x.lit for x in walls)", walls=({"lit": None},)) == {"walls/0/lit"}


def test_a_definition_names_the_facts_beneath_it() -> None:
    scope = SCOPE.with_definitions({"m.sign_area": compiled("sum(x.sign_area for x in walls) / 2")})

    assert answer("m.sign_area <= 40", scope=scope) == {"walls"}
    assert answer("m.sign_area <= 40", scope=scope, walls=({"sign_area": 80},)) is True
    assert answer("m.sign_area <= 40", scope=scope, walls=({"sign_area": 81},)) is False


def test_facts_are_everything_that_may_be_read() -> None:
    limit = compiled("v.factor * sqrt(w.length)")
    scope = SCOPE.with_definitions({"limit": limit})

    rule = compile_expression("(w.sign_area <= limit or p) and on_time('fr-bp-refund')", scope)

    assert rule.facts == {"w", "p", "on_time(fr-bp-refund)"}
    assert compiled("any(x.lit and q for x in walls)").facts == {"walls", "q"}
    assert compiled("v.area + 1").facts == frozenset()


def test_definitions_may_rest_on_definitions() -> None:
    base = compile_expression("frontage * 2", SCOPE)
    doubled = compile_expression("m.one + m.one", SCOPE.with_definitions({"m.one": base}))
    scope = SCOPE.with_definitions({"m.two": doubled})

    assert answer("m.two >= 40", scope=scope, frontage=10) is True
    assert answer("m.two >= 40", scope=scope) == {"frontage"}


def test_an_expression_is_not_changed_by_being_asked() -> None:
    rule: Expression = compiled("any(x.length > 100 for x in walls) or a > 1")

    first = rule.evaluate({"walls": ({"length": 50},), "a": 2})
    open_one = rule.evaluate({"a": 1})
    again = rule.evaluate({"walls": ({"length": 50},), "a": 2})

    assert first == again
    assert open_one == Missing(frozenset({"walls"}))


def test_scopes_grow_without_changing() -> None:
    small = Scope({"a": NAMES["a"]})

    larger = small.with_names({"b": number("ft")}).with_constants({"v.x": Constant(Boolean(), True)})

    assert set(small.names) == {"a"}
    assert set(larger.names) == {"a", "b"}
    assert answer("v.x and b > 1", scope=larger, b=2) is True
