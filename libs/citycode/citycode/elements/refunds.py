"""Refunds: what of a paid fee may be given back, how much at most, and whether it was asked for in time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from citycode.elements.amounts import Amount, Several, Sum
from citycode.elements.cited import Cited
from citycode.elements.fees import Charged
from citycode.elements.gates import Gate
from citycode.elements.reckoning import amount_notes, binds, lacking, rounded, set_amounts, settled, usd_of
from citycode.elements.rounding import Rounding, money_words
from citycode.results.fees import RefundLine, RefundOutcome


@dataclass(frozen=True, slots=True)
class Refund:
    """At most `at_most` (all of it where None) of what was `paid`; due where `mandatory`, else `by` may."""

    cited: Cited
    gate: Gate
    paid: Amount
    at_most: Amount | None
    by: str | None
    by_title: str
    mandatory: bool
    rounding: Rounding


def refunded(refund: Refund, charged: Charged, stated: Mapping[str, Fraction]) -> RefundLine:
    """Whether and how much may be given back."""
    at, cited = charged.at, refund.cited
    standing = binds(refund.gate, refund.cited, at)
    paid = settled(refund.paid, at, refund.rounding)
    whole = refund.at_most or refund.paid
    limit = Several("lesser", (whole, refund.paid)).work(at)
    most = standing.over(rounded(limit, refund.rounding, is_limit=True))
    outcome: RefundOutcome = "due" if refund.mandatory else "may_be_refunded"
    missing: tuple[str, ...] = ()
    lack = lacking(most, at)
    if standing.no is not None:
        outcome, most, sentence = "refused", Sum.known(0), standing.told(f"{cited.title}: no refund")
    elif lack is not None:
        outcome, missing, sentence = lack.outcome, lack.missing, lack.sentence
    else:
        how = "is to be paid back" if refund.mandatory else f"at most may be paid back{refund.by_title}"
        sentence = f"{cited.title}: {money_words(most.usd or 0)} {how}."
    reads = refund.paid.reads(at) | whole.reads(at)
    amounts = set_amounts(charged.resting(reads), at.money, at.asked.on, stated)
    return RefundLine(
        id=cited.id,
        rule=cited.rule,
        title=cited.title,
        outcome=outcome,
        paid_usd=usd_of(paid),
        at_most_usd=usd_of(most),
        by=refund.by,
        sentence=sentence,
        steps=most.steps,
        rests_on=tuple(dict.fromkeys(most.rules)),
        amounts=amounts,
        missing=missing,
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *amount_notes(amounts)),
    )
