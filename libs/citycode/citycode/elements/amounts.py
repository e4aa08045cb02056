"""Amounts of money worked out exactly, with their arithmetic in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, Protocol

from citycode.elements.asking import Asked, Broken, holds, told, worked
from citycode.elements.gates import Standing
from citycode.elements.rounding import money_words
from citycode.elements.schedules import CityMoney
from citycode.language import Expression, Missing, Trace

EVERYWHERE = Standing()


@dataclass(frozen=True, slots=True)
class Sum:
    """Exact dollars, how they are called in the next step (`words`), and the `steps` that led to them.

    Without dollars: `missing` names what is needed (with markers of open law), `trouble` why they cannot be
    computed. `rules` are ids of rules that bore on it.
    """

    usd: Fraction | None
    words: str = ""
    steps: tuple[str, ...] = ()
    missing: frozenset[str] = frozenset()
    trouble: str | None = None
    rules: tuple[str, ...] = ()

    @classmethod
    def known(cls, usd: int | Fraction, words: str = "", steps: Sequence[str] = ()) -> Sum:
        return cls(Fraction(usd), words or money_words(usd), tuple(steps))


@dataclass(frozen=True, slots=True)
class Reckoning:
    """What amounts are worked out from: the question, the city's money, counts of events in the history
    (None: no history was stated), and the sum a bare percent is of. `standing` is the track and the
    exemptions; `unneeded` says why the program does not bind at all, if it is known not to.
    """

    asked: Asked
    money: CityMoney
    happened: Mapping[str, int] | None = None
    base: Sum | None = None
    standing: Standing = EVERYWHERE
    unneeded: str | None = None


class Form(Protocol):
    """One way to say an amount."""

    def work(self, at: Reckoning) -> Sum: ...

    def reads(self, at: Reckoning) -> frozenset[str]:
        """Names of scheduled amounts, schedules, series and fees it looks at for these facts."""
        ...


@dataclass(frozen=True, slots=True)
class Amount:
    """A form with the condition under which it counts among several, and the rules it rests on."""

    form: Form
    when: Expression | None = None
    rules: tuple[str, ...] = ()

    def work(self, at: Reckoning) -> Sum:
        found = self.form.work(at)
        return replace(found, rules=(*self.rules, *found.rules)) if self.rules else found

    def reads(self, at: Reckoning) -> frozenset[str]:
        return self.form.reads(at)


def scheduled(at: Reckoning, *formulas: Expression | None) -> frozenset[str]:
    """The scheduled amounts and the fees that formulas look at for these facts."""
    found: set[str] = set()
    for each in formulas:
        if each is not None and any(name.startswith(("fees.", "f.")) for name in each.facts):
            work = worked(each, at.asked)
            found |= each.facts if isinstance(work, Broken) else _looked_at(work)
    return frozenset(name for name in found if name.startswith(("fees.", "f.")))


def _looked_at(work: Trace) -> set[str]:
    own = {str(work.detail)} if work.kind == "fact" else set()
    return own.union(*(_looked_at(each) for each in work.parts))


def valued(expression: Expression, at: Reckoning) -> Sum:
    """The number of any unit as an exact fraction, its words and steps."""
    work = worked(expression, at.asked)
    if isinstance(work, Broken):
        return Sum(None, trouble=work.why)
    if isinstance(work.value, Missing):
        return Sum(None, missing=work.value.facts)
    if not isinstance(work.value, int | Fraction):
        return Sum(None, trouble="a square root comes to no exact amount")
    sentence, steps = told(work, at.asked)
    return Sum(Fraction(work.value), sentence[0].lower() + sentence[1:].rstrip("."), steps)


def all_known(*parts: Sum) -> tuple[Fraction, ...] | Sum:
    """The dollars (or numbers) of all parts, else what stands in the way of any of them."""
    known = tuple(each.usd for each in parts if each.usd is not None)
    if len(known) == len(parts):
        return known
    missing = frozenset(name for each in parts for name in each.missing)
    return Sum(None, missing=missing, trouble=next((each.trouble for each in parts if each.trouble), None))


@dataclass(frozen=True, slots=True)
class Dollars:
    """A formula of dollars."""

    formula: Expression

    def work(self, at: Reckoning) -> Sum:
        found = valued(self.formula, at)
        if found.usd is None or not found.steps:
            return found
        return replace(found, words=money_words(found.usd))

    def reads(self, at: Reckoning) -> frozenset[str]:
        return scheduled(at, self.formula)


@dataclass(frozen=True, slots=True)
class Share:
    """A percentage (`per_cent`) or multiple `factor` of another amount; of the base where `of` is None."""

    factor: Expression
    per_cent: bool
    of: Amount | None

    def work(self, at: Reckoning) -> Sum:
        factor = valued(self.factor, at)
        whole = self.of.work(at) if self.of is not None else at.base or Sum(None, trouble="there is no whole")
        known = all_known(factor, whole)
        if isinstance(known, Sum):
            return known
        usd = known[0] * known[1] / (100 if self.per_cent else 1)
        between = " of " if self.per_cent else " × "
        step = f"{factor.words}{between}{whole.words} = {money_words(usd)}"
        return Sum(usd, money_words(usd), (*factor.steps, *whole.steps, step), rules=whole.rules)

    def reads(self, at: Reckoning) -> frozenset[str]:
        own = scheduled(at, self.factor)
        return own | self.of.reads(at) if self.of is not None else own


@dataclass(frozen=True, slots=True)
class Several:
    """The greater, the lesser or the sum of those parts that apply."""

    which: Literal["greater", "lesser", "sum"]
    parts: tuple[Amount, ...]

    def work(self, at: Reckoning) -> Sum:
        held = [(each, holds(each.when, at.asked)) for each in self.parts]
        unknown = frozenset(name for _, one in held if isinstance(one, Missing) for name in one.facts)
        broken = next((one.why for _, one in held if isinstance(one, Broken)), None)
        sums = [each.work(at) for each, one in held if one is True]
        known = all_known(*sums, *([Sum(None, missing=unknown, trouble=broken)] if unknown or broken else []))
        if isinstance(known, Sum):
            return known
        if not sums:
            return Sum(None, trouble="no part of the amount applies to the facts")
        return self._joined(sums, known) if len(sums) > 1 else sums[0]

    def reads(self, at: Reckoning) -> frozenset[str]:
        applying = [each for each in self.parts if holds(each.when, at.asked) is not False]
        return frozenset[str]().union(*(each.reads(at) for each in applying))

    def _joined(self, sums: Sequence[Sum], amounts: Sequence[Fraction]) -> Sum:
        match self.which:
            case "greater":
                usd = max(amounts)
            case "lesser":
                usd = min(amounts)
            case _:
                usd = sum(amounts, Fraction(0))
        steps = [step for each in sums for step in each.steps]
        said = [each.words for each in sums]
        if self.which == "sum":
            line = f"{' + '.join(said)} = {money_words(usd)}"
            rules = tuple(rule for each in sums for rule in each.rules)
        else:
            line = f"the {self.which} of {', '.join(said[:-1])} and {said[-1]} is {money_words(usd)}"
            rules = next(each.rules for each in sums if each.usd == usd)
        return Sum(usd, money_words(usd), (*steps, line), rules=rules)
