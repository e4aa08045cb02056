"""How money is divided among several."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from citycode.elements.allocations import Allocation, allocated
from citycode.facts import Facts
from citycode.questions.money import examples_among, missing_money, reckoned
from citycode.results.allocations import AllocationsResult

if TYPE_CHECKING:
    from citycode.program import Program


def allocations(
    program: Program, facts: Facts, on: date, amounts: Mapping[str, Decimal] | None
) -> AllocationsResult:
    """Raises AmountError."""
    found = reckoned(program, facts, on, None, amounts)
    answers = tuple(allocated(each, found.charged, found.stated) for each in found.edition.all(Allocation))
    return AllocationsResult(
        city=program.city,
        program=program.id,
        allocations=answers,
        examples=examples_among(one for each in answers for one in each.amounts),
        missing_facts=missing_money(program, (name for each in answers for name in each.missing)),
        law_date=on,
        code_version=program.source.code_version,
    )
