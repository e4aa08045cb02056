"""Fees: what is charged, each line with its arithmetic; later lines read those before them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum
from citycode.elements.asking import in_words
from citycode.elements.cited import Cited
from citycode.elements.gates import Gate
from citycode.elements.reckoning import (
    amount_notes,
    applies,
    binds,
    bound,
    lacking,
    set_amounts,
    settled,
    usd_of,
)
from citycode.elements.rounding import Rounding, money_words
from citycode.language import Expression
from citycode.results.fees import FeeLine, FeeOutcome

NOTHING = Sum.known(0)


@dataclass(frozen=True, slots=True)
class Waiver:
    """`when` it holds, the fee is not charged."""

    cited: Cited
    when: Expression


@dataclass(frozen=True, slots=True)
class Fee:
    """Later formulas read it as f.<name>; `before` is the event it is paid before, in words too."""

    cited: Cited
    name: str | None
    gate: Gate
    amount: Amount
    at_least: Amount | None
    at_most: Amount | None
    waived: tuple[Waiver, ...]
    before: str | None
    before_words: str
    payer: str | None
    discretionary: bool
    rounding: Rounding

    def reads(self, at: Reckoning) -> frozenset[str]:
        bounds = (each.reads(at) for each in (self.at_least, self.at_most) if each is not None)
        return self.amount.reads(at).union(*bounds)


@dataclass(frozen=True, slots=True)
class Charged:
    """All lines, and the question with every named fee bound, for what is reckoned from fees.

    `rests` are the scheduled amounts behind each named fee.
    """

    lines: tuple[FeeLine, ...]
    at: Reckoning
    rests: Mapping[str, frozenset[str]]

    def resting(self, reads: frozenset[str]) -> frozenset[str]:
        """`reads` with what named fees rest on."""
        return reads.union(*(self.rests[name] for name in reads if name in self.rests))


def charged(
    fees: Sequence[Fee], at: Reckoning, names: Sequence[str], stated: Mapping[str, Fraction]
) -> Charged:
    """Every fee in the order of the pack. `names` are all names of fees the program has at any time; one
    without a fee in force that day comes to nothing.
    """
    bindings = {**at.asked.bindings, **{f"f.{name}": Fraction(0) for name in names}}
    rests: dict[str, frozenset[str]] = {}
    here = replace(at, asked=replace(at.asked, bindings=bindings))
    lines = []
    for fee in fees:
        reads = fee.reads(here)
        resting = reads.union(*(rests[name] for name in reads if name in rests))
        line, found = _line(fee, here, resting, stated)
        lines.append(line)
        if fee.name is not None:
            bindings = {**here.asked.bindings, f"f.{fee.name}": bound(found)}
            here = replace(here, asked=replace(here.asked, bindings=bindings))
            rests[f"f.{fee.name}"] = resting if line.amounts else frozenset()
    return Charged(tuple(lines), here, rests)


def _line(
    fee: Fee, at: Reckoning, resting: frozenset[str], stated: Mapping[str, Fraction]
) -> tuple[FeeLine, Sum]:
    standing = binds(fee.gate, fee.cited, at)
    if standing.no is not None:
        return _shown(fee, at, "not_applicable", NOTHING, standing.told("Does not apply")), NOTHING
    found = standing.over(settled(fee.amount, at, fee.rounding, fee.at_least, fee.at_most))
    for waiver in fee.waived:
        free = applies(waiver.when, at.asked)
        if free.yes and standing.yes:
            why = in_words(waiver.when, at.asked)[0]
            told = f"{fee.cited.title}: not charged under {waiver.cited.section}: {why[:1].lower()}{why[1:]}"
            return _shown(fee, at, "waived", replace(NOTHING, rules=(waiver.cited.id,)), told), NOTHING
        found = free.over(found)
    lack = lacking(found, at)
    if lack is None:
        outcome: FeeOutcome = "may_be_charged" if fee.discretionary else "due"
        line = _shown(fee, at, outcome, found, _told(fee, found.usd or Fraction(0)))
    else:
        line = replace(_shown(fee, at, lack.outcome, found, lack.sentence), missing=lack.missing)
    amounts = set_amounts(resting, at.money, at.asked.on, stated)
    return replace(line, amounts=amounts, notes=(*line.notes, *amount_notes(amounts))), found


def _told(fee: Fee, usd: Fraction) -> str:
    may = " may be charged" if fee.discretionary else ""
    before = f", to be paid before {fee.before_words}" if fee.before_words else ""
    return f"{fee.cited.title}: {money_words(usd)}{may}{before}."


def _shown(fee: Fee, at: Reckoning, outcome: FeeOutcome, found: Sum, sentence: str) -> FeeLine:
    cited = fee.cited
    return FeeLine(
        id=cited.id,
        rule=cited.rule,
        name=fee.name,
        title=cited.title,
        outcome=outcome,
        amount_usd=usd_of(found),
        before=fee.before,
        payer=fee.payer,
        discretionary=fee.discretionary,
        sentence=sentence,
        steps=found.steps,
        rests_on=tuple(dict.fromkeys(found.rules)),
        amounts=(),
        missing=(),
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *fee.rounding.notes) if _was_rounded(found) else cited.notes,
    )


def _was_rounded(found: Sum) -> bool:
    return any(" rounded " in each for each in found.steps[-1:])
