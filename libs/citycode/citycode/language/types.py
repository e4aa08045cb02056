"""The types of the language. They are checked when the law is loaded, never while a permit is decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from .units import PLAIN, Unit


@dataclass(frozen=True, slots=True)
class Number:
    """An exact number of `unit`. A `bare` number (a literal, a value of the law without unit) takes the unit
    beside it.
    """

    unit: Unit = PLAIN
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Boolean:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Text:
    """Free text; compares only for equality."""


@dataclass(frozen=True, slots=True)
class Enum:
    """One of `values`, in the order of the pack."""

    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Date:
    """A civil date."""


@dataclass(frozen=True, slots=True)
class Instant:
    """A point in time, with its offset."""


DurationKind: TypeAlias = Literal["hours", "days", "months", "calendar", "mixed"]
"""`calendar` holds months and days; `mixed` hours besides."""


@dataclass(frozen=True, slots=True)
class Duration:
    """A length of time to add to a date or instant. Hours, days and months do not compare with each other."""

    kind: DurationKind = "days"


@dataclass(frozen=True, slots=True)
class Record:
    """Named fields, each of its own type."""

    fields: Mapping[str, Type] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list whose items all have one type."""

    item: Type


Type: TypeAlias = Number | Boolean | Text | Enum | Date | Instant | Duration | Record | ListOf

BARE = Number(PLAIN, bare=True)
