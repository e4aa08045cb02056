"""How long a right lives, and periods of the calendar that other rules speak of."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from citycode.packs.models.element import Element, Naming
from citycode.packs.models.parts import Event, Flag, Formula, LengthSpec, Part, Word, Wording
from citycode.packs.models.timing import DayOfYear, Events


class SeasonSpec(Part):
    """A part of every year, both days included."""

    first: Annotated[DayOfYear, Field(alias="from")]
    to: DayOfYear


class EndOfTermSpec(Naming):
    """One of several ends, of which the first counts: an event, a length from the start or from a day
    (`from`), or while a condition holds (`while`).
    """

    on: Events | None = None
    length: LengthSpec | None = None
    from_: Annotated[Formula | None, Field(alias="from")] = None
    while_: Annotated[Formula | None, Field(alias="while")] = None
    when: Formula | None = None

    @model_validator(mode="after")
    def _one_end(self) -> EndOfTermSpec:
        if sum(each is not None for each in (self.on, self.length, self.while_)) != 1:
            raise ValueError(
                "An end is an event, a length or a condition|Give one of `on:`, `length:` and `while:`."
            )
        if self.from_ is not None and self.length is None:
            raise ValueError("`from` needs a length|Give `length:` too.")
        return self


class TermSpec(Element):
    """How long a permit or license lives from the event in `starts`: a length, a season, a calendar year,
    while a condition holds, or until events end it; of several ends the first counts.

    Terms are fixed: they move off weekends only with `moved_for_weekends: true`. `prorated` says whether a
    shorter time costs less.
    """

    starts: Events | None = None
    length: LengthSpec | None = None
    season: SeasonSpec | None = None
    calendar_year: Flag = False
    while_: Annotated[Formula | None, Field(alias="while")] = None
    ends_on: Events | None = None
    first_of: tuple[EndOfTermSpec, ...] = ()
    moved_for_weekends: Flag = False
    prorated: Flag | None = None

    @model_validator(mode="after")
    def _has_an_end(self) -> TermSpec:
        fixed = (self.length is not None, self.season is not None, self.calendar_year)
        if not any((*fixed, self.while_, self.ends_on, self.first_of)):
            raise ValueError("The term has no end|Give `length:`, `season:`, `first_of:` or `ends_on:`.")
        if sum(fixed) > 1:
            raise ValueError(
                "The term has several lengths|Keep one of `length:`, `season:` and `calendar_year:`, "
                "or list its ends under `first_of:`."
            )
        if self.length is not None and self.starts is None:
            raise ValueError("The term has no beginning|Add `starts:` with the event it runs from.")
        return self


class BoundSpec(Part):
    """One end of a period: a `day` of the year; the `first` or `last` event observed in the year of the
    period; or each of the `dates` of the law. `less` or `plus` a length.
    """

    day: DayOfYear | None = None
    first: Event | None = None
    last: Event | None = None
    dates: Formula | None = None
    less: LengthSpec | None = None
    plus: LengthSpec | None = None

    @model_validator(mode="after")
    def _one_way(self) -> BoundSpec:
        if sum(each is not None for each in (self.day, self.first, self.last, self.dates)) != 1:
            raise ValueError(
                "The end of a period is stated in one way|Give one of `day:`, `first:`, `last:` and `dates:`."
            )
        if self.less is not None and self.plus is not None:
            raise ValueError("A length is taken off and added|Keep `less:` or `plus:`.")
        return self


class PeriodSpec(Element):
    """A named period that comes round: a season bounded by what was observed, or by dates set elsewhere.

    Where nothing has to be observed, formulas ask p.<name>: does the day of the question lie in it?

    It runs from `begins` through `ends`. `within` is the part of the year in which events are looked for,
    both days included; it parts one period from the next. Dates of the law hold for the days from
    `known_from` through `known_through`.
    """

    name: Word
    label: Wording
    begins: BoundSpec
    ends: BoundSpec
    within: SeasonSpec | None = None
    known_from: Formula | None = None
    known_through: Formula | None = None

    @model_validator(mode="after")
    def _years_are_told_apart(self) -> PeriodSpec:
        bounds = (self.begins, self.ends)
        dated = [each.dates is not None for each in bounds]
        if any(dated) and not all(dated):
            raise ValueError("One end has dates and the other none|Give `dates:` to both, or to none.")
        if any(each.first or each.last for each in bounds) and self.within is None:
            raise ValueError("Nothing parts one period from the next|Add `within: {from: MM-DD, to: MM-DD}`.")
        first, last = self.begins.day, self.ends.day
        if self.within is None and first is not None and last is not None and first > last:
            raise ValueError(
                "The period runs over the end of the year, and nothing parts one from the next|"
                "Add `within: {from: MM-DD, to: MM-DD}`, as from July to June."
            )
        if all(dated) and (self.known_from is None or self.known_through is None):
            raise ValueError(
                "It does not say for which days its dates are complete|"
                "Add `known_from:` and `known_through:`."
            )
        return self
