"""What elements are built of: identifiers, formulas, lengths of time, dates and amendments."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from citycode.calendar.length import LENGTH_UNITS, LengthUnit
from citycode.language.bounds import TEXT_LENGTH

ELEMENT_ID = r"^[a-z0-9]+(-[a-z0-9]+)+(\.[a-z0-9]+(-[a-z0-9]+)*)?$"
WORD = r"^[a-z][a-z0-9]*(_[a-z0-9]+)*$"
EVENT = r"^[a-z][a-z0-9]*(_[a-z0-9]+)*\.[a-z][a-z0-9]*(_[a-z0-9]+)*$"
SLUG = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"


class Part(BaseModel):
    """Unknown keys are refused everywhere."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, str_strip_whitespace=True, defer_build=True
    )


def _formula(raw: Any) -> Any:
    if isinstance(raw, bool):
        return "true" if raw else "false"
    if isinstance(raw, int | Decimal):
        return str(raw)
    return raw


def _civil_date(raw: Any) -> Any:
    if isinstance(raw, str) and re.fullmatch(r"\d{4}-\d{2}-\d{2}", raw):
        try:
            return date.fromisoformat(raw)
        except ValueError:
            raise ValueError(
                f"{raw} is no day of the calendar|Write an existing date as YYYY-MM-DD."
            ) from None
    return raw


def _one_or_more(raw: Any) -> Any:
    return [raw] if isinstance(raw, str) else raw


ElementId = Annotated[str, StringConstraints(pattern=ELEMENT_ID)]
RuleId = Annotated[str, StringConstraints(pattern=ELEMENT_ID)]
Word = Annotated[str, StringConstraints(pattern=WORD)]
Event = Annotated[str, StringConstraints(pattern=EVENT)]
Slug = Annotated[str, StringConstraints(pattern=SLUG)]
Wording = Annotated[str, StringConstraints(min_length=1, max_length=2_000)]
Formula = Annotated[
    str,
    BeforeValidator(_formula),
    StringConstraints(min_length=1, max_length=TEXT_LENGTH),
    WithJsonSchema({"type": ["string", "number", "boolean"], "description": "an expression"}),
]
CivilDate = Annotated[
    date,
    Field(strict=True),
    BeforeValidator(_civil_date),
    WithJsonSchema({"type": "string", "format": "date"}),
]
DateOrAmendment = Annotated[
    CivilDate | Slug,
    WithJsonSchema({"type": "string", "description": "a date, or the id of an amendment"}),
]
Words = Annotated[
    tuple[Word, ...],
    BeforeValidator(_one_or_more),
    Field(min_length=1),
    WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}),
]
Wordings = tuple[Wording, ...]
Number = Annotated[Decimal, Field(strict=False), WithJsonSchema({"type": "number"})]
Flag = StrictBool


class LengthSpec(Part):
    """A length of time: exactly one unit, its number a whole number or a formula (`v.days`)."""

    days: Formula | None = None
    business_days: Formula | None = None
    weeks: Formula | None = None
    months: Formula | None = None
    years: Formula | None = None
    hours: Formula | None = None
    business_hours: Formula | None = None

    @model_validator(mode="after")
    def _one_unit(self) -> LengthSpec:
        if len(self.model_fields_set) != 1:
            raise ValueError(
                "A length of time has exactly one unit|Write one of "
                + ", ".join(f"{{{unit}: …}}" for unit in LENGTH_UNITS)
                + "."
            )
        return self

    def stated(self) -> tuple[LengthUnit, str]:
        """The unit and the formula of its number."""
        for unit in LENGTH_UNITS:
            formula: str | None = getattr(self, unit)
            if formula is not None:
                return unit, formula
        raise AssertionError("validated to hold one unit")


class PauseSpec(Part):
    """Days of each year that do not count, both ends included: {from: "10-01", through: "04-30"}."""

    first: Annotated[str, Field(alias="from", pattern=r"^\d\d-\d\d$")]
    through: Annotated[str, Field(pattern=r"^\d\d-\d\d$")]


class Cite(Part):
    """How the program's law is cited: `LEC 105.04, Wind generators`."""

    code: Wording
    chapter: Wording | None = None
    topic: Wording

    def text(self) -> str:
        number = f"{self.code} {self.chapter}" if self.chapter else self.code
        return f"{number}, {self.topic}"


class AmendmentSpec(Part):
    """An ordinance that changes the law; dates of elements and values refer to it by its id."""

    number: Wording | None = None
    title: Wording | None = None
    adopted: CivilDate | None = None
    published: CivilDate | None = None
    in_force: CivilDate
    cite: Wording | None = None
    example: Flag = False
    verify: Wording | None = None
    note: Wording | None = None
