"""Sentences a clerk can read, from the working of an expression."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .trace import Trace
from .types import Type
from .values import Value


@dataclass(frozen=True, slots=True)
class Wording:
    """`sentence` states the outcome ("lot area 39.9 acres is less than 40 acres"); `steps` shows the arithmetic in order."""

    sentence: str
    steps: tuple[str, ...]


def explain(trace: Trace, labels: Mapping[str, str]) -> Wording:
    """The outcome and its arithmetic in words.

    `labels` maps fact names to what people call them: "lot_area_acres" → "lot area"; an item of a list as
    "walls[]" → "wall", its fields as "walls[].length" → "length"; wordings of enum values as
    "zoning_district=RR" → "Rural Residential". A name without label is shown as its words without the unit.
    """
    raise NotImplementedError


def render(trace: Trace, labels: Mapping[str, str]) -> str:
    """Steps and sentence on one line: "wall 2: 15 × √100 ft = 150 sq ft; sign area 151 sq ft is more than 150 sq ft"."""
    raise NotImplementedError


def fact_label(name: str, labels: Mapping[str, str]) -> str:
    """How people call a (missing) fact: "walls/1/sign_area" → "wall 2: sign area"."""
    raise NotImplementedError


def value_words(value: Value, type: Type) -> str:
    """A value with its unit: "39.9 acres", "$1,347.25", "October 2, 2006", "≈ 0.3333"."""
    raise NotImplementedError
