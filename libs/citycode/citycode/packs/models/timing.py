"""Elements that follow from events: clocks, reviews, terms, ends, transfers."""

from __future__ import annotations

from typing import Annotated

from pydantic import BeforeValidator, Field, WithJsonSchema, model_validator

from citycode.packs.models.element import Element, Marks
from citycode.packs.models.parts import (
    Event,
    Flag,
    Formula,
    LengthSpec,
    Part,
    PauseSpec,
    RuleId,
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
Options = dict[Word, Words]


class StopSpec(Part):
    """An event that stops the clock."""

    event: Event
    id: RuleId | None = None
    form: Words | None = None


class LapseSpec(Marks):
    """What happens when the last day passes."""

    id: RuleId | None = None
    to: Word | None = None
    by: Word | None = None
    mandatory: Flag = False
    says: Wording | None = None


class ClockSpec(Element):
    """From the event in `starts` the length is counted; on or before the last day `who` `must` act.

    `may` instead of `must` gives the first day something is allowed. `at` computes the day or instant
    itself. `moved: false` for fixed terms that do not move off a weekend.
    """

    starts: Events
    length: LengthSpec | None = None
    at: Formula | None = None
    must: Word | None = None
    may: Word | None = None
    who: Word
    pauses: tuple[PauseSpec, ...] = ()
    moved: Flag = True
    waived_when: Formula | None = None
    stopped_by: tuple[StopSpec, ...] = ()
    lapse: LapseSpec | None = None

    @model_validator(mode="after")
    def _one_of_each(self) -> ClockSpec:
        if (self.length is None) == (self.at is None):
            raise ValueError(
                "A clock needs a length or the formula of its day|Give `length:` or `at:`, not both."
            )
        if (self.must is None) == (self.may is None):
            raise ValueError(
                "A clock says what must be done or what may begin|Give `must:` or `may:`, not both."
            )
        return self


class ReviewSpec(Element):
    """A review that comes round again `every` so often, counted from the event in `starts`."""

    every: LengthSpec
    starts: Events
    who: Word
    must: Word = "review"


class SeasonSpec(Part):
    first: Annotated[str, Field(alias="from", pattern=r"^\d\d-\d\d$")]
    to: Annotated[str, Field(pattern=r"^\d\d-\d\d$")]


class TermSpec(Element):
    """How long a permit or license lives:

    a length, a season, or until events end it. Terms are not moved.
    """

    starts: Events | None = None
    length: LengthSpec | None = None
    season: SeasonSpec | None = None
    ends_on: Events | None = None

    @model_validator(mode="after")
    def _has_an_end(self) -> TermSpec:
        if self.length is None and self.season is None and self.ends_on is None:
            raise ValueError("The term has no end|Give `length:`, `season:` or `ends_on:`.")
        if self.length is not None and self.starts is None:
            raise ValueError("The term has no beginning|Add `starts:` with the event it runs from.")
        return self


class EndsSpec(Element):
    """The event moves the permit into state `to`; `options` say what each party may do then (one option:

    must).
    """

    on: Events
    to: Word
    options: Options = Field(default_factory=dict)


class TransfersSpec(Element):
    """Whether the right passes to the next holder on the event, and what each party may do if not."""

    on: Events
    transferable: Flag
    options: Options = Field(default_factory=dict)
