"""Cost recovery: what the city may recover of its costs, and by which lane."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known, valued
from citycode.elements.cited import Cited
from citycode.elements.costs import Cost, totaled
from citycode.elements.fees import Charged
from citycode.elements.gates import Gate
from citycode.elements.reckoning import amount_notes, applies, binds, lacking, set_amounts, usd_of
from citycode.elements.rounding import Rounding, decimal_usd, money_words
from citycode.language import Expression
from citycode.results.enforcement_costs import LaneAnswer, LaneKind, Recovery
from citycode.results.money import CostLine

LANE_WORDS: dict[LaneKind, str] = {
    "assessment": "by special assessment against the property",
    "certification": "by certification to the county auditor, with the taxes",
    "personal_obligation": "as a personal obligation",
    "civil_action": "by civil action",
}


@dataclass(frozen=True, slots=True)
class Lane:
    """One way to collect, open `when` it holds; `clock` is the id of the clock it runs by."""

    cited: Cited
    lane: LaneKind
    when: Expression | None
    statute: str | None
    clause: str | None
    by: str | None
    clock: str | None


@dataclass(frozen=True, slots=True)
class RecoveryRule:
    """`plus` is an addition on the costs, `security` the dollars held that are used first."""

    cited: Cited
    gate: Gate
    costs: tuple[Cost, ...]
    plus: Amount | None
    security: Expression | None
    payer: str | None
    lanes: tuple[Lane, ...]
    rounding: Rounding

    def reads(self, at: Reckoning) -> frozenset[str]:
        amounts = [each.amount for each in self.costs] + ([self.plus] if self.plus is not None else [])
        return frozenset[str]().union(*(each.reads(at) for each in amounts))


def recovered(rule: RecoveryRule, charged: Charged, stated: Mapping[str, Fraction]) -> Recovery:
    at, cited = charged.at, rule.cited
    standing = binds(rule.gate, rule.cited, at)
    found = totaled(rule.costs, rule.plus, "addition", at, rule.rounding)
    held = valued(rule.security, at) if rule.security is not None else Sum.known(0)
    known = all_known(found.total, held)
    total = standing.over(found.total if not isinstance(known, Sum) else known)
    drawn = rest = None
    if standing.no is not None:
        total = Sum.known(0)
    elif not isinstance(known, Sum) and total.usd is not None:
        drawn = min(known[0], max(Fraction(0), known[1]))
        rest = known[0] - drawn
    lack = lacking(total, at)
    sentence = lack.sentence if lack else _told(rule, total, drawn, rest)
    if standing.no is not None:
        sentence = standing.told("Nothing may be recovered under this")
    plus = CostLine("addition", usd_of(found.plus), found.plus.steps) if found.plus is not None else None
    amounts = set_amounts(charged.resting(rule.reads(at)), at.money, at.asked.on, stated)
    return Recovery(
        id=cited.id,
        rule=cited.rule,
        title=cited.title,
        outcome="not_applicable" if standing.no else lack.outcome if lack else "known",
        costs=found.lines[: len(rule.costs)],
        costs_usd=usd_of(found.costs),
        plus=plus,
        recoverable_usd=usd_of(total),
        from_security_usd=_usd(drawn) if rule.security is not None else None,
        remainder_usd=_usd(rest),
        payer=rule.payer,
        lanes=tuple(_lane(each, at, rest) for each in rule.lanes) if standing.no is None else (),
        sentence=sentence,
        steps=found.total.steps if standing.no is None else (),
        amounts=amounts,
        missing=lack.missing if lack else (),
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *amount_notes(amounts)),
    )


def _lane(lane: Lane, at: Reckoning, rest: Fraction | None) -> LaneAnswer:
    standing = applies(lane.when, at.asked)
    lack = lacking(standing.over(Sum(None)), at) if not standing.yes and standing.no is None else None
    is_open = False if standing.no is not None else None if lack is not None else True
    power = f" ({lane.statute}{f', {lane.clause}' if lane.clause else ''})" if lane.statute else ""
    if standing.no is not None:
        sentence = standing.told(f"Not {LANE_WORDS[lane.lane]}{power}")
    elif lack is not None:
        sentence = lack.sentence
    else:
        sentence = f"What is unpaid may be collected {LANE_WORDS[lane.lane]}{power}."
    return LaneAnswer(
        id=lane.cited.id,
        lane=lane.lane,
        open=is_open,
        usd=_usd(rest) if is_open else None,
        statute=lane.statute,
        clause=lane.clause,
        by=lane.by,
        clock=lane.clock,
        sentence=sentence,
        missing=lack.missing if lack is not None else (),
        notes=lane.cited.notes,
    )


def _told(rule: RecoveryRule, total: Sum, drawn: Fraction | None, rest: Fraction | None) -> str:
    told = f"{rule.cited.title}: {money_words(total.usd or 0)} may be recovered"
    if rule.security is not None and drawn is not None and rest is not None:
        told += f", {money_words(drawn)} of it from the security, {money_words(rest)} beyond it"
    return f"{told}."


def _usd(usd: Fraction | None) -> Decimal | None:
    return decimal_usd(usd) if usd is not None else None
