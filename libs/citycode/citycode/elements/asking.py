"""One question to the law: the facts, the day, and what is known so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from citycode.language import (
    Binding,
    Boolean,
    EvaluationError,
    Expression,
    Known,
    Missing,
    Trace,
    Value,
    explain,
    fact_label,
    unstated,
)

SILENT = "law_silent:"
"""Prefix of a marker among missing names: the law leaves the named table cell open."""


@dataclass(frozen=True, slots=True)
class Broken:
    """The facts are known, yet the formula has no answer for them."""

    why: str


Answer: TypeAlias = "Known | Missing | Broken"


@dataclass(frozen=True, slots=True)
class Asked:
    """`bindings` hold facts and table cells by name, `labels` how people call them."""

    bindings: Mapping[str, Binding]
    labels: Mapping[str, str]
    on: date

    def with_item(self, name: str, item: Binding) -> Asked:
        return Asked({**self.bindings, name: item}, self.labels, self.on)


def answer(expression: Expression, asked: Asked) -> Answer:
    try:
        return expression.evaluate(asked.bindings)
    except EvaluationError as wrong:
        return Broken(wrong.message)


def holds(expression: Expression | None, asked: Asked) -> bool | Missing | Broken:
    """Whether a condition holds; a condition that is not stated does."""
    if expression is None:
        return True
    found = answer(expression, asked)
    return bool(found.value) if isinstance(found, Known) else found


def value_of(expression: Expression | None, asked: Asked) -> Value | None:
    """The value if it is known."""
    if expression is None:
        return None
    found = answer(expression, asked)
    return found.value if isinstance(found, Known) else None


def worked(expression: Expression, asked: Asked) -> Trace | Broken:
    """The working of the formula, whose value may be missing."""
    try:
        return expression.trace(asked.bindings)
    except EvaluationError as wrong:
        return Broken(wrong.message)


def told(work: Trace, asked: Asked) -> tuple[str, tuple[str, ...]]:
    """The working as a sentence, and its arithmetic in steps."""
    wording = explain(work, asked.labels)
    return sentence_of(wording.sentence), wording.steps


def in_words(expression: Expression, asked: Asked) -> tuple[str, tuple[str, ...]]:
    """What the formula says about the facts as a sentence, and its arithmetic in steps."""
    work = worked(expression, asked)
    return (sentence_of(work.why), ()) if isinstance(work, Broken) else told(work, asked)


def nobody_said(when: Expression, asked: Asked) -> str:
    """Where a condition fails only because it asks for what nobody stated: what would tell; else none."""
    work = worked(when, asked)
    said = () if isinstance(work, Broken) else dict.fromkeys(_unsaid(each, asked) for each in unstated(work))
    return " and ".join(said)


# Labels that begin so are questions themselves.
ASKING = ("what ", "where ", "who ", "whom ", "for whom ", "by whom ", "how ", "whether ", "when ", "which ")


def _unsaid(each: Trace, asked: Asked) -> str:
    label = fact_label(each.place or str(each.detail), asked.labels)
    if isinstance(each.type, Boolean):
        return f"nobody said “{label}”"
    return f"nobody said {label}" if label.startswith(ASKING) else f"nobody gave the {label}"


def sentence_of(words: str) -> str:
    """Begun with a capital, ended with a full stop."""
    words = words.strip()
    if not words:
        return ""
    return f"{words[0].upper()}{words[1:]}{'' if words[-1] in '.?!' else '.'}"


def missing_names(missing: Missing) -> tuple[str, ...]:
    """The facts that are needed, without markers of open law."""
    return tuple(sorted(name for name in missing.facts if not name.startswith(SILENT)))


def is_silent(missing: Missing) -> bool:
    """Is nothing missing but law itself?"""
    return all(name.startswith(SILENT) for name in missing.facts)
