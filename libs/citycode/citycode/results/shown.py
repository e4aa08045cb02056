"""Answers as JSON: a record shows its fields under their own names."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from decimal import Decimal

from citycode.results.findings import Finding, Json, MissingFact


def usd_json(usd: Decimal | None) -> str | None:
    """`1234.50`: a decimal string with both cents."""
    return None if usd is None else f"{usd:.2f}"


@dataclass(frozen=True, slots=True)
class Shown:
    """A frozen dataclass that is shown field by field.

    Days and instants are shown in ISO form, `Decimal` is money with both cents, tuples are lists, and records
    within are shown likewise. What is shown otherwise has a `to_json` of its own.
    """

    def to_json(self) -> dict[str, Json]:
        """Give the record as JSON."""
        return {field.name: json_of(getattr(self, field.name)) for field in fields(self)}


def json_of(value: object) -> Json:
    """Give a value of a record as JSON; one that is JSON already stays. Raises TypeError for any other."""
    if value is None or isinstance(value, bool | int | float | str | list | dict):
        return value
    if isinstance(value, Shown | Finding | MissingFact):
        return value.to_json()
    if isinstance(value, tuple):
        return [json_of(each) for each in value]
    if isinstance(value, Decimal):
        return usd_json(value)
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no form in an answer")
