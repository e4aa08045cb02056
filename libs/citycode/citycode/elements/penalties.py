"""Penalties: what a violation is, how many there are, and what they cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from citycode.elements.amounts import Amount, Sum, all_known, valued
from citycode.elements.cited import Cited
from citycode.elements.fees import Charged
from citycode.elements.gates import Gate
from citycode.elements.reckoning import amount_notes, binds, lacking, rounded, set_amounts, usd_of
from citycode.elements.rounding import Rounding, money_words
from citycode.language import Expression
from citycode.results.enforcement_costs import Penalty
from citycode.results.money import MoneyOutcome


@dataclass(frozen=True, slots=True)
class PenaltyRule:
    """`days` counts offenses where each day is one; `amount` are the dollars of each."""

    cited: Cited
    gate: Gate
    offense: str
    offense_words: str
    days: Expression | None
    amount: Amount | None
    also: tuple[str, ...]
    rounding: Rounding


def penalized(rule: PenaltyRule, charged: Charged, stated: Mapping[str, Fraction]) -> Penalty:
    at, cited = charged.at, rule.cited
    standing = binds(rule.gate, rule.cited, at)
    days = valued(rule.days, at) if rule.days is not None else Sum.known(1)
    if days.usd is not None and (days.usd < 0 or days.usd.denominator != 1):
        days = Sum(None, trouble=f"{days.words} is no number of days")
    each = rule.amount.work(at) if rule.amount is not None else Sum.known(0)
    known = all_known(days, each)
    steps: tuple[str, ...] = ()
    if isinstance(known, Sum):
        total = known
    else:
        usd = known[0] * known[1]
        step = f"{days.words}: {int(known[0]):,} × {money_words(known[1])} = {money_words(usd)}"
        shown = (step,) if rule.days is not None and rule.amount is not None else ()
        total = rounded(Sum.known(usd, steps=(*each.steps, *shown)), rule.rounding)
        steps = total.steps
    found = standing.over(total)
    lack = lacking(found, at)
    outcome: MoneyOutcome = lack.outcome if lack else "known"
    counted = rule.days is not None and days.usd is not None and lack is None
    offenses = int(days.usd or 0) if counted else None
    sentence = lack.sentence if lack else _told(rule, offenses or 0, total)
    if standing.no is not None:
        outcome, offenses, steps = "not_applicable", 0, ()
        sentence, found = standing.told("Does not apply"), Sum.known(0)
    reads = rule.amount.reads(at) if rule.amount is not None else frozenset[str]()
    amounts = set_amounts(charged.resting(reads), at.money, at.asked.on, stated)
    return Penalty(
        id=cited.id,
        rule=cited.rule,
        title=cited.title,
        outcome=outcome,
        offense=rule.offense,
        offenses=offenses,
        amount_usd=usd_of(found) if rule.amount is not None else None,
        also=rule.also,
        sentence=sentence,
        steps=steps,
        amounts=amounts,
        missing=lack.missing if lack and standing.no is None else (),
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *amount_notes(amounts)),
    )


def _told(rule: PenaltyRule, offenses: int, total: Sum) -> str:
    each = "; each day is a separate offense" if rule.days is not None else ""
    number = f", {offenses:,} so far" if rule.days is not None else ""
    cost = f", {money_words(total.usd)} in all" if rule.amount is not None and total.usd is not None else ""
    return f"{rule.cited.title}: {rule.offense_words}{each}{number}{cost}."
