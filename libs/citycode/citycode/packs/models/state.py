"""State law beneath the codes: one file per subject, whose elements stand in the programs it governs."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints, WithJsonSchema

from citycode.packs.models.element import Marks
from citycode.packs.models.parts import AmendmentSpec, Cite, Flag, Part, RuleId, Slug, Word, Wording

StatuteNumber = Annotated[str, StringConstraints(pattern=r"^[0-9]+[A-Z]?(\.[0-9]+)?( to [0-9A-Z.]+)?$")]


class StateHeader(Marks):
    """What a file of state law says before its elements.

    `sixty_day: true` where it governs the programs whose `sixty_day` is yes or for the attorney to say; other
    law is named by the program under `state:`. `offices` are those the statute speaks of and how it calls
    them: the city's own office of that id, where it has one, else just the words.
    """

    law: Slug
    title: Wording
    cite: Cite
    sixty_day: Flag = False
    offices: dict[Word, Wording] = Field(default_factory=dict)
    facts: tuple[Word, ...] = ()
    amendments: dict[Slug, AmendmentSpec] = Field(default_factory=dict)


class AttachedSpec(Part):
    """State law that governs the program. `overrides` and `floors` name, per element of the city, the element
    of the state that takes its place, or that it may not fall short of; `without` what does not apply here.
    """

    law: Slug
    overrides: Annotated[dict[RuleId, RuleId], WithJsonSchema({"type": "object"})] = Field(
        default_factory=dict
    )
    floors: Annotated[dict[RuleId, RuleId], WithJsonSchema({"type": "object"})] = Field(default_factory=dict)
    without: tuple[RuleId, ...] = ()
    verify: Wording | None = None


class RenumberedSpec(Part):
    """A statute that is cited by its old number."""

    old: StatuteNumber
    new: StatuteNumber
    cite: Wording | None = None
    verify: Wording | None = None


class RenumberedFile(Part):
    """Old and new numbers of statutes; both are printed."""

    renumbered: tuple[RenumberedSpec, ...]
    note: Wording | None = None
