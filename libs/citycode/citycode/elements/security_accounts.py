"""What may be drawn from a security, when it must be restored, reduced, released."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known, valued
from citycode.elements.balances import Balance
from citycode.elements.cited import Cited
from citycode.elements.costs import Cost, totaled
from citycode.elements.reckoning import applies, lacking
from citycode.elements.rounding import Rounding, decimal_usd, money_words
from citycode.language import Date, Expression, value_words
from citycode.results.securities import Draw, ReductionAnswer, Release, Restoration


@dataclass(frozen=True, slots=True)
class Draws:
    cited: Cited
    costs: tuple[Cost, ...]
    fee: Amount | None
    fee_label: str


@dataclass(frozen=True, slots=True)
class Floor:
    """`below` (percent of what is required; None: any draw) calls for restoring to `restore` percent.

    `within` is the id of the clock that runs then, `starts` the event that starts it.
    """

    cited: Cited
    below: Expression | None
    restore: Expression
    within: str | None
    starts: str | None
    before: str | None
    lapse: Cited | None


@dataclass(frozen=True, slots=True)
class ReductionRule:
    cited: Cited
    when: Expression
    share: Expression
    of: Literal["required", "initial"]
    needs: str | None
    needs_title: str


@dataclass(frozen=True, slots=True)
class ReleaseRule:
    cited: Cited
    when: Expression | None
    within: str | None
    by: str | None


def drawn(draws: Draws, at: Reckoning, held: Balance | None, rounding: Rounding) -> Draw:
    found = totaled(draws.costs, draws.fee, draws.fee_label, at, rounding)
    total = found.total
    lack = lacking(total, at)
    if lack is not None or total.usd is None:
        sentence, missing = (lack.sentence, lack.missing) if lack else ("", ())
        return Draw(draws.cited.id, found.lines, None, None, None, None, sentence, missing)
    told = f"{money_words(total.usd)} may be drawn"
    if held is None:
        told += " as far as is held."
        return Draw(draws.cited.id, found.lines, decimal_usd(total.usd), None, None, None, told, ())
    taken = min(total.usd, held.usd)
    rest = total.usd - taken
    told += f" of {money_words(held.usd)} held" + (f"; {money_words(rest)} is not covered" if rest else "")
    return Draw(
        draws.cited.id,
        found.lines,
        decimal_usd(total.usd),
        decimal_usd(taken),
        decimal_usd(rest),
        decimal_usd(held.usd - taken),
        f"{told}.",
        (),
    )


def restored(
    floor: Floor,
    at: Reckoning,
    required: Sum,
    held: Balance | None,
    rounding: Rounding,
) -> Restoration:
    lapse = floor.lapse
    lapse_id, says = (lapse.id, lapse.text) if lapse is not None else (None, None)
    none = Restoration(floor.cited.id, None, None, None, None, None, floor.before, lapse_id, says, "")
    below = valued(floor.below, at) if floor.below is not None else Sum.known(100)
    known = all_known(required, below, valued(floor.restore, at))
    if isinstance(known, Sum) or held is None:
        return replace(none, sentence="Whether it must be restored is told once its movements are stated.")
    needed, share, restore = known
    least, full = needed * share / 100, needed * restore / 100
    fell = held.fell_below(least)
    floor_usd = decimal_usd(rounding.rounded(least))
    if fell is None:
        how = "which is not below" if held.usd >= least else "and never was as much as"
        told = f"{money_words(held.usd)} is held, {how} {money_words(least)}."
        return replace(none, due=False, floor_usd=floor_usd, sentence=told)
    day = value_words(fell, Date())
    deposit = rounding.rounded(full - held.usd)
    told = (
        f"{money_words(held.usd)} is held, below {money_words(least)} since {day}: "
        f"{money_words(deposit)} must be deposited."
    )
    usd = decimal_usd(deposit)
    return replace(none, due=True, floor_usd=floor_usd, deposit_usd=usd, fell_on=fell, sentence=told)


def reduced(
    rule: ReductionRule,
    at: Reckoning,
    required: Sum,
    initial: Sum,
    recommended: bool | None,
    rounding: Rounding,
) -> ReductionAnswer:
    none = ReductionAnswer(rule.cited.id, "not_applicable", None, rule.needs, "", ())
    standing = applies(rule.when, at.asked)
    if standing.no is not None:
        return replace(none, sentence=standing.told("No reduction"))
    share = valued(rule.share, at)
    known = all_known(required, initial, share)
    if isinstance(known, Sum) or not standing.yes:
        lack = lacking(standing.over(known if isinstance(known, Sum) else share), at)
        told, missing = (lack.sentence, lack.missing) if lack else ("", ())
        return replace(none, outcome="needs_information", sentence=told, missing=missing)
    base = known[0] if rule.of == "required" else known[1]
    lowered = rounding.rounded(min(known[0], base * (1 - known[2])))
    usd = decimal_usd(lowered)
    if rule.needs is not None and recommended is not True:
        if_told = f"if the {rule.needs_title} recommends it in writing"
        told = f"It may be lowered to {money_words(lowered)} {if_told}."
        return replace(none, outcome="needs_recommendation", reduced_to_usd=usd, sentence=told)
    told = f"It may be lowered to {money_words(lowered)}."
    return replace(none, outcome="may_be_reduced", reduced_to_usd=usd, sentence=told)


def released(rule: ReleaseRule, at: Reckoning, held: Balance | None) -> Release:
    standing = applies(rule.when, at.asked)
    usd = decimal_usd(held.usd) if held is not None else None
    if standing.no is not None:
        return Release(rule.cited.id, False, None, rule.by, rule.within, standing.told("It is kept"), ())
    lack = lacking(standing.over(Sum(None)), at) if not standing.yes else None
    if lack is not None:
        return Release(rule.cited.id, None, None, rule.by, rule.within, lack.sentence, lack.missing)
    what = money_words(held.usd) if held is not None else "What is left"
    return Release(rule.cited.id, True, usd, rule.by, rule.within, f"{what} is to be given back.", ())
