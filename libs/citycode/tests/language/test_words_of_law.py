"""The wordings of an enum stand wherever the law names its codes; facts nobody stated are told as such."""

from typing import Any

import pytest
from citycode.language import (
    BARE,
    Boolean,
    Constant,
    Enum,
    Expression,
    ListOf,
    Scope,
    Text,
    compile_expression,
    explain,
    unstated,
)

WAY = Enum(("gutter", "sanitary_sewer", "vegetated_area"))
SCOPE = Scope(
    names={"drains_to": WAY, "second_way": WAY, "t.way": Text(), "height": BARE, "dug": Boolean()},
    constants={
        "v.prohibited": Constant(Text(), "sanitary_sewer"),
        "v.other": Constant(Text(), "gutter"),
        "v.ways": Constant(ListOf(Text()), ("gutter", "vegetated_area")),
        "v.one_way": Constant(ListOf(Text()), ("vegetated_area",)),
    },
)
LABELS = {
    "drains_to": "way of the water",
    "second_way": "second way",
    "t.way": "the way of the table",
    "drains_to=gutter": "into the gutter",
    "drains_to=sanitary_sewer": "into the sanitary sewer",
    "drains_to=vegetated_area": "over a vegetated area",
    "limit": "the limit of",
}


def compiled(text: str) -> Expression:
    limited = SCOPE.with_definitions({"limit": compile_expression("v.prohibited", SCOPE)})
    return compile_expression(text, limited)


@pytest.mark.parametrize(
    ("text", "facts", "sentence"),
    [
        ("drains_to != v.prohibited", {}, "way of the water is into the gutter, not into the sanitary sewer"),
        ("drains_to == v.other", {}, "way of the water is into the gutter"),
        ("v.prohibited == drains_to", {}, "way of the water is into the gutter, not into the sanitary sewer"),
        ("drains_to == limit", {}, "way of the water is into the gutter, not into the sanitary sewer"),
        (
            "drains_to == (v.prohibited if dug else v.other)",
            {"dug": True},
            "way of the water is into the gutter, not into the sanitary sewer",
        ),
        ("drains_to in v.one_way", {}, "way of the water is into the gutter, not over a vegetated area"),
        (
            "drains_to in v.ways",
            {},
            "way of the water is into the gutter",
        ),
        (
            "drains_to in {v.prohibited, 'vegetated_area'}",
            {},
            "way of the water is into the gutter, not into the sanitary sewer or over a vegetated area",
        ),
        (
            "drains_to == t.way",
            {"t.way": "vegetated_area"},
            "way of the water is into the gutter, not the way of the table over a vegetated area",
        ),
    ],
)
def test_codes_are_told_in_words(text: str, facts: dict[str, Any], sentence: str) -> None:
    trace = compiled(text).trace({"drains_to": "gutter", **facts})

    assert explain(trace, LABELS).sentence == sentence


@pytest.mark.parametrize(
    ("text", "facts", "names"),
    [
        ("height is known", {}, ["height"]),
        ("height is known and drains_to is known", {}, ["height", "drains_to"]),
        ("height is known and drains_to is known", {"height": 3}, ["drains_to"]),
        ("height is known or drains_to is known", {}, ["height", "drains_to"]),
        ("height is known", {"height": 3}, []),
        ("height is known and dug", {"dug": False}, []),
        ("not dug", {"dug": True}, []),
        ("height is not known", {"height": 3}, []),
    ],
)
def test_only_unstated_facts_speak_against_it(text: str, facts: dict[str, Any], names: list[str]) -> None:
    found = unstated(compiled(text).trace(facts))

    assert [each.detail for each in found] == names
