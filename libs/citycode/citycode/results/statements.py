"""Elements that are shown, asked or recorded rather than computed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Json
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Statement(Shown):
    """A judgment, condition, inspection, review, term or stated rule in force on a day.

    `label` is short; `says` the rule in plain words (for a judgment: the question). `office` asks, records
    or decides. `details` holds what only this kind has, in JSON form (a condition's `discretionary`, an
    inspection's `when`, a review's `every`, a term's `ends_on`).
    """

    id: str
    rule: str
    kind: str
    label: str
    says: str
    office: str | None
    section: str
    cite: str
    law_date: date
    code_version: str
    details: tuple[tuple[str, Json], ...] = ()
    notes: tuple[str, ...] = ()

    def detail(self, name: str) -> Json:
        """What the pack states under `name`, None if it says nothing."""
        return dict(self.details).get(name)

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "kind": self.kind,
            "label": self.label,
            "says": self.says,
            "office": self.office,
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "details": dict(self.details),
            "notes": list(self.notes),
        }
