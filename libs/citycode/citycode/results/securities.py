"""Bonds, escrows and deposits: what is required, what is held, what is to be restored or given back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import CostLine, MoneyOutcome, SetAmount
from citycode.results.shown import Shown, usd_json

Reduction = Literal["may_be_reduced", "needs_recommendation", "not_applicable", "needs_information"]
Move = Literal["deposit", "draw", "return"]


@dataclass(frozen=True, slots=True)
class Movement:
    """Money put into a security, drawn from it or given back, `on` a day."""

    on: date
    kind: Move
    usd: Decimal


@dataclass(frozen=True, slots=True)
class SecurityAccount:
    """What has happened to a security: its movements, what is `required_usd` now and was at first, where
    that differs from what the law computes, and whether the office recommended a reduction in writing.
    """

    movements: Sequence[Movement] = ()
    required_usd: Decimal | None = None
    initial_usd: Decimal | None = None
    recommended: bool | None = None


@dataclass(frozen=True, slots=True)
class CashShare(Shown):
    """The part that must be cash, and the rest; `id` is the row that said so."""

    id: str | None
    outcome: MoneyOutcome
    cash_usd: Decimal | None
    remainder_usd: Decimal | None
    sentence: str
    steps: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Remainder(Shown):
    """What becomes of the part that need not be cash: its `forms`, who may hold it, whose choice that is."""

    id: str
    usd: Decimal | None
    forms: tuple[str, ...]
    holders: tuple[str, ...]
    choice: str | None
    says: str

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "remainder_usd": usd_json(self.usd),
            "forms": list(self.forms),
            "holders": list(self.holders),
            "choice": self.choice,
            "says": self.says,
        }


@dataclass(frozen=True, slots=True)
class Draw(Shown):
    """What the city may take: its costs and a fee besides; `drawn_usd` as far as the security reaches,
    `left_usd` what then remains of it.
    """

    id: str
    lines: tuple[CostLine, ...]
    total_usd: Decimal | None
    drawn_usd: Decimal | None
    uncovered_usd: Decimal | None
    left_usd: Decimal | None
    sentence: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Restoration(Shown):
    """Whether the balance is so low that it must be restored, by how much, since when and by when; `lapse`
    is the rule of what follows if it is not.
    """

    id: str
    due: bool | None
    floor_usd: Decimal | None
    deposit_usd: Decimal | None
    fell_on: date | None
    last_day: date | None
    before: str | None
    lapse: str | None
    lapse_says: str | None
    sentence: str


@dataclass(frozen=True, slots=True)
class ReductionAnswer(Shown):
    """To what the requirement may be lowered; `needs` is the office whose written recommendation it takes."""

    id: str
    outcome: Reduction
    reduced_to_usd: Decimal | None
    needs: str | None
    sentence: str
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Release(Shown):
    """Whether what is left goes back."""

    id: str
    due: bool | None
    usd: Decimal | None
    by: str | None
    within: str | None
    sentence: str
    missing: tuple[str, ...]

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "due": self.due,
            "release_usd": usd_json(self.usd),
            "by": self.by,
            "within": self.within,
            "sentence": self.sentence,
            "missing": list(self.missing),
        }


@dataclass(frozen=True, slots=True)
class SecurityAnswer(Shown):
    """One security. `held_usd` and what follows from it are None where no account was stated."""

    id: str
    rule: str
    title: str
    outcome: MoneyOutcome
    required_usd: Decimal | None
    discretionary: bool
    before: str | None
    forms: tuple[str, ...]
    cash: CashShare | None
    remainder: Remainder | None
    held_usd: Decimal | None
    short_usd: Decimal | None
    draw: Draw | None
    restoration: Restoration | None
    reductions: tuple[ReductionAnswer, ...]
    release: Release | None
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
class SecuritiesResult(Shown):
    """Every security of the program that may apply, in the order of the pack."""

    city: str
    program: str
    securities: tuple[SecurityAnswer, ...]
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str
