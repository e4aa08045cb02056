"""What a violation costs whom."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from citycode.elements.cost_recovery import RecoveryRule, recovered
from citycode.elements.penalties import PenaltyRule, penalized
from citycode.facts import Facts
from citycode.questions.money import examples_among, missing_money, reckoned
from citycode.results.enforcement_costs import CostRecoveryResult, PenaltiesResult

if TYPE_CHECKING:
    from citycode.program import Program


def penalties(
    program: Program, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None
) -> PenaltiesResult:
    """Raises AmountError."""
    found = reckoned(program, facts, on, None, amounts)
    answers = tuple(penalized(each, found.charged, found.stated) for each in found.edition.all(PenaltyRule))
    return PenaltiesResult(
        city=program.city,
        program=program.id,
        penalties=answers,
        examples=examples_among(one for each in answers for one in each.amounts),
        missing_facts=missing_money(program, (name for each in answers for name in each.missing)),
        law_date=on,
        code_version=program.source.code_version,
    )


def cost_recovery(
    program: Program, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None
) -> CostRecoveryResult:
    """Raises AmountError."""
    found = reckoned(program, facts, on, None, amounts)
    answers = tuple(recovered(each, found.charged, found.stated) for each in found.edition.all(RecoveryRule))
    missing = [name for each in answers for name in each.missing]
    missing += [name for each in answers for lane in each.lanes for name in lane.missing]
    return CostRecoveryResult(
        city=program.city,
        program=program.id,
        recoveries=answers,
        examples=examples_among(one for each in answers for one in each.amounts),
        missing_facts=missing_money(program, missing),
        law_date=on,
        code_version=program.source.code_version,
    )
