"""Kleene's logic, every combination of yes, no and not stated."""

import itertools
from typing import Any

import pytest
from citycode.language import EvaluationError

from .scopes import answer, compiled

VALUES: tuple[bool | None, ...] = (True, False, None)


def facts(**stated: bool | None) -> dict[str, Any]:
    return {name: value for name, value in stated.items() if value is not None}


def missing(**stated: bool | None) -> set[str]:
    return {name for name, value in stated.items() if value is None}


@pytest.mark.parametrize(("p", "q", "r"), list(itertools.product(VALUES, repeat=3)))
def test_and_of_three(p: bool | None, q: bool | None, r: bool | None) -> None:
    found = answer("p and q and r", facts(p=p, q=q, r=r))

    if False in (p, q, r):
        assert found is False
    elif None in (p, q, r):
        assert found == missing(p=p, q=q, r=r)
    else:
        assert found is True


@pytest.mark.parametrize(("p", "q", "r"), list(itertools.product(VALUES, repeat=3)))
def test_or_of_three(p: bool | None, q: bool | None, r: bool | None) -> None:
    found = answer("p or q or r", facts(p=p, q=q, r=r))

    if True in (p, q, r):
        assert found is True
    elif None in (p, q, r):
        assert found == missing(p=p, q=q, r=r)
    else:
        assert found is False


@pytest.mark.parametrize("p", VALUES)
def test_not(p: bool | None) -> None:
    assert answer("not p", facts(p=p)) == ({"p"} if p is None else not p)


@pytest.mark.parametrize(("p", "q", "r"), list(itertools.product(VALUES, repeat=3)))
def test_choice(p: bool | None, q: bool | None, r: bool | None) -> None:
    found = answer("p if q else r", facts(p=p, q=q, r=r))

    if q is True:
        assert found == ({"p"} if p is None else p)
    elif q is False:
        assert found == ({"r"} if r is None else r)
    elif p is not None and p == r:
        assert found is p
    else:
        assert found == missing(p=p, q=q, r=r)


@pytest.mark.parametrize(("p", "q"), list(itertools.product(VALUES, repeat=2)))
def test_de_morgan(p: bool | None, q: bool | None) -> None:
    stated = facts(p=p, q=q)

    assert answer("not (p and q)", stated) == answer("not p or not q", stated)
    assert answer("not (p or q)", stated) == answer("not p and not q", stated)


@pytest.mark.parametrize("p", VALUES)
def test_known_is_always_answered(p: bool | None) -> None:
    stated = facts(p=p)

    assert answer("p is known", stated) is (p is not None)
    assert answer("p is not known", stated) is (p is None)
    assert answer("known(p)", stated) is (p is not None)
    assert answer("not known(p)", stated) is (p is None)


@pytest.mark.parametrize(("p", "q"), list(itertools.product(VALUES, repeat=2)))
def test_equality_of_answers_needs_both(p: bool | None, q: bool | None) -> None:
    found = answer("p == q", facts(p=p, q=q))

    assert found == (missing(p=p, q=q) if None in (p, q) else p == q)


@pytest.mark.parametrize("items", list(itertools.product(VALUES, repeat=3)))
def test_any_and_all_over_items(items: tuple[bool | None, ...]) -> None:
    walls = tuple({} if lit is None else {"lit": lit} for lit in items)
    places = {f"walls/{place}/lit" for place, lit in enumerate(items) if lit is None}

    any_found = answer("any(x.lit for x in walls)", walls=walls)
    all_found = answer("all(x.lit for x in walls)", walls=walls)

    assert any_found == (True if True in items else places or False)
    assert all_found == (False if False in items else places or True)


@pytest.mark.parametrize(("lit", "big"), list(itertools.product(VALUES, repeat=2)))
def test_any_with_a_condition_is_condition_and_element(lit: bool | None, big: bool | None) -> None:
    wall: dict[str, Any] = {} if lit is None else {"lit": lit}
    if big is not None:
        wall["length"] = 200 if big else 50

    found = answer("any(x.length > 100 for x in walls if x.lit)", walls=(wall,))

    places = ({"walls/0/lit"} if lit is None else set()) | ({"walls/0/length"} if big is None else set())
    if lit is False or big is False:
        assert found is False
    elif lit and big:
        assert found is True
    else:
        assert found == places


