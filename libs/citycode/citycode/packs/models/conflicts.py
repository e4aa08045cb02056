"""Rules of conflict: what prevails where two rules speak of one thing."""

from __future__ import annotations

from typing import Literal

from pydantic import model_validator

from citycode.packs.models.element import Element
from citycode.packs.models.parts import RuleId, Wording


class ConflictSpec(Element):
    """What prevails of elements `among` which (none named: any that bind one measure): the
    `more_restrictive`, the `one` that is named, or none because they add up (`all_apply`).

    `against` says in plain words what it conflicts with, as another chapter, a license, a covenant.
    """

    prevails: Literal["more_restrictive", "one", "all_apply"]
    one: RuleId | None = None
    among: tuple[RuleId, ...] = ()
    against: Wording | None = None

    @model_validator(mode="after")
    def _names_the_one(self) -> ConflictSpec:
        if (self.prevails == "one") != (self.one is not None):
            raise ValueError("It does not say which one prevails|Add `one:` beside `prevails: one`.")
        if self.prevails == "one" and not self.among:
            raise ValueError("It does not say over which elements it prevails|Name them in `among:`.")
        return self

    @property
    def computes(self) -> bool:
        return self.prevails == "more_restrictive" or self.one is not None
