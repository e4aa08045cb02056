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

    def finding(
        self,
        outcome: Outcome,
        sentence: str,
        law_date: date,
        *,
        missing: tuple[str, ...] = (),
        office: str | None = None,
        remedy: str | None = None,
        yields_to: tuple[str, ...] = (),
    ) -> Finding:
        """A finding that compares nothing."""
        return Finding(
            id=self.id,
            rule=self.rule,
            kind=self.kind,
            outcome=outcome,
            sentence=sentence,
            section=self.section,
            cite=self.cite,
            law_date=law_date,
            code_version=self.code_version,
            missing=missing,
            office=office,
            remedy=remedy,
            yields_to=yields_to,
            notes=self.notes,
        )
