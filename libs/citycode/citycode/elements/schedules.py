"""Amounts a city sets apart from its ordinance: dated dollars, brackets of one number, indexes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from typing import Generic, TypeVar

from citycode.elements.rounding import Rounding
from citycode.elements.spans import ALWAYS, Span, slices
from citycode.language import Binding, Missing, Number

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Source:
    """Who set an amount: a resolution or a text of law (`by`), or it is a mere `example`."""

    by: str | None
    example: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DatedItem(Generic[T]):
    """What holds during `span`, with its source."""

    span: Span
    item: T
    source: Source


@dataclass(frozen=True, slots=True)
class FeeAmount:
    """Dollars by date, read in formulas as fees.<name>."""

    name: str
    label: str
    versions: tuple[DatedItem[Fraction], ...]

    def on(self, day: date) -> DatedItem[Fraction] | None:
        return next((each for each in self.versions if each.span.holds_on(day)), None)


@dataclass(frozen=True, slots=True)
class Bracket:
    """Above `low` (None: from the least number on) through `high` (None: without end): `usd`, and for what
    lies above `low` `plus` dollars per `per` or fraction thereof, or the share `rate` of it.
    """

    low: Fraction | None
    high: Fraction | None
    usd: Fraction
    plus: Fraction | None = None
    per: Fraction | None = None
    rate: Fraction | None = None

    def holds(self, number: int | Fraction) -> bool:
        return (self.low is None or number > self.low) and (self.high is None or number <= self.high)

    def fee(self, number: int | Fraction) -> Fraction:
        return self.usd + self.grown(number)

    def grown(self, number: int | Fraction) -> Fraction:
        """What is added for the part above the lower end."""
        above = number - (self.low or 0)
        if self.plus is not None and self.per is not None:
            return self.plus * -(-above // self.per)
        return self.rate * above if self.rate is not None else Fraction(0)


@dataclass(frozen=True, slots=True)
class Schedule:
    """A fee by brackets of a number of type `unit`, which people call `number`."""

    name: str
    label: str
    number: str
    unit: Number
    versions: tuple[DatedItem[tuple[Bracket, ...]], ...]

    def on(self, day: date) -> DatedItem[tuple[Bracket, ...]] | None:
        return next((each for each in self.versions if each.span.holds_on(day)), None)


@dataclass(frozen=True, slots=True)
class Series:
    """An index by day. `stated: true` where the question itself stated a figure."""

    name: str
    label: str
    values: Mapping[date, Fraction]
    source: Source
    stated: bool = False


@dataclass(frozen=True, slots=True)
class CityMoney:
    """Everything about money that programs of a city share; `rounding` holds unless an element says other.

    `in_force` are the amounts as formulas read them, for each span in which none changes. `readable: false`
    where a file was refused: what is missing for that reason is not told again.
    """

    fees: Mapping[str, FeeAmount] = field(default_factory=dict)
    schedules: Mapping[str, Schedule] = field(default_factory=dict)
    series: Mapping[str, Series] = field(default_factory=dict)
    rounding: Rounding | None = None
    in_force: tuple[tuple[Span, Mapping[str, Binding]], ...] = ()
    readable: bool = True

    @classmethod
    def of(
        cls,
        fees: Mapping[str, FeeAmount],
        schedules: Mapping[str, Schedule],
        series: Mapping[str, Series],
        rounding: Rounding | None,
    ) -> CityMoney:
        spans = slices([each.span for fee in fees.values() for each in fee.versions], ALWAYS)
        in_force = tuple((span, _bindings(fees.values(), span)) for span in spans) if fees else ()
        return cls(fees, schedules, series, rounding, in_force)

    def with_figures(self, figures: Mapping[str, Mapping[date, Fraction]]) -> CityMoney:
        """The same with figures of an index that a question states, by series and day."""
        if not figures:
            return self
        stated = {
            name: replace(self.series[name], values={**self.series[name].values, **days}, stated=True)
            for name, days in figures.items()
        }
        return replace(self, series={**self.series, **stated})

    def bindings(self, on: date) -> Mapping[str, Binding]:
        """fees.<name> → dollars that day; one without an amount is missing."""
        return next((bound for span, bound in self.in_force if span.holds_on(on)), {})


def _bindings(fees: Iterable[FeeAmount], span: Span) -> dict[str, Binding]:
    return {
        f"fees.{fee.name}": next(
            (each.item for each in fee.versions if each.span.covers(span)),
            Missing(frozenset({f"fees.{fee.name}"})),
        )
        for fee in fees
    }


NO_MONEY = CityMoney()
