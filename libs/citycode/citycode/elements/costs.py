"""Costs of the city, added up, with a fee or an addition on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known
from citycode.elements.reckoning import rounded, usd_of
from citycode.elements.rounding import Rounding, money_words
from citycode.results.money import CostLine


@dataclass(frozen=True, slots=True)
class Cost:
    """One cost and what people call it."""

    label: str
    amount: Amount


@dataclass(frozen=True, slots=True)
class Totaled:
    """The lines in order, the sum of the costs, the addition, and the sum of both."""

    lines: tuple[CostLine, ...]
    costs: Sum
    plus: Sum | None
    total: Sum


def totaled(
    costs: Sequence[Cost], plus: Amount | None, plus_label: str, at: Reckoning, rounding: Rounding
) -> Totaled:
    """Each line rounded by itself; a bare percent in `plus` is of the costs."""
    sums = [rounded(each.amount.work(at), rounding) for each in costs]
    known = all_known(*sums)
    usd = known if isinstance(known, Sum) else Sum.known(sum(known, Fraction(0)))
    costs_sum = replace(usd, words=f"costs of {usd.words}") if usd.usd is not None else usd
    lines = [_line(each.label, one) for each, one in zip(costs, sums, strict=True)]
    if plus is None:
        return Totaled(tuple(lines), usd, None, usd)
    added = rounded(plus.work(replace(at, base=costs_sum)), rounding)
    lines.append(_line(plus_label, added))
    both = all_known(usd, added)
    if isinstance(both, Sum):
        return Totaled(tuple(lines), usd, added, both)
    whole = both[0] + both[1]
    step = f"{money_words(both[0])} + {money_words(both[1])} = {money_words(whole)}"
    return Totaled(tuple(lines), usd, added, Sum.known(whole, steps=(*added.steps, step)))


def _line(label: str, found: Sum) -> CostLine:
    return CostLine(label, usd_of(found), found.steps)
