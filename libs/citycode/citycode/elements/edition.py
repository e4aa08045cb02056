"""The law of one program between two days on which something changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from citycode.elements.checking import CheckedElements
from citycode.elements.cited import Cited
from citycode.elements.clocks import ClockRule
from citycode.elements.decisions import Decision
from citycode.elements.ends import End, Transfer
from citycode.elements.notices import Notice
from citycode.elements.spans import Span
from citycode.language import Expression
from citycode.results.findings import Json
from citycode.results.statements import Statement


@dataclass(frozen=True, slots=True)
class Stated:
    """An element that is shown, asked or recorded, with the condition under which it applies."""

    cited: Cited
    when: Expression | None
    says: str
    office: str | None
    details: tuple[tuple[str, Json], ...]

    def statement(self, on: date) -> Statement:
        cited = self.cited
        return Statement(
            cited.id,
            cited.rule,
            cited.kind,
            cited.title,
            self.says,
            self.office,
            cited.section,
            cited.cite,
            on,
            cited.code_version,
            self.details,
            cited.notes,
        )


@dataclass(frozen=True, slots=True)
class Edition:
    """Every element in force during `span`, compiled; `stated` by kind."""

    span: Span
    checked: CheckedElements
    notices: tuple[Notice, ...]
    clocks: tuple[ClockRule, ...]
    decisions: tuple[Decision, ...]
    ends: tuple[End, ...]
    transfers: tuple[Transfer, ...]
    stated: Mapping[str, tuple[Stated, ...]]
    cited: Mapping[str, Cited]
