"""Elements of procedure:

submittals, inspections, decisions, conditions, overlays, stated rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from citycode.packs.models.contents import Contents
from citycode.packs.models.element import Element, Named, Naming
from citycode.packs.models.parts import Event, Flag, Formula, LengthSpec, Part, Word, Wording, Words


class SubmittalSpec(Element):
    """One thing an application must contain.

    `contents` are the things that must stand in it, `by` the parties who may file it, `to` who takes it.
    """

    title: Wording
    contents: Contents = ()
    by: Words | None = None
    to: Words | None = None
    signed_by: Words | None = None


class EntrySpec(Naming):
    """Who may enter, `when` in plain words, on which `notice`, and what follows if it is `refused`."""

    who: Words
    when: Wording | None = None
    notice: Wording | None = None
    refused: Wording | None = None


class PassedSpec(Part):
    """The inspection last passed `on` a day of the facts must lie `within` so long before another day."""

    on: Formula
    before: Formula
    within: LengthSpec


class InspectionSpec(Element):
    """An inspection and who makes it: `within` so long `after` an event, `every` so often, or `before` one.

    `passed` makes it a condition that a check tests. `required: false` where it may, but need not, be made.
    """

    title: Wording
    by: Words
    after: Event | None = None
    before: Event | None = None
    within: LengthSpec | None = None
    every: LengthSpec | None = None
    passed: PassedSpec | None = None
    enter: EntrySpec | None = None
    required: Flag = True
    remedy: Word | None = None

    @model_validator(mode="after")
    def _counts_from_an_event(self) -> InspectionSpec:
        if self.after is None and (self.within or self.every):
            raise ValueError("It does not say from which event it is counted|Add `after:`.")
        return self

    @property
    def computes(self) -> bool:
        return self.passed is not None or self.within is not None or self.every is not None


class ShareSpec(Part):
    """A share of votes; `more_than: true` where exactly the share is not enough."""

    of: Literal["members", "present", "voting"]
    is_: Annotated[Formula, Field(alias="is")]
    more_than: Flag = False


class RecommendationSpec(Named):
    """An office that is heard first, `within` so long."""

    by: Word
    within: LengthSpec | None = None


class DecisionSpec(Element):
    """One kind of decision: by which office or body, with how many `affirmative` votes or which `share`."""

    kind: Word
    office: Word
    hearing: Flag = False
    affirmative: Formula | None = None
    share: ShareSpec | None = None
    grounds: Words | None = None
    recommendation: RecommendationSpec | None = None

    @model_validator(mode="after")
    def _one_rule_of_votes(self) -> DecisionSpec:
        if self.affirmative is not None and self.share is not None:
            raise ValueError("Votes are counted in two ways|Keep `affirmative:` or `share:`.")
        return self


class ConditionSpec(Element):
    """What is attached to an approval; `discretionary:

    true` where the office may, but need not, attach it.
    """

    title: Wording
    discretionary: Flag = False
    by: Word | None = None


class OverlaySpec(Element):
    """A map layer the law names; gis computes it and gives it as the fact.

    `registers: true` where permits of the program are themselves entered in the layer.
    """

    layer: Word
    fact: Word | None = None
    registers: Flag = False


class StatedSpec(Element):
    """Shown, printed, searched."""


class AuthoritySpec(Element):
    """Who may or must act."""

    office: Word | None = None


class DefinitionSpec(Element):
    """What a word of the ordinance means.

    With `name` and `is` it is computed, and other elements read it as d.<name>; `label` says it in findings.
    """

    term: Wording | None = None
    name: Word | None = None
    is_: Annotated[Formula | None, Field(alias="is")] = None
    unit: Wording | None = None
    label: Wording | None = None

    @model_validator(mode="after")
    def _named_where_computed(self) -> DefinitionSpec:
        if (self.name is None) != (self.is_ is None):
            raise ValueError("A computed definition has a name and a formula|Give both `name:` and `is:`.")
        if self.name is not None and self.label is None:
            raise ValueError("A computed definition needs a label|Add `label:`, as `label: a kennel`.")
        return self

    @property
    def computes(self) -> bool:
        return self.is_ is not None
