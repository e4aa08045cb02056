"""Who decides, by which vote, and whether a vote carried."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import Finding
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class Votes:
    """Votes of a body: members present voted `yes`, `no` or `abstain`; the others are `absent`."""

    yes: int
    no: int = 0
    abstain: int = 0
    absent: int = 0


class VotesError(ValueError):
    """Votes that cannot be: negative, or more than the body has members. `pointer` names the bad field."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(f"{pointer}: {message}")
        self.pointer = pointer
        self.message = message


@dataclass(frozen=True, slots=True)
class Recommendation(Shown):
    """An office that must be heard before the decision; `within` reads `30 days`, None if not limited."""

    id: str
    rule: str
    by: str
    within: str | None
    section: str
    cite: str


@dataclass(frozen=True, slots=True)
class DecisionRule(Shown):
    """How a decision of one kind (`approve`, `revoke`) is made.

    `needed` affirmative votes for a body (None for a single office); `needed_says` states it in words;
    `grounds` are what it may rest on.
    """

    id: str
    rule: str
    kind: str
    office: str
    hearing: bool
    needed: int | None
    needed_says: str
    members: int | None
    grounds: tuple[str, ...]
    recommendation: Recommendation | None
    says: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionCheck(Shown):
    """Did the vote carry? `cast` counts the affirmative votes."""

    decision: DecisionRule
    carried: bool
    needed: int
    cast: int
    finding: Finding