@pytest.mark.parametrize(("lit", "big"), list(itertools.product(VALUES, repeat=2)))
def test_all_with_a_condition_is_condition_implies_element(lit: bool | None, big: bool | None) -> None:
    wall: dict[str, Any] = {} if lit is None else {"lit": lit}
    if big is not None:
        wall["length"] = 200 if big else 50

    found = answer("all(x.length > 100 for x in walls if x.lit)", walls=(wall,))

    places = ({"walls/0/lit"} if lit is None else set()) | ({"walls/0/length"} if big is None else set())
    if lit is False or big is True:
        assert found is True
    elif lit is True and big is False:
        assert found is False
    else:
        assert found == places


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ({"a": 1, "b": 2, "c": 3}, True),
        ({"a": 3, "b": 2}, False),
        ({"b": 3, "c": 2}, False),
        ({"a": 1, "b": 2}, {"c"}),
        ({"b": 2, "c": 3}, {"a"}),
        ({"a": 1, "c": 3}, {"b"}),
        ({}, {"a", "b", "c"}),
    ],
)
def test_a_chained_comparison_is_decided_by_its_known_link(stated: dict[str, int], expected: object) -> None:
    assert answer("a < b < c", stated) == expected


def test_a_guard_keeps_an_error_from_mattering() -> None:
    rule = "b > 0 and a / b > 2"

    assert answer(rule, a=1, b=0) is False
    assert answer(rule, a=6, b=2) is True
    assert answer("b == 0 or a / b > 2", a=1, b=0) is True
    assert answer("a / b if b > 0 else 0", a=1, b=0) == 0


@pytest.mark.parametrize(
    ("text", "facts", "expected"),
    [
        ("a / b > 2 and p", {"p": False}, False),
        ("p and a / b > 2", {"p": False}, False),
        ("a / b > 2 or p", {"p": True}, True),
        ("a / b > 2 and p", {}, {"p"}),
        ("p or a / b > 2", {}, {"p"}),
        ("a / b if p else 0", {}, {"p"}),
        ("p and a / b > 2 and q", {"q": False}, False),
        ("p if a / b > 2 else q", {"p": True, "q": True}, True),
        ("p if a / b > 2 else q", {"p": True}, {"q"}),
        ("any(x.length / (a - a) > frontage or x.lit for x in walls)", {"walls": ({"lit": True},)}, True),
        (
            "any(a / b > 2 or x.lit for x in walls)",
            {"walls": ({"lit": False}, {})},
            {"walls/1/lit"},
        ),
    ],
)
def test_an_error_matters_only_where_nothing_else_decides(
    text: str, facts: dict[str, Any], expected: object
) -> None:
    assert answer(text, {"a": 1, "b": 0, **facts}) == expected


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("a / b > 2 and p", {"p": True}),
        ("p and a / b > 2", {"p": True}),
        ("a / b > 2 or p", {"p": False}),
        ("p if a / b > 2 else q", {"p": True, "q": False}),
        ("not a / b > 2", {}),
        ("known(a / b)", {}),
        ("any(a / b > x.length / x.length for x in walls)", {"walls": ({"length": 1},)}),
        ("all(a / b > 2 for x in walls if x.lit)", {"walls": ({"lit": True},)}),
        ("a / b in {1, 2}", {}),
        ("1 < a / b < 3", {}),
    ],
)
def test_an_error_that_decides_is_an_error(text: str, facts: dict[str, Any]) -> None:
    for ask in (compiled(text).evaluate, compiled(text).trace):
        with pytest.raises(EvaluationError, match="division by zero"):
            ask({"a": 1, "b": 0, **facts})


def test_membership_stands_when_a_known_value_matches() -> None:
    assert answer("a in {b, 3}", a=3) is True
    assert answer("a in {b, 3}", a=4) == {"b"}
    assert answer("a not in {b, 3}", a=3) is False
    assert answer("a not in {b, 3}", a=4, b=5) is True
