"""What a violation costs: penalties, and what the city may recover of its own costs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import CostLine, MoneyOutcome, SetAmount
from citycode.results.shown import Shown, usd_json

LaneKind = Literal["assessment", "certification", "personal_obligation", "civil_action"]


@dataclass(frozen=True, slots=True)
class Penalty(Shown):
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


@dataclass(frozen=True, slots=True)
class PenaltiesResult(Shown):
    """Every penalty of the program, in the order of the pack."""

    city: str
    program: str
    penalties: tuple[Penalty, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str


@dataclass(frozen=True, slots=True)
class LaneAnswer(Shown):
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
class Recovery(Shown):
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


@dataclass(frozen=True, slots=True)
class CostRecoveryResult(Shown):
    """Every cost recovery of the program, in the order of the pack."""

    city: str
    program: str
    recoveries: tuple[Recovery, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str
