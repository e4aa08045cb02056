"""How long a right lives, and which run of a period a day lies in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from citycode.results.findings import MissingFact
from citycode.results.shown import Shown


@dataclass(frozen=True, slots=True)
class TermEnd(Shown):
    """One of the ends of a term. `day` None: it has not come, or is not known; `by_event` it ends that very
    day, otherwise the day is the last one in force.
    """

    id: str
    rule: str
    day: date | None
    by_event: bool
    says: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term(Shown):
    """From `first_day` through `ends_on`, the first of the ends that is known; None: nothing has ended it.

    `ended_by` is the id of that end. `in_force` is read on the day asked about: None where `missing` facts
    would tell. `prorated` None: the law says nothing of the fee for a part.
    """

    id: str
    rule: str
    event: str
    starts_on: date
    first_day: date
    ends_on: date | None
    ended_by: str | None
    in_force: bool | None
    ends: tuple[TermEnd, ...]
    prorated: bool | None
    missing: tuple[str, ...]
    steps: tuple[str, ...]
    sentence: str
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TermsResult(Shown):
    """Every term that `event` on that day begins, read on the day `read_on`."""

    city: str
    program: str
    event: str
    on: date
    read_on: date
    terms: tuple[Term, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
