"""Random expressions against an oracle that computes with Python's own fractions."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from citycode.language import EvaluationError, ExpressionError, Known, Missing, compile_expression, explain
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from .scopes import SCOPE

Facts = dict[str, Fraction]


@dataclass(frozen=True)
class Sum:
    """A text of the language and what it must come to; `compute` may raise `ZeroDivisionError`."""

    text: str
    compute: Callable[[Facts], Fraction]


@dataclass(frozen=True)
class Question:
    text: str
    decide: Callable[[Facts], bool]


def _half_up(number: Fraction, places: int) -> Fraction:
    scaled = math.floor(abs(number) * 10**places + Fraction(1, 2))
    return Fraction(scaled if number >= 0 else -scaled, 10**places)


names = st.sampled_from("abc").map(lambda name: Sum(name, lambda facts: facts[name]))
literals = st.decimals(min_value=0, max_value=10_000, places=3).map(
    lambda number: Sum(f"{number:f}", lambda _: Fraction(number))
)


def sums(children: st.SearchStrategy[Sum]) -> st.SearchStrategy[Sum]:
    pairs = st.tuples(children, children)
    return st.one_of(
        pairs.map(
            lambda two: Sum(
                f"({two[0].text} + {two[1].text})", lambda f: two[0].compute(f) + two[1].compute(f)
            )
        ),
        pairs.map(
            lambda two: Sum(
                f"({two[0].text} - {two[1].text})", lambda f: two[0].compute(f) - two[1].compute(f)
            )
        ),
        pairs.map(
            lambda two: Sum(f"{two[0].text} * {two[1].text}", lambda f: two[0].compute(f) * two[1].compute(f))
        ),
        pairs.map(
            lambda two: Sum(
                f"({two[0].text}) / ({two[1].text})", lambda f: two[0].compute(f) / two[1].compute(f)
            )
        ),
        pairs.map(
            lambda two: Sum(
                f"min({two[0].text}, {two[1].text})", lambda f: min(two[0].compute(f), two[1].compute(f))
            )
        ),
        pairs.map(
            lambda two: Sum(
                f"max({two[0].text}, {two[1].text})", lambda f: max(two[0].compute(f), two[1].compute(f))
            )
        ),
        children.map(lambda one: Sum(f"-({one.text})", lambda f: -one.compute(f))),
        children.map(lambda one: Sum(f"abs({one.text})", lambda f: abs(one.compute(f)))),
        children.map(lambda one: Sum(f"ceil({one.text})", lambda f: Fraction(math.ceil(one.compute(f))))),
        children.map(lambda one: Sum(f"floor({one.text})", lambda f: Fraction(math.floor(one.compute(f))))),
        children.map(lambda one: Sum(f"round({one.text}, 2)", lambda f: _half_up(one.compute(f), 2))),
        children.map(lambda one: Sum(f"round({one.text})", lambda f: _half_up(one.compute(f), 0))),
        st.tuples(children, children, questions(children)).map(
            lambda three: Sum(
                f"({three[0].text} if {three[2].text} else {three[1].text})",
                lambda f: three[0].compute(f) if three[2].decide(f) else three[1].compute(f),
            )
        ),
    )


COMPARED: dict[str, Callable[[Fraction, Fraction], bool]] = {
    "<": lambda one, two: one < two,
    "<=": lambda one, two: one <= two,
    ">": lambda one, two: one > two,
    ">=": lambda one, two: one >= two,
    "==": lambda one, two: one == two,
    "!=": lambda one, two: one != two,
}


def questions(children: st.SearchStrategy[Sum]) -> st.SearchStrategy[Question]:
    return st.tuples(children, st.sampled_from(sorted(COMPARED)), children).map(
        lambda three: Question(
            f"{three[0].text} {three[1]} {three[2].text}",
            lambda f: COMPARED[three[1]](three[0].compute(f), three[2].compute(f)),
        )
    )


calculations = st.recursive(names | literals, sums, max_leaves=12)
fractions = st.fractions(min_value=-1_000, max_value=1_000, max_denominator=60)
whole_or_fraction = fractions | st.integers(-20, 20).map(Fraction)
stated = st.fixed_dictionaries({"a": whole_or_fraction, "b": whole_or_fraction, "c": whole_or_fraction})

many = settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@many
@given(calculations, stated)
def test_calculations_come_to_the_same_fraction(calculation: Sum, facts: Facts) -> None:
    assume(len(calculation.text) < 1_500)
    try:
        expected = calculation.compute(facts)
    except ZeroDivisionError:
        expected = None

    try:
        found = _value(f"({calculation.text}) + a - a", facts)
    except EvaluationError as problem:
        found = None if problem.message == "division by zero" else problem

    assert found == expected


def _value(text: str, facts: Facts) -> object:
    try:
        expression = compile_expression(text, SCOPE)
    except ExpressionError as refused:
        assume(
            refused.message != "division by zero"
        )  # a written zero under a fraction line is refused at load
        raise
    whole = {name: int(value) if value.denominator == 1 else value for name, value in facts.items()}
    found, again = expression.evaluate(whole), expression.evaluate(dict(facts))
    assert isinstance(found, Known)
    assert found == again
    trace = expression.trace(whole)
    assert trace.value == found.value
    assert explain(trace, {}).sentence
    return found.value


@many
@given(questions(calculations), stated)
def test_comparisons_decide_the_same(question: Question, facts: Facts) -> None:
    assume(len(question.text) < 1_500)
    try:
        expected: bool | None = question.decide(facts)
    except ZeroDivisionError:
        expected = None

    try:
        found = _value(f"{question.text} and a == a", facts)
    except EvaluationError:
        found = None

    assert found is expected


@many
@given(calculations, stated, st.sets(st.sampled_from("abc")))
def test_missing_is_exactly_what_is_read_and_not_stated(
    calculation: Sum, facts: Facts, left_out: set[str]
) -> None:
    assume(len(calculation.text) < 1_500)
    assume("if" not in calculation.text and "/" not in calculation.text)
    expression = compile_expression(f"({calculation.text}) + a", SCOPE)

    found = expression.evaluate({name: value for name, value in facts.items() if name not in left_out})

    needed = expression.facts & left_out
    assert found == Missing(frozenset(needed)) if needed else isinstance(found, Known)
