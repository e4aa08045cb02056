"""Money divided among several, to the cent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import MoneyOutcome, SetAmount
from citycode.results.shown import Shown, usd_json


@dataclass(frozen=True, slots=True)
class ShareLine(Shown):
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
class AllocationAnswer(Shown):
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


@dataclass(frozen=True, slots=True)
class AllocationsResult(Shown):
    """Every allocation of the program, in the order of the pack."""

    city: str
    program: str
    allocations: tuple[AllocationAnswer, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str
