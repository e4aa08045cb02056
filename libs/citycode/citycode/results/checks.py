"""The answer of a check: may this be allowed, and every reason why or why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeAlias

from citycode.results.findings import Finding, Json, MissingFact
from citycode.results.shown import Shown

CheckOutcome: TypeAlias = Literal["allowed", "not_allowed", "needs_information", "needs_judgment"]
Requirement: TypeAlias = Literal["required", "exempt", "not_needed", "cannot_be_told"]


@dataclass(frozen=True, slots=True)
class Track(Shown):
    """The approval track that was chosen: who decides, after what."""

    id: str
    rule: str | None
    office: str | None
    hearing: bool
    advised_by: tuple[str, ...]
    section: str | None


def is_needed(requirement: Requirement) -> bool | None:
    """Whether the permit or license itself is needed; None while it cannot be told."""
    return None if requirement == "cannot_be_told" else requirement == "required"


@dataclass(frozen=True, slots=True)
class CheckResult:
    """All findings of one program for one set of facts under the law of one day.

    `fails` are rule ids (without dotted suffix) of elements that are not met, in the order of the pack,
    each once. `requirement` says whether the program is needed at all; `track` is None where none was
    chosen.
    """

    city: str
    program: str
    outcome: CheckOutcome
    requirement: Requirement
    track: Track | None
    fails: tuple[str, ...]
    findings: tuple[Finding, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str

    @property
    def allowed(self) -> bool | None:
        """True or False once it can be told, else None."""
        return {"allowed": True, "not_allowed": False}.get(self.outcome)

    @property
    def judgments_needed(self) -> tuple[Finding, ...]:
        """The questions an office has yet to answer."""
        return tuple(each for each in self.findings if each.outcome == "needs_judgment")

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "outcome": self.outcome,
            "allowed": self.allowed,
            "requirement": self.requirement,
            "needed": is_needed(self.requirement),
            "track": self.track.to_json() if self.track else None,
            "fails": list(self.fails),
            "findings": [each.to_json() for each in self.findings],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "pack_hash": self.pack_hash,
            "engine_version": self.engine_version,
        }
