"""The working shows the same answer as the quick path, says only what is so, and never a variable's name."""

from typing import Any

from citycode.language import EvaluationError, Known, Missing, compile_expression, explain, render
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .scopes import SCOPE, day

numbers = st.sampled_from(
    [
        "lot_area / 1000",
        "v.area",
        "6000",
        "lot_area * v.share",
        "max(v.area, lot_area * v.share)",
        "sum(x.sign_area for x in walls)",
        "v.factor * sqrt(frontage)",
        "sum(x.sign_area for x in walls if x.lit) / 2",
        "max(x.sign_area for x in walls)",
        "impervious_area if p else lot_area - impervious_area",
        "frontage * frontage",
        "to_unit(lot_area_acres, 'sqft')",
        "lot_area / (frontage - frontage) * frontage",
    ]
)
comparisons = st.tuples(numbers, st.sampled_from(["<", "<=", ">", ">=", "==", "!="]), numbers).map(
    lambda three: f"({three[0]}) {three[1]} ({three[2]})"
)
questions = st.sampled_from(
    [
        "p",
        "q",
        "zoning_district in {'RR', 'AG'}",
        "zoning_district == other_district",
        "'pool' in works",
        "impervious_area is known",
        "any(x.length > 40 for x in walls if x.lit)",
        "all(x.sign_area <= v.factor * sqrt(x.length) for x in walls)",
        "count(x for x in walls if x.sign_area > 10) <= 1",
        "days_between(notice_date, hearing_date) >= 10",
        "notice_date <= hearing_date - days(10)",
        "weekday(hearing_date) == 'monday'",
        "on_time('fr-bp-refund')",
        "1 <= stories <= 3",
    ]
)
rules = st.recursive(
    questions | comparisons,
    lambda inner: st.one_of(
        st.tuples(inner, inner).map(lambda two: f"({two[0]} and {two[1]})"),
        st.tuples(inner, inner).map(lambda two: f"({two[0]} or {two[1]})"),
        inner.map(lambda one: f"not ({one})"),
        st.tuples(inner, inner, inner).map(lambda three: f"({three[0]} if {three[1]} else {three[2]})"),
    ),
    max_leaves=5,
)

whole = st.integers(0, 9_000)
walls = st.lists(
    st.fixed_dictionaries(
        {}, optional={"length": st.integers(1, 99), "sign_area": st.integers(0, 200), "lit": st.booleans()}
    ),
    max_size=3,
).map(tuple)
dates = st.dates(min_value=day("2026-01-01"), max_value=day("2026-03-01"))
facts = st.fixed_dictionaries(
    {},
    optional={
        "lot_area": whole,
        "impervious_area": whole,
        "frontage": st.integers(0, 99),
        "lot_area_acres": st.integers(1, 9),
        "stories": st.integers(0, 5),
        "p": st.booleans(),
        "q": st.booleans(),
        "zoning_district": st.sampled_from(["AG", "RR", "R-1"]),
        "other_district": st.sampled_from(["RR", "R-1", "C-1"]),
        "works": st.lists(st.sampled_from(["deck", "pool"])).map(tuple),
        "walls": walls,
        "notice_date": dates,
        "hearing_date": dates,
        "on_time(fr-bp-refund)": st.booleans(),
    },
)


def _asked(text: str, stated: dict[str, Any]) -> tuple[Any, Any]:
    expression = compile_expression(text, SCOPE)
    try:
        answered: Any = expression.evaluate(stated)
    except EvaluationError as problem:
        answered = problem.message
    try:
        trace: Any = expression.trace(stated)
    except EvaluationError as problem:
        trace = problem.message
    return answered, trace


@settings(max_examples=600, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules, facts)
def test_working_and_answer_agree_and_read_well(text: str, stated: dict[str, Any]) -> None:
    answered, trace = _asked(text, stated)

    if isinstance(answered, str):
        assert trace == answered
        return
    assert trace.value == (answered.value if isinstance(answered, Known) else answered)
    wording = explain(trace, {})
    line = render(trace, {})
    assert wording.sentence
    for words in (wording.sentence, line, *wording.steps):
        assert "_" not in words
        assert "v." not in words
        assert "None" not in words
        assert "Fraction" not in words
        assert "= ≈" not in words
        assert "()" not in words


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules, facts, facts)
def test_an_answer_stands_whatever_is_stated_besides(
    text: str, stated: dict[str, Any], more: dict[str, Any]
) -> None:
    answered, _ = _asked(text, stated)
    if not isinstance(answered, Known) or "is known" in text:
        return

    again, _ = _asked(text, {**more, **stated})

    assert again == answered


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(rules, facts)
def test_only_facts_it_reads_are_missing(text: str, stated: dict[str, Any]) -> None:
    answered, _ = _asked(text, stated)

    if isinstance(answered, Missing):
        readable = compile_expression(text, SCOPE).facts
        for name in answered.facts:
            assert name.split("/")[0] in readable
            assert name not in stated
