"""Money divided among several, to the cent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import MoneyOutcome, SetAmount, usd_json


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What one gets or bears: `entitled_usd` before the whole is cut to the ceiling, `usd` after it."""

    to: str
    label: str
    entitled_usd: Decimal | None
    usd: Decimal | None
    steps: tuple[str, ...]
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "to": self.to,
            "label": self.label,
            "entitled_usd": usd_json(self.entitled_usd),
            "share_usd": usd_json(self.usd),
            "steps": list(self.steps),
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class AllocationAnswer:
    """One allocation: the shares sum to `total_usd` exactly; `cut` says whether the ceiling bound."""

    id: str
    rule: str
    title: str
    outcome: MoneyOutcome
    shares: tuple[ShareLine, ...]
    entitled_usd: Decimal | None
    ceiling_usd: Decimal | None
    cut: bool | None
    total_usd: Decimal | None
    payer: str | None
    sentence: str
    steps: tuple[str, ...]
    rests_on: tuple[str, ...]
    amounts: tuple[SetAmount, ...]
    missing: tuple[str, ...]
    section: str
    cite: str
    law_date: date
    code_version: str
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "title": self.title,
            "outcome": self.outcome,
            "shares": [each.to_json() for each in self.shares],
            "entitled_usd": usd_json(self.entitled_usd),
            "ceiling_usd": usd_json(self.ceiling_usd),
            "cut": self.cut,
            "total_usd": usd_json(self.total_usd),
            "payer": self.payer,
            "sentence": self.sentence,
            "steps": list(self.steps),
            "rests_on": list(self.rests_on),
            "amounts": [each.to_json() for each in self.amounts],
            "missing": list(self.missing),
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class AllocationsResult:
    """Every allocation of the program, in the order of the pack."""

    city: str
    program: str
    allocations: tuple[AllocationAnswer, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "allocations": [each.to_json() for each in self.allocations],
            "examples": [each.to_json() for each in self.examples],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }
