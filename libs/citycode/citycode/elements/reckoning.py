"""What is common to all that is reckoned in money: bounds, rounding, what is lacking, who set an amount."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Literal

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known
from citycode.elements.asking import (
    SILENT,
    Asked,
    Broken,
    holds,
    in_words,
    is_silent,
    missing_names,
    nobody_said,
)
from citycode.elements.cited import Cited
from citycode.elements.gates import Gate
from citycode.elements.rounding import Rounding, decimal_usd, money_words
from citycode.elements.schedules import CityMoney, Source
from citycode.language import Expression, Missing, fact_label
from citycode.results.money import SetAmount

Lack = Literal["needs_information", "law_silent", "not_computable"]


@dataclass(frozen=True, slots=True)
class Lacking:
    """Why an amount is not known: the outcome, the names of what is missing, and a sentence."""

    outcome: Lack
    missing: tuple[str, ...]
    sentence: str


def settled(
    amount: Amount,
    at: Reckoning,
    rounding: Rounding,
    at_least: Amount | None = None,
    at_most: Amount | None = None,
) -> Sum:
    """The amount within its bounds, rounded once; each of these is a step where it changes anything.

    What the upper bound decides is rounded down, so that it is not exceeded.
    """
    found = amount.work(at)
    low = at_least.work(at) if at_least is not None else Sum.known(0)
    high = at_most.work(at) if at_most is not None else found
    known = all_known(found, low, high)
    if isinstance(known, Sum):
        return known
    usd, least, most = known
    steps, rules = list(found.steps), list(found.rules)
    if at_least is not None and usd < least:
        usd = least
        steps += [*low.steps, f"at least {money_words(least)}"]
        rules += low.rules
    capped = at_most is not None and usd > most
    if at_most is not None and capped:
        usd = most
        steps += [*high.steps, f"at most {money_words(most)}"]
        rules += high.rules
    if usd < 0:
        return Sum(None, trouble=f"the amount comes to {money_words(usd)}")
    return rounded(Sum(usd, money_words(usd), tuple(steps), rules=tuple(rules)), rounding, capped)


def rounded(found: Sum, rounding: Rounding, is_limit: bool = False) -> Sum:
    """The same, rounded, with a step where that changes it; a limit is rounded down."""
    if found.usd is None:
        return found
    usd = rounding.not_above(found.usd) if is_limit else rounding.rounded(found.usd)
    if usd == found.usd:
        return found
    how = f"down to {rounding.unit}, as no more is allowed" if is_limit else rounding.words()
    step = f"{money_words(found.usd)} rounded {how}: {money_words(usd)}"
    return replace(found, usd=usd, words=money_words(usd), steps=(*found.steps, step))


def lacking(found: Sum, at: Reckoning) -> Lacking | None:
    """What stands in the way of a sum, in words; None if it is known."""
    if found.usd is not None:
        return None
    if found.missing:
        missing = Missing(found.missing)
        if is_silent(missing):
            return Lacking("law_silent", (), "The law leaves this case open.")
        names = missing_names(missing)
        labels = ", ".join(money_label(each, at.money, at.asked.labels) for each in names)
        return Lacking("needs_information", names, f"Not known yet: {labels}.")
    return Lacking("not_computable", (), f"This cannot be computed from the facts: {found.trouble}.")


@dataclass(frozen=True, slots=True)
class Applies:
    """Whether a condition holds: `no` says why it does not; else what is `missing` or in the way.

    `unsaid` tells the facts that would tell, where it fails only because nobody stated them.
    """

    no: str | None = None
    missing: frozenset[str] = frozenset()
    trouble: str | None = None
    unsaid: str = ""

    @property
    def yes(self) -> bool:
        return self.no is None and not self.missing and self.trouble is None

    def told(self, consequence: str) -> str:
        """Why it does not hold, after what follows from that ("Does not apply")."""
        return f"Not worked out: {self.unsaid}." if self.unsaid else f"{consequence}: {self.no}"

    def over(self, found: Sum) -> Sum:
        """The sum, unknown as long as the condition is."""
        if not self.missing and self.trouble is None:
            return found
        return Sum(None, missing=self.missing | found.missing, trouble=self.trouble or found.trouble)


def applies(when: Expression | None, asked: Asked) -> Applies:
    held = holds(when, asked)
    if held is False and when is not None:
        why = in_words(when, asked)[0]
        return Applies(no=why[:1].lower() + why[1:], unsaid=nobody_said(when, asked))
    if isinstance(held, Missing):
        return Applies(missing=held.facts)
    return Applies(trouble=held.why) if isinstance(held, Broken) else Applies()


def binds(gate: Gate, cited: Cited, at: Reckoning) -> Applies:
    """Whether an element binds: the program is needed, no exemption and no other track stands against it,
    and its condition holds.
    """
    if at.unneeded is not None:
        return Applies(no=at.unneeded)
    standing, ids = at.standing, (cited.rule, cited.id)
    exempt = next((standing.exempt[each] for each in ids if each in standing.exempt), None)
    if exempt is not None:
        return Applies(no=f"exempt under {exempt.cited.section}.")
    undecided = gate.tracks is not None and standing.track is None and bool(standing.track_missing)
    if gate.tracks is not None and standing.track not in gate.tracks and not undecided:
        return Applies(no="another approval track applies.")
    found = applies(gate.when, at.asked)
    perhaps = [name for each in ids for name in standing.perhaps_exempt.get(each, ())]
    if undecided:
        perhaps += standing.track_missing
    if found.no is not None or not perhaps:
        return found
    return replace(found, missing=found.missing.union(perhaps))


def bound(found: Sum) -> Fraction | Missing:
    """The sum as later formulas read it; what cannot be computed is as open as silent law."""
    if found.usd is not None:
        return found.usd
    return Missing(found.missing or frozenset({f"{SILENT}amount"}))


def usd_of(found: Sum) -> Decimal | None:
    return decimal_usd(found.usd) if found.usd is not None else None


def money_label(name: str, money: CityMoney, labels: Mapping[str, str]) -> str:
    """How people call a fact, an amount of the schedule, a value of an index."""
    head, _, rest = name.partition(".")
    if head == "series":
        series, _, day = rest.partition(".")
        return f"{money.series[series].label} of {day}" if series in money.series else rest
    if head == "schedules" and rest in money.schedules:
        return f"{money.schedules[rest].label} in force that day"
    if head == "history":
        return f"how often, so far: {rest.replace('.', ' ').replace('_', ' ')}"
    return fact_label(name, labels)


def set_amounts(
    reads: Iterable[str], money: CityMoney, on: date, stated: Mapping[str, Fraction]
) -> tuple[SetAmount, ...]:
    """The scheduled amounts behind the names `reads`, with who set them."""
    found = (_set_amount(name, money, on, stated) for name in sorted(set(reads)))
    return tuple(each for each in found if each is not None)


def amount_notes(amounts: Sequence[SetAmount]) -> tuple[str, ...]:
    """What must be known of the scheduled amounts: which are examples, what is to be verified."""
    said = []
    for each in amounts:
        if each.example:
            usd = f", {money_words(Fraction(each.usd))}," if each.usd is not None else ""
            said.append(f"Example: {each.label}{usd} is assumed; the city has not set it.")
        said += [f"{each.label[:1].upper()}{each.label[1:]}: {note}" for note in each.notes]
    return tuple(said)


def _set_amount(name: str, money: CityMoney, on: date, stated: Mapping[str, Fraction]) -> SetAmount | None:
    head, _, rest = name.partition(".")
    if head == "fees" and rest in money.fees:
        fee = money.fees[rest]
        if rest in stated:
            return SetAmount(name, fee.label, decimal_usd(stated[rest]), None, False, stated=True)
        dated = fee.on(on)
        if dated is None:
            return None
        return _from(dated.source, name, fee.label, decimal_usd(dated.item))
    if head == "schedules" and rest in money.schedules:
        schedule = money.schedules[rest]
        brackets = schedule.on(on)
        if brackets is None:
            return None
        return _from(brackets.source, name, schedule.label)
    if head == "series" and rest in money.series:
        series = money.series[rest]
        if series.stated:
            return SetAmount(name, series.label, None, None, False, stated=True, notes=series.source.notes)
        return _from(series.source, name, series.label)
    return None


def _from(source: Source, name: str, label: str, usd: Decimal | None = None) -> SetAmount:
    return SetAmount(name, label, usd, source.by, source.example, notes=source.notes)
