"""What is to be paid, and what may be paid back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from citycode.results.findings import Json, MissingFact
from citycode.results.money import SetAmount
from citycode.results.shown import Shown, usd_json

FeeOutcome = Literal[
    "due", "may_be_charged", "waived", "not_applicable", "needs_information", "law_silent", "not_computable"
]
RefundOutcome = Literal[
    "due", "may_be_refunded", "refused", "not_applicable", "needs_information", "law_silent", "not_computable"
]


@dataclass(frozen=True, slots=True)
class FeeLine(Shown):
    """One fee.

    `amount_usd` is None unless it is known; it is 0.00 where the fee is waived or does not apply. `steps`
    are the arithmetic in words. `before` is the event it must be paid before. `rests_on` are further rules,
    `amounts` the scheduled amounts it was reckoned from.
    """

    id: str
    rule: str
    name: str | None
    title: str
    outcome: FeeOutcome
    amount_usd: Decimal | None
    before: str | None
    payer: str | None
    discretionary: bool
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

    @property
    def example(self) -> bool:
        """Does it rest on an amount the city has not set?"""
        return any(each.example for each in self.amounts)

    def to_json(self) -> dict[str, Json]:
        return {
            "id": self.id,
            "rule": self.rule,
            "name": self.name,
            "title": self.title,
            "outcome": self.outcome,
            "amount_usd": usd_json(self.amount_usd),
            "example": self.example,
            "before": self.before,
            "payer": self.payer,
            "discretionary": self.discretionary,
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
class RefundLine(Shown):
    """One refund: at most `at_most_usd`; all of that where it is due and not in an office's discretion."""

    id: str
    rule: str
    title: str
    outcome: RefundOutcome
    paid_usd: Decimal | None
    at_most_usd: Decimal | None
    by: str | None
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
class FeesResult(Shown):
    """Every fee of the program in the order of the pack.

    `total_usd` is the sum of those due, None while any that the city must charge is not known; `known_usd`
    sums what is known.
    `examples` are the scheduled amounts among all that the city has not set.
    """

    city: str
    program: str
    lines: tuple[FeeLine, ...]
    refunds: tuple[RefundLine, ...]
    total_usd: Decimal | None
    known_usd: Decimal
    examples: tuple[SetAmount, ...]
    missing_facts: tuple[MissingFact, ...]
    law_date: date
    code_version: str
    pack_hash: str
    engine_version: str

    def line(self, fee_id: str) -> FeeLine:
        """By the element's id; raises KeyError."""
        for each in self.lines:
            if each.id == fee_id:
                return each
        raise KeyError(fee_id)

    def before(self, event: str) -> tuple[FeeLine, ...]:
        """What must be paid before `event`."""
        return tuple(each for each in self.lines if each.outcome == "due" and each.before == event)
