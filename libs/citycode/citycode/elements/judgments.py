"""Questions that only an office can answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from citycode.elements.asking import Asked
from citycode.elements.cited import Cited
from citycode.elements.gates import Gate
from citycode.results.findings import Finding


@dataclass(frozen=True, slots=True)
class Judgment:
    """`ask` is the question to `office` (whose title is `office_title`); yes means the rule is met."""

    cited: Cited
    gate: Gate
    ask: str
    office: str
    office_title: str
    remedy: str | None


def find(judgment: Judgment, asked: Asked, answers: Mapping[str, bool]) -> Finding:
    """Met, not met, or waiting for the office."""
    answered = answers.get(judgment.cited.id)
    office, title = judgment.office, judgment.office_title
    if answered is None:
        sentence = f"{title} must judge: {judgment.ask}"
        waiting = (judgment.cited.id,)
        return judgment.cited.finding("needs_judgment", sentence, asked.on, missing=waiting, office=office)
    sentence = f"{judgment.ask} {title}: {'yes' if answered else 'no'}."
    if answered:
        return judgment.cited.finding("met", sentence, asked.on, office=office)
    return judgment.cited.finding("not_met", sentence, asked.on, office=office, remedy=judgment.remedy)
