"""What expressions compute with. Units stand in the types; a value is the bare exact number beside them."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from .roots import Root

Exact: TypeAlias = "int | Fraction | Root"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A length of time: calendar months, civil days and running hours, added in that order."""

    months: int = 0
    days: int = 0
    hours: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Item:
    """A record that stands at `place` in the facts ("walls/1"), so that a missing field can be named with
    it.
    """

    fields: Mapping[str, Binding]
    place: str


@dataclass(frozen=True, slots=True)
class Missing:
    """Not known yet: `facts` names every fact that is needed and was not stated.

    A field of a list item is named by its pointer without the leading slash: "walls/1/sign_area" (counted
    from 0).
    """

    facts: frozenset[str]

    def joined(self, other: Missing) -> Missing:
        return self if other.facts <= self.facts else Missing(self.facts | other.facts)


Value: TypeAlias = (
    "int | Fraction | Root | bool | str | datetime.date | datetime.datetime | TimeSpan "
    "| tuple[Value, ...] | Mapping[str, Binding] | Item"
)
Binding: TypeAlias = "Value | Missing"


@dataclass(frozen=True, slots=True)
class Known:
    """The answer of an expression whose facts suffice."""

    value: Value
