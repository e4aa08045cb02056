"""Counting a stated length of time from an event, or back from one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import cast

from citycode.calendar import Count, HourCount, LegalCalendar, Length, LengthUnit, Pause, YearlyDay
from citycode.elements.asking import Asked, Broken, answer, is_silent, missing_names, told, worked
from citycode.language import Expression, Missing, Trace


@dataclass(frozen=True, slots=True)
class StatedLength:
    """A length of time whose number is a formula over values and facts."""

    unit: LengthUnit
    number: Expression


@dataclass(frozen=True, slots=True)
class Due:
    """The day or instant that was counted, or the facts it needs. `branches` are rules of table rows."""

    last_day: date | None = None
    raw_last_day: date | None = None
    at: datetime | None = None
    length: str | None = None
    steps: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    trouble: str | None = None
    branches: tuple[str, ...] = ()


def civil_day(moment: date | datetime, calendar: LegalCalendar) -> date:
    """The day in the city."""
    return calendar.civil_date(moment) if isinstance(moment, datetime) else moment


def counted_length(length: StatedLength, asked: Asked) -> Length | Due:
    """The length with its number, or what stands in the way."""
    found = answer(length.number, asked)
    if isinstance(found, Missing | Broken):
        return _untold(found)
    try:
        return Length(cast("int | Fraction", found.value), length.unit)
    except ValueError as wrong:
        return Due(trouble=str(wrong))


def counted_after(
    start: date | datetime,
    stated: StatedLength,
    asked: Asked,
    calendar: LegalCalendar,
    roll: bool,
    pauses: tuple[Pause, ...] = (),
) -> Due:
    """The last day of a length that runs from `start`."""
    length = counted_length(stated, asked)
    if isinstance(length, Due):
        return length
    try:
        count = calendar.after(start, length, roll, pauses)
    except ValueError as wrong:
        return Due(length=str(length), trouble=str(wrong))
    return _due(count, str(length))


def counted_before(
    event: date | datetime, stated: StatedLength, asked: Asked, calendar: LegalCalendar, earlier: bool
) -> Due:
    """The last day at least so long before `event`."""
    length = counted_length(stated, asked)
    if isinstance(length, Due):
        return length
    try:
        return _due(calendar.before(civil_day(event, calendar), length, earlier), str(length))
    except ValueError as wrong:
        return Due(length=str(length), trouble=str(wrong))


def counted_yearly(day: YearlyDay, start: date | datetime, calendar: LegalCalendar, roll: bool) -> Due:
    """The next such day of the year on or after `start`."""
    try:
        return _due(calendar.yearly(day, civil_day(start, calendar), roll), None)
    except ValueError as wrong:
        return Due(trouble=str(wrong))


def computed(formula: Expression, asked: Asked, calendar: LegalCalendar, roll: bool) -> Due:
    """The day or instant a formula gives, with its working."""
    found = answer(formula, asked)
    if isinstance(found, Missing | Broken):
        return _untold(found)
    work = worked(formula, asked)
    steps = told(work, asked)[1] if isinstance(work, Trace) else ()
    moment = found.value
    if isinstance(moment, datetime):
        day = calendar.civil_date(moment)
        return Due(day, day, moment, steps=steps)
    assert isinstance(moment, date)  # noqa: S101 – the type was checked at load
    last = calendar.business_day_on_or_after(moment) if roll else moment
    if last != moment:
        why = calendar.why_not_business_day(moment)
        steps = (*steps, f"{moment.isoformat()} is {why} and is left out (M.S. 645.15).")
    return Due(last, moment, steps=steps)


def branches_of(formula: Expression, asked: Asked, rows: Mapping[str, str]) -> tuple[str, ...]:
    """The rules whose rows of a table the formula read; `rows` names the chosen row's rule by table."""
    if not rows or not formula.facts & rows.keys():
        return ()
    work = worked(formula, asked)
    return tuple(dict.fromkeys(_rows_read(work, rows))) if isinstance(work, Trace) else ()


def _untold(found: Missing | Broken) -> Due:
    if isinstance(found, Broken):
        return Due(trouble=found.why)
    return Due(trouble="the law leaves it open") if is_silent(found) else Due(missing=missing_names(found))


def _rows_read(work: Trace, rows: Mapping[str, str]) -> list[str]:
    found = [rows[work.detail]] if work.kind == "fact" and work.detail in rows else []
    for part in work.parts:
        found += _rows_read(part, rows)
    return found


def _due(count: Count | HourCount, length: str | None) -> Due:
    if isinstance(count, HourCount):
        return Due(count.last_day, count.last_day, count.at, length, count.steps)
    return Due(count.last_day, count.raw_last_day, None, length, count.steps)
