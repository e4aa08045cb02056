"""The law of one program between two days on which something changes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, TypeVar

from citycode.elements.checking import CheckedElements
from citycode.elements.cited import Cited
from citycode.elements.spans import Span
from citycode.language import Expression
from citycode.results.findings import Json
from citycode.results.statements import Statement

T = TypeVar("T")


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
    """Every element in force during `span`, compiled: what a check evaluates in `checked`, what is shown in
    `stated` by kind, and all of them by the class they were compiled to.
    """

    span: Span
    checked: CheckedElements
    stated: Mapping[str, tuple[Stated, ...]]
    cited: Mapping[str, Cited]
    compiled: Mapping[type, tuple[Any, ...]]

    def all(self, kind: type[T]) -> tuple[T, ...]:
        """Those compiled to this class, in the order of the pack."""
        return self.compiled.get(kind, ())
