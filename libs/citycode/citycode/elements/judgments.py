"""Questions that only an office can answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

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
    if answered is None:
        sentence = f"{judgment.office_title} must judge: {judgment.ask}"
        finding = judgment.cited.finding("needs_judgment", sentence, asked.on)
        return replace(finding, office=judgment.office, missing=(judgment.cited.id,))
    sentence = f"{judgment.ask} {judgment.office_title}: {'yes' if answered else 'no'}."
    finding = judgment.cited.finding("met" if answered else "not_met", sentence, asked.on)
    remedy = None if answered else judgment.remedy
    return replace(finding, office=judgment.office, remedy=remedy)
