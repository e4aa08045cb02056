"""Elements that a check evaluates."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Discriminator, Field, Tag, WithJsonSchema, model_validator

from citycode.packs.models.element import Element, Marks, Named, Naming
from citycode.packs.models.parts import (
    DateOrAmendment,
    Flag,
    Formula,
    Number,
    Part,
    RuleId,
    Word,
    Wording,
    Words,
)


class AppliesSpec(Element):
    """Where the program applies at all: `when` it is needed, or what it `require`s to be possible."""

    require: Formula | None = None
    remedy: Word | None = None

    @model_validator(mode="after")
    def _says_something(self) -> AppliesSpec:
        if self.require is None and self.when is None:
            raise ValueError("It neither requires nor asks when|Add `require:` or `when:`.")
        return self


class ExemptsSpec(Element):
    """`when` holds, the program (or only the elements named in `of`) does not bind.

    `permit_only: true` where no permit is needed, yet everything else binds.
    """

    when: Formula
    of: tuple[RuleId, ...] = ()
    permit_only: Flag = False

    @model_validator(mode="after")
    def _one_reach(self) -> ExemptsSpec:
        if self.of and self.permit_only:
            raise ValueError(
                "It exempts from elements and from the permit alone|Keep `of:` or `permit_only: true`."
            )
        return self


class EachSpec(Part):
    """The same rule for each item of a list of facts: `in` the list, `as` the name of one item."""

    in_: Annotated[Formula, Field(alias="in")]
    as_: Annotated[Word, Field(alias="as")]
    when: Formula | None = None
    limit: Formula | None = None
    require: Formula
    measure: Formula | None = None


class OverrideSpec(Named):
    """Another rule that takes the place of the element `when` it holds (for one item: `each_when`).

    With a `require` of its own that is applied instead; without, the element does not bind. A `remedy`
    without any condition names what would make a failing element pass.
    """

    when: Formula | None = None
    each_when: Formula | None = None
    limit: Formula | None = None
    require: Formula | None = None
    remedy: Word | None = None

    @model_validator(mode="after")
    def _says_something(self) -> OverrideSpec:
        if self.when is None and self.each_when is None and self.remedy is None:
            raise ValueError(
                "An override needs a condition or a remedy|Add `when:`, `each_when:` or `remedy:`."
            )
        return self


class StandardSpec(Element):
    """What must be so. `limit` may be read in `require`; `measure` names what is measured, so that the more
    restrictive of several elements on one measure can be told."""

    limit: Formula | None = None
    require: Formula | None = None
    measure: Formula | None = None
    each: EachSpec | None = None
    remedy: Word | None = None
    remedy_if: dict[Wording, Word] = Field(default_factory=dict)
    overridden_by: tuple[OverrideSpec, ...] = ()

    @model_validator(mode="after")
    def _says_something(self) -> StandardSpec:
        if self.require is None and self.each is None:
            raise ValueError("It requires nothing|Add `require:` or `each:`.")
        if self.each is None and any(each.each_when for each in self.overridden_by):
            raise ValueError("`each_when` needs an `each`|Write `when:` instead.")
        return self


class JudgmentSpec(Element):
    """A question only an office can answer; no decision is made without it."""

    ask: Wording
    by: Word
    remedy: Word | None = None


class DecidesSpec(Part):
    office: Word
    hearing: Flag = False
    advised_by: Words | None = None


class TrackSpec(Marks):
    """One way to a decision; the first whose `when` holds is taken.

    Without `decides` no approval is needed.
    """

    id: Word
    by_rule: RuleId
    when: Formula | None = None
    decides: DecidesSpec | None = None
    rule: Wording | None = None
    section: Wording | None = None
    since: Annotated[DateOrAmendment | None, Field(alias="from")] = None
    until: DateOrAmendment | None = None
    values: dict[Word, Any] = Field(default_factory=dict)
    versions: Annotated[None, WithJsonSchema({"type": "array", "items": {"type": "object"}})] = None


class MeasureSpec(Element):
    """A named quantity other elements read as m.<name>.

    With `decimals` the answer writes it with so many, a half rounded up; formulas read it exactly.
    """

    name: Word
    is_: Annotated[Formula, Field(alias="is")]
    unit: Wording | None = None
    decimals: Annotated[int | None, Field(ge=1, le=6)] = None
    label: Wording


class BandSpec(Naming):
    """One band of a table by a number: `from` holds its lower end, `above` does not; `through` holds its
    upper end, `below` does not. Where each band is a rule of its own, `id`, `rule` and `section` stand here.
    """

    first: Annotated[Number | None, Field(alias="from")] = None
    above: Number | None = None
    through: Number | None = None
    below: Number | None = None
    is_: Annotated[Number | Word | Wording, Field(alias="is")]

    @model_validator(mode="after")
    def _one_end_each(self) -> BandSpec:
        if self.first is not None and self.above is not None:
            raise ValueError("A band has two lower ends|Keep `from` (the number included) or `above`.")
        if self.through is not None and self.below is not None:
            raise ValueError("A band has two upper ends|Keep `through` (the number included) or `below`.")
        return self


def _sort(raw: object) -> str:
    return "(bands)" if isinstance(raw, list | tuple) else "(row)" if isinstance(raw, dict) else "(cell)"


Bands: TypeAlias = tuple[BandSpec, ...]
_Bands = Annotated[Bands, Tag("(bands)")]
_Cell = Annotated[Any, Tag("(cell)")]
_Inner = Annotated[_Bands | Annotated[dict[str, Any], Tag("(row)")] | _Cell, Discriminator(_sort)]
Row = Annotated[_Bands | Annotated[dict[str, _Inner], Tag("(row)")] | _Cell, Discriminator(_sort)]
"""A cell, the row of the next key, or bands where the last key is a number."""


class TableSpec(Part):
    """A table read as t.<name>: by bands of one number, or by rows of one to three words or yes and no, the
    last of which may be bands of a number.

    Each key of `by` is a formula over the facts, or a field of items: `lot_lines[].side`. A cell is read as
    t.<name>, or with other keys in brackets, in the order of `by`: t.<name>(line.side).
    `blank` says what a cell means that the ordinance leaves empty: a value, or `law_silent`. `unit` is the
    unit of the cells. Tables change with the law by `versions` as elements do.
    """

    id: RuleId | None = None
    rule: Wording | None = None
    section: Wording | None = None
    label: Wording | None = None
    by: Annotated[tuple[Formula, ...], WithJsonSchema({"type": ["string", "array"]})]
    unit: Wording | None = None
    bands: tuple[BandSpec, ...] = ()
    rows: Annotated[dict[str, Row], WithJsonSchema({"type": "object"})] = Field(default_factory=dict)
    blank: Number | Word | Literal["law_silent"] | None = None
    note: Wording | None = None
    since: Annotated[DateOrAmendment | None, Field(alias="from")] = None
    until: DateOrAmendment | None = None
    versions: Annotated[None, WithJsonSchema({"type": "array", "items": {"type": "object"}})] = None

    @model_validator(mode="before")
    @classmethod
    def _one_key_or_several(cls, raw: Any) -> Any:
        if isinstance(raw, dict) and isinstance(raw.get("by"), str):
            return {**raw, "by": (raw["by"],)}
        return raw

    @model_validator(mode="after")
    def _bands_or_rows(self) -> TableSpec:
        if bool(self.bands) == bool(self.rows):
            raise ValueError("A table has either bands or rows|Keep one of them.")
        if self.bands and len(self.by) != 1:
            raise ValueError("Bands go by one number|Name one fact in `by:`.")
        if not 1 <= len(self.by) <= 3:
            raise ValueError("A table has one to three keys|Name them in `by:`.")
        if self.rows and self.blank is None:
            raise ValueError(
                "It does not say what a blank cell means|Add `blank:`, perhaps `blank: law_silent`."
            )
        return self
