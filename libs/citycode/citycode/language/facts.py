"""Facts from JSON, exactly; and values back to JSON."""

from __future__ import annotations

from collections.abc import Mapping

from .types import Type
from .values import Value


def value_from_json(raw: object, type: Type) -> Value:
    """Read a stated fact exactly: a JSON number by its shortest decimal, "39.9", "1/3", "2026-04-01", RFC 3339 instants.

    Durations are ISO 8601 ("P10D", "P12M", "PT48H"). Raises `FactError` with a pointer relative to `raw`.
    """
    raise NotImplementedError


def value_to_json(value: Value, type: Type) -> object:
    """The JSON form: money a string with two decimals, numbers exact (a string where a JSON number would round)."""
    raise NotImplementedError


def type_from_spec(spec: Mapping[str, object]) -> Type:
    """The type a pack describes: {type: number, unit: sqft}, {type: enum, values: […]}, {type: list, of: {area: {…}}}.

    Types: number, boolean, text, enum, date, instant, duration, list, record. Raises `TypeSpecError`.
    """
    raise NotImplementedError
