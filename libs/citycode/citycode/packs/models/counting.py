"""What is counted: caps on what may be had at once or in a time, ladders of what repeated events bring."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from citycode.packs.models.element import Element, Named, Naming
from citycode.packs.models.parts import Event, Flag, Formula, LengthSpec, Part, Word, Wording, Words
from citycode.packs.models.terms import SeasonSpec
from citycode.packs.models.timing import LapseSpec

WINDOWS = frozenset({"calendar_year", "season"})


class CapSpec(Element):
    """No more than `at_most` `of` the records for which `where` holds, counted `per` city, person, parcel …
    and, if `per` names one, per calendar year or season.

    `counts` says what of a record is counted: the record itself, the days it touches, or the longest row of
    days without a gap. `at_once: true` counts what stands at the same time. `apart` is the time that must
    lie between one record and the next.
    """

    of: Word
    at_most: Formula | None = None
    apart: LengthSpec | None = None
    where: Formula | None = None
    per: Words
    counts: Literal["records", "days", "days_in_a_row"] = "records"
    at_once: Flag = False
    season: SeasonSpec | None = None
    remedy: Word | None = None

    @model_validator(mode="after")
    def _limits_something(self) -> CapSpec:
        if (self.at_most is None) == (self.apart is None):
            raise ValueError("A cap limits a number or a distance|Give `at_most:` or `apart:`, not both.")
        if ("season" in self.per) != (self.season is not None):
            raise ValueError("A cap per season says which season|Give both `per: season` and `season:`.")
        if self.at_once and self.counts != "records":
            raise ValueError("Days do not stand at the same time|Remove `at_once:` or `counts:`.")
        if self.at_once and any(each in self.per for each in WINDOWS):
            raise ValueError("What stands at once is not counted by years|Take the year out of `per:`.")
        return self


class WindowSpec(Part):
    """The time in which events are counted together: fixed, from the first counted event on, anew after it
    ends; or a calendar year; or a named period of the program.
    """

    months: Formula | None = None
    days: Formula | None = None
    years: Formula | None = None
    starts: Literal["first_counted_event"] | None = None
    rolls: Flag = False
    calendar_year: Flag = False
    named: Word | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> WindowSpec:
        lengths = [each for each in (self.months, self.days, self.years) if each is not None]
        if len(lengths) + self.calendar_year + (self.named is not None) != 1:
            raise ValueError(
                "The period is stated in one way|"
                "Give one of `months:`, `days:`, `years:`, `calendar_year:` and `named:`."
            )
        if self.rolls and (self.starts is not None or not lengths):
            raise ValueError("A rolling period has only a length|Remove `starts:`, or write `rolls: false`.")
        return self


class WithinSpec(Part):
    """How near events must lie to be the n-th: all of them `of: first_noticed` (a rolling time), or the
    newest within that time of `any_earlier`.
    """

    months: Formula | None = None
    days: Formula | None = None
    years: Formula | None = None
    of: Literal["first_noticed", "any_earlier"] = "first_noticed"

    @model_validator(mode="after")
    def _one_length(self) -> WithinSpec:
        if sum(each is not None for each in (self.months, self.days, self.years)) != 1:
            raise ValueError("The time has exactly one unit|Write one of {months: …}, {days: …}, {years: …}.")
        return self


class BarSpec(Naming):
    """The actions in `bars` are closed for so long, from the event or from the day of `from`."""

    bar: LengthSpec
    bars: Words
    from_: Annotated[Event | None, Field(alias="from")] = None


class StepSpec(Naming):
    """What the n-th counted event brings: `at` it, or `from` it on, or `through` it.

    `do` is done by the city, `require` is asked of the holder within `length` from the event in
    `counted_from` (else from the counted event), `fee` is the amount charged (`fees.<name>`), `may` what an
    office may do, `to` the state the record falls into. `then` is what follows for a time. `says` is what
    the step is called.
    """

    at: Annotated[int | None, Field(ge=1, le=1000)] = None
    first: Annotated[int | None, Field(alias="from", ge=1, le=1000)] = None
    through: Annotated[int | None, Field(ge=1, le=1000)] = None
    within: WithinSpec | None = None
    when: Formula | None = None
    do: Words | None = None
    require: Word | None = None
    length: LengthSpec | None = None
    counted_from: Event | None = None
    lapse: LapseSpec | None = None
    fee: Formula | None = None
    may: Words | None = None
    to: Word | None = None
    mandatory: Flag = False
    by: Word | None = None
    on_request_of: Word | None = None
    says: Wording | None = None
    then: BarSpec | None = None

    @model_validator(mode="after")
    def _says_when_and_what(self) -> StepSpec:
        if self.at is None and self.first is None and self.through is None:
            raise ValueError("The step does not say at which event|Give `at:`, `from:` or `through:`.")
        if self.at is not None and (self.first is not None or self.through is not None):
            raise ValueError("The step stands at one event and at several|Keep `at:`, or `from:`/`through:`.")
        if self.first is not None and self.through is not None and self.first > self.through:
            raise ValueError("The step ends before it begins|Let `through` be no less than `from`.")
        if not any((self.do, self.require, self.fee, self.may, self.to)):
            raise ValueError("The step brings nothing|Give `do:`, `require:`, `fee:`, `may:` or `to:`.")
        if (self.length is not None or self.lapse is not None) and self.require is None:
            raise ValueError("A time runs for something that is required|Give `require:` too.")
        return self


class IgnoreSpec(Named):
    """Events that are not counted when this holds."""

    when: Formula


class BarredSpec(Named):
    """When this holds of the event, nobody may act against the holder for it: no `may` and no `to`."""

    when: Formula


class LadderSpec(Element):
    """What repeated events bring: `counts` them `per` unit, premises, person …, in the `period`.

    `noun` is what one of them is called ("false alarm"); `where` says which of the events are meant. Of
    earlier events only those count for which `earlier` holds (noticed ones). `history` names the register
    they are taken from.
    """

    counts: Event
    noun: Wording | None = None
    per: Words
    where: Formula | None = None
    earlier: Formula | None = None
    ignores: tuple[IgnoreSpec, ...] = ()
    barred_by: tuple[BarredSpec, ...] = ()
    period: WindowSpec | None = None
    history: Annotated[str | None, Field(pattern=r"^[a-z_]+(\.[a-z_]+)?$")] = None
    steps: Annotated[tuple[StepSpec, ...], Field(min_length=1)]
