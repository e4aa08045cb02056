"""What a violation costs: penalties, and what the city may recover of its own costs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import CostLine, MoneyOutcome, SetAmount, usd_json

LaneKind = Literal["assessment", "certification", "personal_obligation", "civil_action"]


@dataclass(frozen=True, slots=True)
class Penalty:
    """An offense; how many, where they are counted by days; what they cost, where the law names dollars."""

    id: str
    rule: str
    title: str
    outcome: MoneyOutcome
    offense: str
    offenses: int | None
    amount_usd: Decimal | None
    also: tuple[str, ...]
    sentence: str
    steps: tuple[str, ...]
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
            "offense": self.offense,
            "offenses": self.offenses,
            "amount_usd": usd_json(self.amount_usd),
            "also": list(self.also),
            "sentence": self.sentence,
            "steps": list(self.steps),
            "amounts": [each.to_json() for each in self.amounts],
            "missing": list(self.missing),
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class PenaltiesResult:
    """Every penalty of the program, in the order of the pack."""

    city: str
    program: str
    penalties: tuple[Penalty, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "penalties": [each.to_json() for each in self.penalties],
            "examples": [each.to_json() for each in self.examples],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }


@dataclass(frozen=True, slots=True)
class LaneAnswer:
    """One way to collect what is unpaid: `open` None while facts are missing to tell."""

    id: str
    lane: LaneKind
    open: bool | None
    usd: Decimal | None
    statute: str | None
    clause: str | None
    by: str | None
    clock: str | None
    sentence: str
    missing: tuple[str, ...]
    notes: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "lane": self.lane,
            "open": self.open,
            "collect_usd": usd_json(self.usd),
            "statute": self.statute,
            "clause": self.clause,
            "by": self.by,
            "clock": self.clock,
            "sentence": self.sentence,
            "missing": list(self.missing),
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class Recovery:
    """What may be recovered: costs, an addition on them, less what securities cover; by which lanes."""

    id: str
    rule: str
    title: str
    outcome: MoneyOutcome
    costs: tuple[CostLine, ...]
    costs_usd: Decimal | None
    plus: CostLine | None
    recoverable_usd: Decimal | None
    from_security_usd: Decimal | None
    remainder_usd: Decimal | None
    payer: str | None
    lanes: tuple[LaneAnswer, ...]
    sentence: str
    steps: tuple[str, ...]
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
            "costs": [each.to_json() for each in self.costs],
            "costs_usd": usd_json(self.costs_usd),
            "plus": self.plus.to_json() if self.plus else None,
            "recoverable_usd": usd_json(self.recoverable_usd),
            "from_security_usd": usd_json(self.from_security_usd),
            "remainder_usd": usd_json(self.remainder_usd),
            "payer": self.payer,
            "lanes": [each.to_json() for each in self.lanes],
            "sentence": self.sentence,
            "steps": list(self.steps),
            "amounts": [each.to_json() for each in self.amounts],
            "missing": list(self.missing),
            "section": self.section,
            "cite": self.cite,
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
            "notes": list(self.notes),
        }


@dataclass(frozen=True, slots=True)
class CostRecoveryResult:
    """Every cost recovery of the program, in the order of the pack."""

    city: str
    program: str
    recoveries: tuple[Recovery, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str

    def to_json(self) -> dict[str, Json]:
        return {
            "city": self.city,
            "program": self.program,
            "recoveries": [each.to_json() for each in self.recoveries],
            "examples": [each.to_json() for each in self.examples],
            "missing_facts": [each.to_json() for each in self.missing_facts],
            "law_date": self.law_date.isoformat(),
            "code_version": self.code_version,
        }
