"""What securities are required, and how they stand."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

from citycode.elements.balances import balance
from citycode.elements.rounding import CENT
from citycode.elements.securities import Security, last_day_set, secured
from citycode.elements.security_accounts import Floor
from citycode.facts import Facts
from citycode.questions.errors import AmountError, UnknownElement
from citycode.questions.money import examples_among, missing_money, reckoned
from citycode.results.securities import SecuritiesResult, SecurityAccount, SecurityAnswer

if TYPE_CHECKING:
    from citycode.program import Program


def securities(
    program: Program,
    facts: Facts,
    on: date,
    accounts: Mapping[str, SecurityAccount],
    amounts: Mapping[str, Decimal] | None,
) -> SecuritiesResult:
    """Raises AmountError for an account that cannot be, UnknownElement for one of no security there is."""
    found = reckoned(program, facts, on, None, amounts)
    rules = found.edition.all(Security)
    known = [each.cited.id for each in rules]
    for name, account in accounts.items():
        if name not in known:
            raise UnknownElement(name, known)
        _require_sound(name, account)
    answers = []
    for rule in rules:
        answer = secured(rule, found.charged, accounts.get(rule.cited.id), found.stated)
        answers.append(_with_last_day(program, rule.floor, answer, facts, on))
    return SecuritiesResult(
        city=program.city,
        program=program.id,
        securities=tuple(answers),
        examples=examples_among(one for each in answers for one in each.amounts),
        missing_facts=missing_money(program, (name for each in answers for name in _missing(each))),
        law_date=on,
        code_version=program.source.code_version,
    )


def _with_last_day(
    program: Program, floor: Floor | None, answer: SecurityAnswer, facts: Facts, on: date
) -> SecurityAnswer:
    restoration = answer.restoration
    if floor is None or floor.starts is None or restoration is None or restoration.fell_on is None:
        return answer
    clocks = program.clocks(floor.starts, restoration.fell_on, facts, law_on=on).clocks
    return last_day_set(answer, next((each.last_day for each in clocks if each.id == floor.within), None))


def _missing(answer: SecurityAnswer) -> tuple[str, ...]:
    parts = (answer.cash, answer.draw, answer.release, *answer.reductions)
    return (*answer.missing, *(name for each in parts if each is not None for name in each.missing))


def _require_sound(name: str, account: SecurityAccount) -> None:
    stated = [each.usd for each in account.movements]
    stated += [each for each in (account.required_usd, account.initial_usd) if each is not None]
    for usd in stated:
        if usd < 0 or (Fraction(usd) / CENT).denominator != 1:
            raise AmountError(name, f"{usd} is no amount of whole cents", "accounts")
    for day, held in balance(account.movements).after:
        if held < 0:
            raise AmountError(name, f"by {day} more was taken out than had been put in", "accounts")
