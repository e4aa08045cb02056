"""What events do to a right: ends, transfers, holds."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, model_validator

from citycode.packs.models.element import Element, Naming
from citycode.packs.models.parts import Flag, LengthSpec, Word, Words
from citycode.packs.models.timing import Events, LapseSpec

Options = dict[Word, Words]


class EndsSpec(Element):
    """The event moves the permit into state `to`; `options` say what each party may do then (one option:
    must).
    """

    on: Events
    to: Word
    options: Options = Field(default_factory=dict)


class RequestSpec(Naming):
    """What the transfer needs: a request `by` one of these, `within` so long after the event, with `needs`
    (fee, approval). `done_by` are the events that are this request. When it is not made in time, the
    `lapse`.
    """

    by: Words
    within: LengthSpec | None = None
    needs: Words | None = None
    done_by: Events | None = None
    lapse: LapseSpec | None = None

    @model_validator(mode="after")
    def _lapses_in_time(self) -> RequestSpec:
        if self.lapse is not None and self.within is None:
            raise ValueError("Nothing lapses without a time|Add `within:`.")
        return self


class TransfersSpec(Element):
    """Whether the right passes to the next holder on the event, and what each party may do if not."""

    on: Events
    transferable: Flag
    request: RequestSpec | None = None
    options: Options = Field(default_factory=dict)

    @model_validator(mode="after")
    def _requested_if_possible(self) -> TransfersSpec:
        if self.request is not None and not self.transferable:
            raise ValueError("What does not pass cannot be asked for|Remove `request:`.")
        return self


class HoldsSpec(Element):
    """From one of `on` until one of `released_by` the actions in `blocks` are barred, for the `of`: the
    record, the place, or the person (everywhere in the city). With `when` alone it holds as long as the
    condition does.
    """

    blocks: Words
    on: Events | None = None
    released_by: Events | None = None
    of: Annotated[Word, Field(pattern=r"^(record|place|person|person_everywhere)$")] = "record"
    by: Word | None = None

    @model_validator(mode="after")
    def _begins_and_ends(self) -> HoldsSpec:
        if self.on is None and self.when is None:
            raise ValueError("Nothing places the hold|Give `on:` or `when:`.")
        if (self.on is None) != (self.released_by is None):
            raise ValueError(
                "A hold that an event places is released by one|Give both `on:` and `released_by:`."
            )
        return self
