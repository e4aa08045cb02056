"""Values back to JSON, and types from the words of a pack."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any, TypeAlias

from . import bounds
from .errors import TypeSpecError
from .exact import rational_near
from .numerals import decimal_text, terminating_places
from .roots import Root
from .types import Boolean, Date, Duration, Enum, Instant, ListOf, Number, Record, Text, Type
from .units import PLAIN, unit_named
from .values import Item, Missing, TimeSpan, Value

Json: TypeAlias = "bool | int | float | str | list[Json] | dict[str, Json] | None"

ROOT_DECIMALS = 12
"""A square root that is not rational is written as a decimal string with so many places."""


def value_to_json(value: Value, type_: Type) -> Json:
    """The JSON form. A number is a JSON number where that is exact, else "1/3" or a decimal string.

    Money is a string with two decimals or more; dates are ISO 8601, instants RFC 3339, lengths of time
    ISO 8601.
    """
    return json_writer(type_)(value)


def json_writer(type_: Type) -> Callable[[Any], Json]:
    """The function that writes values of this type; for a type whose values are written often."""
    match type_:
        case Number(unit=unit):
            return _money if unit.money else _number
        case ListOf(item=item):
            return partial(_list, json_writer(item))
        case Record(fields=fields):
            return partial(_record, {name: json_writer(each) for name, each in fields.items()})
        case Date() | Instant():
            return _moment
        case Duration():
            return _span
    return _as_it_is


def rounded_text(value: Any, decimals: int) -> str:
    """A number written with so many decimals, a half rounded away from zero: "116.19"."""
    return decimal_text(rational_near(value, decimals), decimals, grouped=False)


def _moment(value: Any) -> Json:
    told: str = value.isoformat()
    return told


def _as_it_is(value: Any) -> Json:
    told: Json = value
    return told


def _list(write: Callable[[Any], Json], values: Iterable[Any]) -> Json:
    return [write(each) for each in values]


def _record(writers: Mapping[str, Callable[[Any], Json]], value: Any) -> Json:
    record = value.fields if isinstance(value, Item) else value
    return {
        name: writers[name](each)
        for name, each in record.items()
        if each is not None and not isinstance(each, Missing)
    }


def _number(value: Any) -> int | float | str:
    if isinstance(value, int):
        return value
    if isinstance(value, Root):
        return decimal_text(rational_near(value, ROOT_DECIMALS), ROOT_DECIMALS, grouped=False)
    number = Fraction(value)
    places = terminating_places(number)
    if number.denominator == 1:
        return int(number)
    if places is None or places > bounds.FACT_DECIMAL_PLACES:
        return f"{number.numerator}/{number.denominator}"
    near = float(number)
    if Fraction(repr(near)) == number:
        return near
    return decimal_text(number, places, grouped=False)


def _money(value: Any) -> str:
    number = Fraction(rational_near(value, ROOT_DECIMALS) if isinstance(value, Root) else value)
    places = terminating_places(number)
    if places is None or places > bounds.FACT_DECIMAL_PLACES:
        return f"{number.numerator}/{number.denominator}"
    return decimal_text(number, max(places, 2), grouped=False)


def _span(span: TimeSpan) -> str:
    minutes = span.hours * 60
    date = "".join(f"{size}{letter}" for size, letter in ((span.months, "M"), (span.days, "D")) if size)
    time = "".join(
        f"{size}{letter}" for size, letter in ((int(minutes) // 60, "H"), (int(minutes) % 60, "M")) if size
    )
    return f"P{date}" + (f"T{time}" if time else "") if date or time else "P0D"


_SIMPLE: dict[str, Type] = {
    "boolean": Boolean(),
    "text": Text(),
    "date": Date(),
    "instant": Instant(),
}
_KEYS = {
    "number": {"type", "unit"},
    "enum": {"type", "values"},
    "list": {"type", "of"},
    "record": {"type", "of"},
    "duration": {"type", "in"},
}
_DEEP = 4


def type_from_spec(spec: Mapping[str, object], depth: int = 0) -> Type:
    """The type a pack describes: {type: number, unit: sqft}, {type: enum, values: […]}, {type: list, of:
    {area: {…}}}.

    Types: number, boolean, text, enum, date, instant, duration (in: days, months or hours), list, record.
    `of` holds a type, or fields by name. Raises `TypeSpecError`.
    """
    name = spec.get("type")
    if not isinstance(name, str) or (name not in _SIMPLE and name not in _KEYS):
        raise TypeSpecError(
            f"There is no type {name!r}", f"Types are {', '.join(sorted({*_SIMPLE, *_KEYS}))}."
        )
    strange = sorted(str(key) for key in set(spec) - _KEYS.get(name, {"type"}))
    if strange:
        raise TypeSpecError(
            f"A {name} has no {strange[0]!r}", f"It takes {', '.join(sorted(_KEYS.get(name, {'type'})))}."
        )
    if depth > _DEEP:
        raise TypeSpecError("The type is nested too deeply", f"At most {_DEEP} levels.")
    match name:
        case "number":
            unit = spec.get("unit")
            return Number(PLAIN if unit is None else unit_named(str(unit)))
        case "enum":
            return Enum(_values(spec.get("values")))
        case "duration":
            return _length(spec.get("in", "days"))
        case "list":
            return ListOf(_of(spec.get("of"), depth + 1))
        case "record":
            of = _of(spec.get("of"), depth + 1)
            if not isinstance(of, Record):
                raise TypeSpecError("A record has fields", "Write of: {field: {type: …}}.")
            return of
    return _SIMPLE[name]


def _length(kind: object) -> Duration:
    match kind:
        case "days" | "months" | "hours" | "calendar":
            return Duration(kind)
    raise TypeSpecError(
        f"A length of time is not counted in {kind!r}", "Write in: days, months, hours or calendar."
    )


def _values(raw: object) -> tuple[str, ...]:
    if (
        not isinstance(raw, list | tuple)
        or not raw
        or not all(isinstance(value, str) and value for value in raw)
    ):
        raise TypeSpecError(
            "An enum lists its values as texts", "Write values: [wall, free_standing]; quote 'yes' and 'no'."
        )
    if len(set(raw)) != len(raw):
        raise TypeSpecError("An enum lists a value twice", "Remove one.")
    return tuple(raw)


def _of(raw: object, depth: int) -> Type:
    if not isinstance(raw, Mapping) or not raw:
        raise TypeSpecError("A list says what it holds", "Write of: {type: text} or of: {field: {type: …}}.")
    if isinstance(raw.get("type"), str):
        return type_from_spec(raw, depth)
    fields: dict[str, Type] = {}
    for name, spec in raw.items():
        if not isinstance(spec, Mapping):
            raise TypeSpecError(f"The field {name!r} has no type", "Write field: {type: number, unit: ft}.")
        fields[str(name)] = type_from_spec(spec, depth)
    return Record(fields)
