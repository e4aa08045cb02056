"""fees.yaml: amounts the ordinance leaves to a schedule, brackets, dated series, and how money is rounded."""

from __future__ import annotations

from typing import Annotated, Literal, TypeVar

from pydantic import Field, WithJsonSchema, model_validator

from citycode.packs.models.element import Marks
from citycode.packs.models.parts import CivilDate, Flag, Number, Part, Slug, Word, Wording

SERIES_SCHEMA = {"type": "object", "description": "a value for each day, as {1991-01-01: 134.1}"}


class Source(Marks):
    """Where an amount was set: by a `resolution`, by a `cite` of law, or it is a mere `example`."""

    resolution: Wording | None = None
    cite: Wording | None = None
    example: Flag = False

    @model_validator(mode="after")
    def _one_source(self) -> Source:
        said = [self.resolution is not None, self.cite is not None, self.example]
        if sum(said) > 1:
            raise ValueError("It says twice who set it|Keep one of `resolution:`, `cite:` and `example:`.")
        if not any(said):
            raise ValueError(
                "It does not say who set it|Add one of `resolution:`, `cite:` or, if it is assumed, "
                "`example: true`."
            )
        return self


class Dated(Source):
    """`from` is the first day in force, `until` the first day no longer; amendments may be named."""

    since: Annotated[CivilDate | Slug | None, Field(alias="from")] = None
    until: CivilDate | Slug | None = None


DatedT = TypeVar("DatedT", bound=Dated)


class DatedAmountSpec(Dated):
    usd: Annotated[Number, Field(ge=0)]


class FeeAmountSpec(Part):
    """Read in formulas as fees.<name>. Without `amounts` its dollars are asked for."""

    label: Wording
    amounts: tuple[DatedAmountSpec, ...] = ()


class BracketSpec(Part):
    """From the end of the bracket before (not included) `through` its own: `usd`, and for what lies above
    the lower end `plus` dollars for each `per` or fraction thereof, or `percent` of it.
    """

    above: Number | None = None
    through: Number | None = None
    usd: Annotated[Number, Field(ge=0)]
    plus: Annotated[Number | None, Field(ge=0)] = None
    per: Annotated[Number | None, Field(gt=0)] = None
    percent: Annotated[Number | None, Field(ge=0)] = None

    @model_validator(mode="after")
    def _one_way(self) -> BracketSpec:
        if (self.plus is None) != (self.per is None):
            raise ValueError("`plus` and `per` belong together|Write `plus: 3.05, per: 100`.")
        if self.plus is not None and self.percent is not None:
            raise ValueError("The bracket grows in two ways|Keep `plus:` with `per:`, or `percent:`.")
        return self


class DatedBracketsSpec(Dated):
    brackets: Annotated[tuple[BracketSpec, ...], Field(min_length=1)]


class ScheduleSpec(Part):
    """A fee by brackets of one number in `unit`; `number` is what people call that number."""

    label: Wording
    number: Wording
    unit: Wording
    versions: tuple[DatedBracketsSpec, ...]


class SeriesSpec(Source):
    """Values by day; a day that is not here has to be looked up before anything is indexed by it."""

    label: Wording
    values: Annotated[dict[CivilDate, Annotated[Number, Field(gt=0)]], WithJsonSchema(SERIES_SCHEMA)] = Field(
        default_factory=dict
    )


class RoundingSpec(Source):
    """To which multiple of a dollar, and whither exactly half of it goes."""

    to: Annotated[Number, Field(gt=0)]
    ties: Literal["up", "down", "even"]


class FeesFile(Part):
    rounding: RoundingSpec | None = None
    fees: dict[Word, FeeAmountSpec] = Field(default_factory=dict)
    schedules: dict[Word, ScheduleSpec] = Field(default_factory=dict)
    series: dict[Word, SeriesSpec] = Field(default_factory=dict)
    note: Wording | None = None
