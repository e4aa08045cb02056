"""Clocks and reviews: dates that follow from events, or that must come before them."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from citycode.packs.models.element import Element, Naming
from citycode.packs.models.parts import (
    Event,
    Flag,
    Formula,
    LengthSpec,
    PauseSpec,
    Word,
    Wording,
    Words,
)

Events = Annotated[
    tuple[Event, ...],
    BeforeValidator(lambda raw: [raw] if isinstance(raw, str) else raw),
    Field(min_length=1),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
DayOfYear = Annotated[str, Field(pattern=r"^\d\d-\d\d$")]


class StopSpec(Naming):
    """An event that stops the clock: in that `form` (written, signed), and in time unless `late: true`."""

    event: Event
    form: Words | None = None
    late: Flag = False


class LapseSpec(Naming):
    """What happens when the last day passes: the record falls into state `to`, or the office `may` act.

    `mandatory: true` where the office has no choice.
    """

    to: Word | None = None
    may: Words | None = None
    by: Word | None = None
    mandatory: Flag = False
    says: Wording | None = None


class ExtensionSpec(Naming):
    """How far the time may be extended: `at_most` so long beyond the last day, never `not_past` a day of
    the year, so many `times`, with stated reasons where `reasoned`. `granted_by` are the events that extend
    it; each says until when. `open_ended: true` where the law sets no end to it.
    """

    at_most: LengthSpec | None = None
    not_past: DayOfYear | None = None
    open_ended: Flag = False
    times: Annotated[int, Field(ge=1, le=99)] = 1
    reasoned: Flag = False
    by: Word | None = None
    granted_by: Events | None = None
    when: Formula | None = None

    @model_validator(mode="after")
    def _has_an_end(self) -> ExtensionSpec:
        ends = self.at_most is not None or self.not_past is not None
        if not ends and not self.open_ended:
            raise ValueError(
                "The extension has no end|Give `at_most:` or `not_past:`, or `open_ended: true` where the "
                "law sets none."
            )
        if ends and self.open_ended:
            raise ValueError("The extension has an end and none|Keep it, or `open_ended: true`.")
        return self


class ClockSpec(Element):
    """From the event in `starts` the `length` is counted; on or before the last day `who` `must` act.

    `before` instead of `starts` counts back from an event to come. `yearly` names the day of the year, `at`
    computes the day or instant itself. `not_before` gives the first day besides the last one. `may` instead
    of `must` gives the first day something is allowed. `sets` names the office that sets the day; the
    length is then the most it may give. `moved: false` for what does not move off a weekend; a day from
    `at` moves only with `moved: true`. `done_by` are the events that fulfill it. `began` and `done` are the
    days (or instants) in the facts by which `on_time('id')` tells whether it was kept.
    """

    starts: Events | None = None
    before: Events | None = None
    length: LengthSpec | None = None
    not_before: LengthSpec | None = None
    yearly: DayOfYear | None = None
    at: Formula | None = None
    must: Word | None = None
    may: Word | None = None
    who: Word
    sets: Word | None = None
    pauses: tuple[PauseSpec, ...] = ()
    moved: Flag | None = None
    earlier_off_weekends: Flag = False
    waived_when: Formula | None = None
    stopped_by: tuple[StopSpec, ...] = ()
    done_by: Events | None = None
    lapse: LapseSpec | None = None
    extension: ExtensionSpec | None = None
    repeats: LengthSpec | None = None
    began: Formula | None = None
    done: Formula | None = None

    @model_validator(mode="after")
    def _one_of_each(self) -> ClockSpec:
        if self.starts is None and self.before is None:
            raise ValueError(
                "Nothing starts this clock|Give the event in `starts:`, beside `length:`, `yearly:` or "
                "`at:`; or `before:` to count back from one."
            )
        if self.starts is not None and self.before is not None:
            raise ValueError("A clock runs from an event or back from one|Keep `starts:` or `before:`.")
        if sum(each is not None for each in (self.length, self.at, self.yearly)) != 1:
            raise ValueError(
                "A clock needs a length, a day of the year or the formula of its day|"
                "Give one of `length:`, `yearly:` and `at:`."
            )
        if (self.must is None) == (self.may is None):
            raise ValueError(
                "A clock says what must be done or what may begin|Give one of `must:` and `may:`."
            )
        return self

    @model_validator(mode="after")
    def _counts_one_way(self) -> ClockSpec:
        if self.before is not None and (self.length is None or self.pauses or self.extension):
            raise ValueError(
                "Time before an event is a plain length|Give `length:`, without pauses and extension."
            )
        if self.before is not None and self.length is not None and "hours" in self.length.stated()[0]:
            raise ValueError(
                "Time before an event is counted in days or longer|"
                "Write `starts:` and `at: begins_at - hours(24)`, with the instant among the facts."
            )
        if self.earlier_off_weekends and self.before is None:
            raise ValueError("Only time before an event is moved earlier|Remove `earlier_off_weekends`.")
        if (self.began is None) != (self.done is None):
            raise ValueError(
                "`on_time` needs to know when it began and when it was done|Give `began:` and `done:`."
            )
        return self


class ReviewSpec(Element):
    """A review that comes round again `every` so often, counted from the event in `starts`."""

    every: LengthSpec
    starts: Events
    who: Word
    must: Word = "review"
