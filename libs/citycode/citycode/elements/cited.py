"""Where an element stands in the law."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Finding, Json, Outcome


@dataclass(frozen=True, slots=True)
class Cited:
    """Identity and citation of one version of an element.

    `since` and `until` (exclusive) bound the version.
    """

    id: str
    rule: str
    kind: str
    title: str
    text: str
    section: str
    cite: str
    notes: tuple[str, ...]
    values: tuple[tuple[str, Json], ...]
    code_version: str
    since: date | None
    until: date | None

    def finding(self, outcome: Outcome, sentence: str, law_date: date) -> Finding:
        """A finding that compares nothing."""
        return Finding(
            self.id,
            self.rule,
            self.kind,
            outcome,
            sentence,
            self.section,
            self.cite,
            law_date,
            self.code_version,
            notes=self.notes,
        )
