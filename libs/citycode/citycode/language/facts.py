"""Facts from JSON, exactly."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from . import bounds
from .errors import FactError
from .stated import SHOWN, shown, stated_number
from .types import Boolean, Date, Duration, DurationKind, Enum, Instant, ListOf, Number, Record, Text, Type
from .values import TimeSpan, Value

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_INSTANT = re.compile(
    r"\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?([Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
_SPAN = re.compile(r"P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?", re.ASCII)


_LENGTHS: dict[DurationKind, tuple[str, ...]] = {
    "hours": ("hours",),
    "days": ("days",),
    "months": ("months",),
    "calendar": ("months", "days"),
    "mixed": ("months", "days", "hours"),
}


def value_from_json(raw: object, type_: Type) -> Value:
    """Read a stated fact exactly: a JSON number by its shortest decimal, "39.9", "1/3", "2026-04-01", RFC
    3339 instants.

    Durations are ISO 8601 ("P10D", "P12M", "PT48H"). Fields of records may be left out (they are then
    missing) or null. Raises `FactError` with a pointer relative to `raw`; all problems of a list or
    record together.
    """
    problems: list[tuple[str, str]] = []
    value: Value = _read(raw, type_, "", problems)
    if problems:
        raise FactError(*problems[0], others=problems[1:])
    return value


def _read(raw: Any, type_: Type, pointer: str, problems: list[tuple[str, str]]) -> Any:
    if isinstance(type_, ListOf):
        return _list(raw, type_.item, pointer, problems)
    if isinstance(type_, Record):
        return _record(raw, type_.fields, pointer, problems)
    try:
        return _SIMPLE[type(type_)](raw, type_)
    except ValueError as problem:
        problems.append((pointer, str(problem)))
        return None


def _list(raw: Any, item: Type, pointer: str, problems: list[tuple[str, str]]) -> Any:
    if not isinstance(raw, list | tuple):
        problems.append((pointer, f"a list is needed, not {shown(raw)}"))
        return None
    if len(raw) > bounds.FACT_LIST_LENGTH:
        problems.append((pointer, f"the list holds more than {bounds.FACT_LIST_LENGTH:,} items"))
        return None
    return tuple([_read(each, item, f"{pointer}/{place}", problems) for place, each in enumerate(raw)])


def _record(raw: Any, fields: Mapping[str, Type], pointer: str, problems: list[tuple[str, str]]) -> Any:
    if not isinstance(raw, Mapping):
        problems.append((pointer, f"an object with {', '.join(fields)} is needed, not {shown(raw)}"))
        return None
    record: dict[str, Any] = {}
    for name, value in raw.items():
        place = f"{pointer}/{_escaped(str(name)[:SHOWN])}"
        if name not in fields:
            problems.append((place, f"there is no such field; the fields are {', '.join(fields)}"))
        elif value is not None:
            record[name] = _read(value, fields[name], place, problems)
    return record


def _escaped(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")


def _boolean(raw: Any, _: Any) -> bool:
    if raw is True or raw is False:
        return raw
    raise ValueError(f"true or false is needed, not {shown(raw)}")


def _text(raw: Any, _: Any) -> str:
    if not isinstance(raw, str):
        raise ValueError(f"text is needed, not {shown(raw)}")
    if len(raw) > bounds.FACT_TEXT_LENGTH:
        raise ValueError(f"the text is longer than {bounds.FACT_TEXT_LENGTH:,} characters")
    if any(ord(character) < 32 and character not in "\n\r\t" for character in raw):
        raise ValueError("the text holds control characters")
    try:
        raw.encode()
    except UnicodeEncodeError:
        raise ValueError("the text holds half a character") from None
    return raw


def _enum(raw: Any, type_: Enum) -> str:
    if isinstance(raw, str) and raw in type_.values:
        return raw
    listed = ", ".join(type_.values[:20]) + (" …" if len(type_.values) > 20 else "")
    raise ValueError(f"one of {listed} is needed, not {shown(raw)}")


def _date(raw: Any, _: Any) -> datetime.date:
    if isinstance(raw, datetime.date) and not isinstance(raw, datetime.datetime):
        return raw
    try:
        if isinstance(raw, str) and _DATE.fullmatch(raw):
            day = datetime.date.fromisoformat(raw)
            if bounds.FIRST_YEAR <= day.year <= bounds.LAST_YEAR:
                return day
    except ValueError:
        pass
    raise ValueError(f"a date like 2026-04-01 is needed, not {shown(raw)}")


def _instant(raw: Any, _: Any) -> datetime.datetime:
    if isinstance(raw, datetime.datetime) and raw.tzinfo is not None:
        return raw
    try:
        if isinstance(raw, str) and _INSTANT.fullmatch(raw):
            instant = datetime.datetime.fromisoformat(raw.upper().replace(" ", "T"))
            if bounds.FIRST_YEAR <= instant.year <= bounds.LAST_YEAR:
                return instant
    except ValueError:
        pass
    raise ValueError(f"a time with its offset like 2026-04-01T08:00:00-05:00 is needed, not {shown(raw)}")


def _duration(raw: Any, type_: Duration) -> TimeSpan:
    parts = _SPAN.fullmatch(raw) if isinstance(raw, str) and len(raw) <= SHOWN else None
    if parts is None or not any(parts.groups()):
        raise ValueError(f"a length of time like P10D, P12M or PT48H is needed, not {shown(raw)}")
    years, months, weeks, days, hours, minutes = (int(part or 0) for part in parts.groups())
    span = TimeSpan(12 * years + months, 7 * weeks + days, Fraction(60 * hours + minutes, 60))
    sizes: dict[str, int | Fraction] = {"months": span.months, "days": span.days, "hours": span.hours}
    if max(sizes.values()) > bounds.DURATION_UNITS:
        raise ValueError("the length of time is too large")
    strange = [name for name, size in sizes.items() if size and name not in _LENGTHS[type_.kind]]
    if strange:
        raise ValueError(f"a length in {type_.kind} is needed, not in {strange[0]}")
    return span


_SIMPLE: dict[type, Callable[[Any, Any], Any]] = {
    Number: stated_number,
    Boolean: _boolean,
    Text: _text,
    Enum: _enum,
    Date: _date,
    Instant: _instant,
    Duration: _duration,
}
