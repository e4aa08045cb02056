"""Wire shapes: bases for what comes in and goes out, and types that take exactly one spelling of a value.

Pydantic by itself reads `5` as a date in 1970 and `"yes"` as true. Here what comes in is taken strictly:

    class ApplicationIn(Incoming):
        filed_on: WireDate
        height_ft: int
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict

FIRST_YEAR, LAST_YEAR = 1000, 9998

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INSTANT = re.compile(
    r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
_WHOLE = re.compile(r"0|[1-9][0-9]{0,17}", re.ASCII)
_UUID = re.compile(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)


class Incoming(BaseModel):
    """What a caller sends: unknown members are refused, and no value is converted into another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Outgoing(BaseModel):
    """What a service answers. Fields have no defaults: each is given on purpose."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def read_date(value: object) -> object:
    """Read `2026-04-01`, nothing else. Dates pass through."""
    if isinstance(value, date):
        return value
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise ValueError("A date is written 2026-04-01.")
    try:
        return date.fromisoformat(value)
    except ValueError as error:
        raise ValueError("There is no such day in the calendar.") from error


def read_instant(value: object) -> object:
    """Read an RFC 3339 instant with its offset, `2026-04-01T09:00:00-05:00`. Datetimes pass through."""
    if isinstance(value, datetime):
        return value
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError("An instant is written with its offset: 2026-04-01T09:00:00-05:00.")
    try:
        instant = datetime.fromisoformat(value.upper())
    except ValueError as error:
        raise ValueError("There is no such moment in the calendar.") from error
    if not FIRST_YEAR <= instant.year <= LAST_YEAR:
        raise ValueError(f"The year must be from {FIRST_YEAR} to {LAST_YEAR}.")
    return instant


def read_uuid(value: object) -> object:
    """Read the one usual spelling of a UUID, with its four hyphens. UUIDs pass through."""
    if isinstance(value, UUID):
        return value
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        raise ValueError("An id is written 01a22ae2-9801-708e-84b2-c9b3fc1c9032.")
    return UUID(value)


def read_whole_number(value: object) -> object:
    """Read a whole number in its usual spelling, without sign, spaces, zeros ahead or underscores: `50`.

    Integers pass through.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, str) or not _WHOLE.fullmatch(value):
        raise ValueError("A whole number is written 50, with digits alone.")
    return int(value)


WireDate = Annotated[date, BeforeValidator(read_date)]
WireInstant = Annotated[AwareDatetime, BeforeValidator(read_instant)]
WireUuid = Annotated[UUID, BeforeValidator(read_uuid)]

WholeNumber = Annotated[int, BeforeValidator(read_whole_number)]
"""For numbers in a query, which arrive as text; in a body, a strict `int` does the same."""
