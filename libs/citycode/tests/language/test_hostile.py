"""Hostile inputs are refused quickly and never executed."""

import sys
import time

import pytest
from citycode.language import Expression, ExpressionError, Known, Scope, compile_expression, explain

from .scopes import SCOPE, answer, compiled, refusal

QUICKLY_SECONDS = 1.0

HOSTILE = {
    "brackets 100 deep": "(" * 100 + "a" + ")" * 100,
    "brackets 100,000 deep": "(" * 100_000,
    "not 400 deep": "not " * 400 + "p",
    "minus 1,900 deep": "-" * 1_900 + "a",
    "sum of 400": " + ".join(["a"] * 400),
    "else 150 deep": "a if p else " * 150 + "b",
    "calls 200 deep": "abs(" * 200 + "a" + ")" * 200,
    "and of 600": " and ".join(["p"] * 390),
    "attributes 300 deep": "w" + ".length" * 250,
    "ten million characters": "a" * 10_000_000,
    "digits": "9" * 1_500,
    "digits of a decimal": "0." + "3" * 1_500,
    "exponent": "1e999999999",
    "power tower": "9**9**9**9",
    "shift": "1 << 999999999",
    "repeated text": "'a' * 999999999",
    "import": "__import__('os').system('true')",
    "subclasses": "().__class__.__bases__[0].__subclasses__()",
    "globals": "compiled.__globals__",
    "builtin": "eval('1')",
    "open": "open('x')",
    "exec in a comprehension": "[exec('1') for _ in ().__class__.__mro__]",
    "lambda": "(lambda: 1)()",
    "walrus": "(p := q)",
    "format": "'{0.__class__}'.format(a)",
    "null byte": "a > 1\x00",
    "escape": "owner == '\\x41'",
    "full-width letters": "ａ > 1",
    "right to left": "p and \u202eq",
    "zero width": "p\u200b and q",
    "bell": "p\a",
    "form feed": "p\f and q",
    "half a character": "owner == '\ud800'",
    "lone quote": '"',
    "starred": "max(*walls)",
    "two statements": "p\n; q",
    "a decorator": "@p",
    "triple quotes": "owner == '''a'''",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused_quickly(text: str) -> None:
    started = time.process_time()

    refused = refusal(text)

    assert time.process_time() - started < QUICKLY_SECONDS
    assert refused.message
    assert refused.mend
    assert len(str(refused)) < 1_000


def test_names_that_would_be_found_on_objects_are_not() -> None:
    for name in (
        "real",
        "numerator",
        "denominator",
        "conjugate",
        "bit_length",
        "fields",
        "place",
        "get",
        "items",
    ):
        assert "without fields" in refusal(f"a.{name}").message
        assert "has no field" in refusal(f"w.{name}").message


def _chained(text: str, steps: int) -> Scope:
    """A scope in which each of so many definitions rests on the one before, as `text` says."""
    scope, last = SCOPE, "a"
    for step in range(steps):
        scope = scope.with_definitions({f"m.n{step}": compile_expression(text.format(last), scope)})
        last = f"m.n{step}"
    return scope


def test_definitions_that_double_cannot_explode() -> None:
    assert _chained("{0} + {0}", 8).names

    with pytest.raises(ExpressionError, match="too large with its definitions"):
        _chained("{0} + {0}", 40)


def test_definitions_in_a_long_line_cannot_exhaust_the_stack() -> None:
    assert _chained("{0} + 1", 20).names

    with pytest.raises(ExpressionError, match="nested too deeply with its definitions"):
        _chained("{0} + 1", sys.getrecursionlimit())


def test_the_largest_expressions_allowed_compile_and_answer_quickly() -> None:
    started = time.process_time()

    assert answer(" and ".join(["p"] * 280), p=True) is True
    assert answer(" + ".join(["a"] * 60), a=1) == 60
    assert answer("(" * 39 + "a" + ")" * 39, a=7) == 7
    assert answer("a in {" + ",".join(map(str, range(450))) + "}", a=449) is True
    assert answer(" <= ".join(["a"] * 390), a=1) is True
    assert time.process_time() - started < 5 * QUICKLY_SECONDS


def test_a_list_inside_a_list_is_bounded_by_the_facts() -> None:
    rule = compiled("count(x for x in walls if any(y.length > x.length for y in walls))")
    walls = tuple({"length": length} for length in range(300))
    started = time.process_time()

    found = rule.evaluate({"walls": walls})

    assert found.value == 299  # type: ignore[union-attr]
    assert time.process_time() - started < 5 * QUICKLY_SECONDS


def test_the_deepest_expression_allowed_is_worked_and_told_within_the_stack() -> None:
    rule = compile_expression(
        "m.n28 >= 0 or p",
        _chained("max({0}, abs({0})) if p else {0}", 2).with_definitions({"m.n28": _deep()}),
    )
    facts = {"a": 5, "p": False}

    wording = explain(rule.trace(facts), {})

    assert rule.evaluate(facts) == Known(True)
    assert wording.sentence
    assert wording.steps


def _deep() -> Expression:
    """A calculation nearly as deep as definitions allow."""
    return compile_expression("m.n28 + 1", _chained("abs({0}) + 1", 29))
