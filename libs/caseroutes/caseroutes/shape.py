"""What the wire shapes of case services are made of."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, PlainSerializer, StringConstraints
from servicekit.wire import Incoming, Outgoing

__all__ = [
    "Dollars",
    "Facts",
    "Incoming",
    "Line",
    "Outgoing",
    "Paragraph",
    "Pin",
    "Reasons",
    "Usd",
    "Word",
    "utc",
    "utc_if_any",
]

Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Paragraph = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[a-z][a-z0-9_.-]*$")]
Pin = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=40)]
Reasons = Annotated[list[Paragraph], Field(max_length=50)]
Facts = Annotated[
    dict[Annotated[str, StringConstraints(min_length=1, max_length=100)], Any],
    Field(max_length=200, description="By name, as GET programs/{program} lists them."),
]
Usd = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,9}\.[0-9]{2}$")]
"""Dollars and cents as they come in."""

Dollars = Annotated[Decimal, PlainSerializer(lambda value: f"{value:.2f}", return_type=str)]
"""Dollars and cents as they go out."""


def utc(instant: datetime) -> datetime:
    """Instants are shown in UTC, as they are kept."""
    return instant.astimezone(UTC)


def utc_if_any(instant: datetime | None) -> datetime | None:
    """In UTC, where there is one."""
    return None if instant is None else utc(instant)
