"""Amounts that go by a number: so much per unit, per event from the n-th on, by brackets, by an index."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from citycode.elements.amounts import Amount, Reckoning, Sum, all_known, scheduled, valued
from citycode.elements.asking import SILENT
from citycode.elements.rounding import money_words
from citycode.elements.schedules import Bracket, Schedule
from citycode.language import BARE, Date, Expression, Number, value_words


@dataclass(frozen=True, slots=True)
class PerUnit:
    """For each `size` of what `number` has above `over`, or fraction thereof, so much `usd`, beside `first`.

    `whole_only`: a fraction of a unit is not charged.
    """

    number: Expression
    size: Expression
    over: Expression | None
    usd: Expression
    first: Amount | None
    whole_only: bool

    def work(self, at: Reckoning) -> Sum:
        number, size, each = (valued(one, at) for one in (self.number, self.size, self.usd))
        over = valued(self.over, at) if self.over is not None else Sum(Fraction(0))
        first = self.first.work(at) if self.first is not None else Sum(Fraction(0))
        known = all_known(number, size, each, over, first)
        if isinstance(known, Sum):
            return known
        measure, unit, price, free, base = known
        if unit <= 0:
            return Sum(None, trouble="the unit that is charged for is not above zero")
        above = max(Fraction(0), measure - free)
        times = above // unit if self.whole_only else -(-above // unit)
        usd = times * price
        steps = [*number.steps, *each.steps, *first.steps]
        if self.over is None:
            measured = number.words
        elif above:
            measured = f"{self._shown(above)} over {self._bare(free)}"
        else:
            measured = f"{number.words} is not over {self._bare(free)}"
        steps.append(f"{measured}: {times:,} × {money_words(price)} = {money_words(usd)}")
        if self.first is not None:
            steps.append(f"{first.words} + {money_words(usd)} = {money_words(base + usd)}")
        return Sum(base + usd, money_words(base + usd), tuple(steps), rules=first.rules)

    def reads(self, at: Reckoning) -> frozenset[str]:
        own = scheduled(at, self.number, self.size, self.over, self.usd)
        return own | self.first.reads(at) if self.first is not None else own

    def _shown(self, number: Fraction) -> str:
        return value_words(number, self.number.type)

    def _bare(self, number: Fraction) -> str:
        """The number without its unit, which stands before it already; money keeps its sign."""
        type_ = self.number.type
        money = isinstance(type_, Number) and type_.unit.money
        return value_words(number, type_ if money else BARE)


@dataclass(frozen=True, slots=True)
class PerEvent:
    """So much `usd` for each of a `count`, or of the events in the history, from the n-th on.

    `with_earlier`: once there are n, the earlier ones are charged too.
    """

    count: Expression | None
    event: str | None
    event_words: str
    since_nth: Expression | None
    with_earlier: bool
    usd: Expression

    def work(self, at: Reckoning) -> Sum:
        count = self._count(at)
        nth = valued(self.since_nth, at) if self.since_nth is not None else Sum(Fraction(1))
        each = valued(self.usd, at)
        known = all_known(count, nth, each)
        if isinstance(known, Sum):
            return known
        number, nth_one, price = known
        if number < 0 or number.denominator != 1:
            return Sum(None, trouble=f"{count.words} is no count")
        first = max(1, int(nth_one))
        counted = int(number)
        charged = 0 if counted < first else counted if self.with_earlier else counted - first + 1
        told = f", charged from the {_ordinal(first)} on" if first > 1 else ""
        if self.with_earlier and charged and first > 1:
            told += " and with the earlier ones"
        usd = charged * price
        step = f"{count.words}{told}: {charged:,} × {money_words(price)} = {money_words(usd)}"
        return Sum(usd, money_words(usd), (*count.steps, *each.steps, step))

    def reads(self, at: Reckoning) -> frozenset[str]:
        return scheduled(at, self.count, self.since_nth, self.usd)

    def _count(self, at: Reckoning) -> Sum:
        if self.count is not None:
            return valued(self.count, at)
        if at.happened is None:
            return Sum(None, missing=frozenset({f"history.{self.event}"}))
        number = at.happened.get(self.event or "", 0)
        return Sum(Fraction(number), f"{number:,} times {self.event_words}")


@dataclass(frozen=True, slots=True)
class ByBracket:
    """The fee of a bracket schedule at a number."""

    schedule: Schedule
    number: Expression

    def work(self, at: Reckoning) -> Sum:
        number = valued(self.number, at)
        if number.usd is None:
            return number
        in_force = self.schedule.on(at.asked.on)
        if in_force is None:
            return Sum(None, missing=frozenset({f"schedules.{self.schedule.name}"}))
        bracket = next((each for each in in_force.item if each.holds(number.usd)), None)
        if bracket is None:
            return Sum(None, missing=frozenset({f"{SILENT}schedules.{self.schedule.name}"}))
        usd = bracket.fee(number.usd)
        return Sum(usd, money_words(usd), (*number.steps, *self._told(bracket, number.usd, number.words)))

    def reads(self, at: Reckoning) -> frozenset[str]:
        return scheduled(at, self.number) | {f"schedules.{self.schedule.name}"}

    def _told(self, bracket: Bracket, number: Fraction, words: str) -> tuple[str, ...]:
        grown = bracket.grown(number)
        if bracket.low is None and not grown:
            return (f"{words}: {money_words(bracket.usd)}",)
        low = bracket.low or Fraction(0)
        measured = f"{self._shown(number - low)} over {self._shown(low)}" if low else words
        if bracket.plus is not None and bracket.per is not None:
            times = f"{-(-(number - low) // bracket.per):,} × {money_words(bracket.plus)}"
            how = f"{times} per {self._shown(bracket.per)} or fraction"
        elif bracket.rate is not None:
            how = f"{value_words(bracket.rate * 100, BARE)} %"
        else:
            return (f"{words}: {money_words(bracket.usd)}",)
        step = f"{measured}: {how} = {money_words(grown)}"
        if not bracket.usd:
            return (step,)
        total = f"{money_words(bracket.usd)} for the first {self._shown(low)} + {money_words(grown)}"
        return (step, f"{total} = {money_words(bracket.usd + grown)}")

    def _shown(self, number: Fraction) -> str:
        return value_words(number, self.schedule.unit)


@dataclass(frozen=True, slots=True)
class Indexed:
    """Dollars of the day `base`, changed every year on (`month`, `day`) as the series has moved since."""

    usd: Expression
    series: str
    base: date
    month: int
    day: int

    def adjusted_on(self, on: date) -> date:
        """The last day of adjustment up to `on`."""
        this_year = date(on.year, self.month, self.day)
        return this_year if this_year <= on else date(on.year - 1, self.month, self.day)

    def reads(self, at: Reckoning) -> frozenset[str]:
        own = scheduled(at, self.usd)
        indexed = self.adjusted_on(at.asked.on) > self.base
        return own | {f"series.{self.series}"} if indexed else own

    def work(self, at: Reckoning) -> Sum:
        usd = valued(self.usd, at)
        if usd.usd is None:
            return usd
        adjusted = self.adjusted_on(at.asked.on)
        if adjusted <= self.base:
            return Sum(usd.usd, money_words(usd.usd), usd.steps)
        series = at.money.series[self.series]
        first, last = series.values.get(self.base), series.values.get(adjusted)
        if first is None or last is None:
            lacking = [each for each, one in ((self.base, first), (adjusted, last)) if one is None]
            return Sum(None, missing=frozenset(f"series.{self.series}.{each}" for each in lacking))
        indexed = usd.usd * last / first
        step = (
            f"{money_words(usd.usd)} × {value_words(last, BARE)} ÷ {value_words(first, BARE)} "
            f"({series.label}, {value_words(adjusted, Date())} to {value_words(self.base, Date())}) "
            f"= {money_words(indexed)}"
        )
        return Sum(indexed, money_words(indexed), (*usd.steps, step))


def _ordinal(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
