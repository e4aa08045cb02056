"""What is to be paid, and what may be paid back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from citycode.elements.refunds import Refund, refunded
from citycode.facts import Facts
from citycode.happenings import Happening
from citycode.questions.money import examples_among, missing_money, reckoned
from citycode.results.fees import FeeLine, FeesResult, RefundLine

if TYPE_CHECKING:
    from citycode.program import Program

OPEN = ("needs_information", "law_silent", "not_computable")


def fees(
    program: Program,
    facts: Facts,
    on: date,
    history: Iterable[Happening] | None,
    amounts: Mapping[str, Decimal] | None,
) -> FeesResult:
    """Raises AmountError."""
    found = reckoned(program, facts, on, history, amounts)
    lines = found.charged.lines
    refunds = tuple(refunded(each, found.charged, found.stated) for each in found.edition.all(Refund))
    due = [each.amount_usd for each in lines if each.outcome == "due" and each.amount_usd is not None]
    known = sum(due, Decimal("0.00"))
    unsettled = any(each.outcome in OPEN and not each.discretionary for each in lines)
    shown: tuple[FeeLine | RefundLine, ...] = (*lines, *refunds)
    missing = [name for each in shown for name in each.missing]
    return FeesResult(
        city=program.city,
        program=program.id,
        lines=lines,
        refunds=refunds,
        total_usd=None if unsettled else known,
        known_usd=known,
        examples=examples_among(one for each in shown for one in each.amounts),
        missing_facts=missing_money(program, missing),
        law_date=on,
        code_version=program.source.code_version,
        pack_hash=program.source.pack_hash,
        engine_version=program.source.engine_version,
    )
