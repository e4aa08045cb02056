"""Securities: how much, which share in cash, what may be drawn, restored, reduced, released."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known
from citycode.elements.asking import holds
from citycode.elements.balances import balance
from citycode.elements.cited import Cited
from citycode.elements.fees import Charged
from citycode.elements.gates import Gate
from citycode.elements.reckoning import (
    amount_notes,
    applies,
    binds,
    lacking,
    rounded,
    set_amounts,
    settled,
    usd_of,
)
from citycode.elements.rounding import Rounding, decimal_usd, money_words
from citycode.elements.security_accounts import (
    Draws,
    Floor,
    ReductionRule,
    ReleaseRule,
    drawn,
    reduced,
    released,
    restored,
)
from citycode.language import Expression
from citycode.results.securities import CashShare, Remainder, SecurityAccount, SecurityAnswer


@dataclass(frozen=True, slots=True)
class CashRow:
    cited: Cited
    when: Expression | None
    amount: Amount


@dataclass(frozen=True, slots=True)
class RemainderRule:
    """What becomes of the part that need not be cash."""

    cited: Cited
    forms: tuple[str, ...]
    holders: tuple[str, ...]
    choice: str | None


@dataclass(frozen=True, slots=True)
class Security:
    cited: Cited
    gate: Gate
    amount: Amount
    before: str | None
    forms: tuple[str, ...]
    discretionary: bool
    cash: tuple[CashRow, ...]
    remainder: RemainderRule | None
    draws: Draws | None
    floor: Floor | None
    reduce: tuple[ReductionRule, ...]
    release: ReleaseRule | None
    rounding: Rounding

    def reads(self, at: Reckoning) -> frozenset[str]:
        rows = [each.amount for each in self.cash if holds(each.when, at.asked) is not False]
        amounts = [self.amount, *rows]
        if self.draws is not None:
            amounts += [each.amount for each in self.draws.costs]
            amounts += [self.draws.fee] if self.draws.fee is not None else []
        return frozenset[str]().union(*(each.reads(at) for each in amounts))


def secured(
    security: Security,
    charged: Charged,
    account: SecurityAccount | None,
    stated: Mapping[str, Fraction],
) -> SecurityAnswer:
    """Everything one security asks; `account` is what has happened to it, None if none was stated.

    The last day to restore is left out: it is a clock of the program.
    """
    at, cited = charged.at, security.cited
    standing = binds(security.gate, security.cited, at)
    law = standing.over(settled(security.amount, at, security.rounding))
    required = law
    if account is not None and account.required_usd is not None:
        required = Sum.known(Fraction(account.required_usd))
    lack = lacking(required, at)
    missing = lack.missing if lack else ()
    amounts = set_amounts(charged.resting(security.reads(at)), at.money, at.asked.on, stated)
    answer = SecurityAnswer(
        id=cited.id,
        rule=cited.rule,
        title=cited.title,
        outcome=lack.outcome if lack else "known",
        required_usd=usd_of(required),
        discretionary=security.discretionary,
        before=security.before,
        forms=security.forms,
        cash=None,
        remainder=None,
        held_usd=None,
        short_usd=None,
        draw=None,
        restoration=None,
        reductions=(),
        release=None,
        sentence=lack.sentence if lack else f"{cited.title}: {required.words} is required.",
        steps=required.steps,
        rests_on=tuple(dict.fromkeys(required.rules)),
        amounts=amounts,
        missing=missing,
        section=cited.section,
        cite=cited.cite,
        law_date=at.asked.on,
        code_version=cited.code_version,
        notes=(*cited.notes, *amount_notes(amounts)),
    )
    if standing.no is not None:
        told = standing.told("Does not apply")
        nothing = replace(answer, required_usd=None, missing=(), steps=(), amounts=())
        return replace(nothing, outcome="not_applicable", sentence=told)
    return _with_account(answer, security, at, required, law, account)


def _with_account(
    answer: SecurityAnswer,
    security: Security,
    at: Reckoning,
    required: Sum,
    law: Sum,
    account: SecurityAccount | None,
) -> SecurityAnswer:
    held = balance(account.movements) if account is not None else None
    short = None
    if held is not None and required.usd is not None:
        short = Sum.known(max(Fraction(0), required.usd - held.usd))
    initial = law
    if account is not None and account.initial_usd is not None:
        initial = Sum.known(Fraction(account.initial_usd))
    recommended = account.recommended if account is not None else None
    cash = None
    if security.cash:
        cash = _cash(security.cash, replace(at, base=_named(required)), required, security.rounding)
    return replace(
        answer,
        cash=cash,
        remainder=_remainder(security.remainder, cash) if security.remainder else None,
        held_usd=decimal_usd(held.usd) if held is not None else None,
        short_usd=usd_of(short) if short is not None else None,
        draw=drawn(security.draws, at, held, security.rounding) if security.draws else None,
        restoration=restored(security.floor, at, required, held, security.rounding)
        if security.floor
        else None,
        reductions=tuple(
            reduced(each, at, required, initial, recommended, security.rounding) for each in security.reduce
        ),
        release=released(security.release, at, held) if security.release else None,
    )


def _remainder(rule: RemainderRule, cash: CashShare | None) -> Remainder:
    usd = cash.remainder_usd if cash is not None else None
    return Remainder(rule.cited.id, usd, rule.forms, rule.holders, rule.choice, rule.cited.text)


def _named(required: Sum) -> Sum:
    return replace(required, words=f"the security {required.words}") if required.usd is not None else required


def _cash(rows: Sequence[CashRow], at: Reckoning, required: Sum, rounding: Rounding) -> CashShare:
    """The first row that applies, while all before it are known not to."""
    for row in rows:
        standing = applies(row.when, at.asked)
        if standing.no is not None:
            continue
        found = standing.over(rounded(row.amount.work(at), rounding))
        lack = lacking(found, at)
        if lack is not None:
            return CashShare(row.cited.id, lack.outcome, None, None, lack.sentence, (), lack.missing)
        known = all_known(found, required)
        if isinstance(known, Sum):
            return CashShare(row.cited.id, "needs_information", None, None, "", (), ())
        cash = min(known)
        steps = found.steps
        if known[0] > known[1]:
            steps = (*steps, f"not more than the security {money_words(known[1])}")
        rest = known[1] - cash
        told = f"{money_words(cash)} must be cash ({row.cited.section}); {money_words(rest)} remains."
        cash_usd, rest_usd = decimal_usd(cash), decimal_usd(rest)
        return CashShare(row.cited.id, "known", cash_usd, rest_usd, told, steps, ())
    told = "The law does not say which share must be cash in this case."
    return CashShare(None, "law_silent", None, None, told, (), ())


def last_day_set(answer: SecurityAnswer, last_day: date | None) -> SecurityAnswer:
    """The answer with the last day to restore, counted by a clock."""
    if answer.restoration is None or last_day is None:
        return answer
    return replace(answer, restoration=replace(answer.restoration, last_day=last_day))
