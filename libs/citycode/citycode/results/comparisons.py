"""What differs between the law of two days, or between the law and a draft of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from citycode.results.checks import CheckOutcome
from citycode.results.findings import Finding, Json
from citycode.results.shown import Shown

Difference = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class RuleChange(Shown):
    """An element that is `added`, `removed` or `changed`; its values and formulas before and after.

    `differs` names those that differ.
    """

    id: str
    rule: str
    program: str
    kind: str
    change: Difference
    before: tuple[tuple[str, Json], ...]
    after: tuple[tuple[str, Json], ...]
    says: str
    section: str
    cite: str

    @property
    def differs(self) -> tuple[str, ...]:
        before, after = dict(self.before), dict(self.after)
        return tuple(name for name in {**before, **after} if before.get(name) != after.get(name))

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "program": self.program,
            "kind": self.kind,
            "change": self.change,
            "before": dict(self.before),
            "after": dict(self.after),
            "differs": list(self.differs),
            "says": self.says,
            "section": self.section,
            "cite": self.cite,
        }


@dataclass(frozen=True, slots=True)
class FindingChange(Shown):
    """What one element says of the facts before and after; None where it is not in force or not reached."""

    id: str
    before: Finding | None
    after: Finding | None


@dataclass(frozen=True, slots=True)
class AnswerChange(Shown):
    """How a check of the same facts comes out before and after; None where the program is not there."""

    program: str
    before: CheckOutcome | None
    after: CheckOutcome | None
    findings: tuple[FindingChange, ...]

    @property
    def changed(self) -> bool:
        return self.before != self.after or bool(self.findings)

    def to_json(self) -> dict[str, Json]:
        return {
            "program": self.program,
            "before": self.before,
            "after": self.after,
            "changed": self.changed,
            "findings": [each.to_json() for each in self.findings],
        }


@dataclass(frozen=True, slots=True)
class Comparison(Shown):
    """`rules` in the order of the packs; `answers` only where facts were stated, a program each."""

    city: str
    since: date
    until: date
    code_version_before: str
    code_version_after: str
    rules: tuple[RuleChange, ...]
    answers: tuple[AnswerChange, ...]

    @property
    def rule_ids(self) -> tuple[str, ...]:
        """The rules of the inventory that differ in any of their elements, each once, by the alphabet."""
        return tuple(sorted({each.rule for each in self.rules}))

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "from": self.since.isoformat(),
            "to": self.until.isoformat(),
            "code_version_before": self.code_version_before,
            "code_version_after": self.code_version_after,
            "rule_ids": list(self.rule_ids),
            "rules": [each.to_json() for each in self.rules],
            "answers": [each.to_json() for each in self.answers],
        }
