"""Elements of procedure:

submittals, inspections, decisions, conditions, overlays, stated rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from citycode.packs.models.contents import Contents
from citycode.packs.models.element import Element, Named
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


class InspectionSpec(Element):
    """An inspection, who makes it and after which event or how often."""

    title: Wording
    by: Word
    after: Event | None = None
    every: LengthSpec | None = None


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
    """What a word of the ordinance means."""

    term: Wording | None = None
