"""Functions of dates, points in time and lengths of time, and whether an act was in time."""

from __future__ import annotations

import ast
import datetime
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from . import bounds, civil
from .arithmetic import folded
from .checker import Checker, nearest
from .functions import arguments, function, function_name, quoted, require
from .names import fact
from .naming import type_words
from .node import Node, constant, strict
from .scope import clock_fact
from .types import Boolean, Date, Duration, DurationKind, Enum, Instant, Number
from .units import PLAIN, unit_named
from .values import TimeSpan

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


@function("date")
def written_date(checker: Checker, tree: ast.Call) -> Node:
    """date('2006-10-02')"""
    if len(tree.args) != 1:
        checker.refuse(tree, f"date takes 1 argument, not {len(tree.args)}", "Write date('2006-10-02').")
    text = quoted(checker, tree, 0, "a date")
    try:
        day = datetime.date.fromisoformat(text) if len(text) == 10 else None
    except ValueError:
        day = None
    if day is None or not bounds.FIRST_YEAR <= day.year <= bounds.LAST_YEAR:
        checker.refuse(
            tree.args[0], f"{text[:40]!r} is no date", "Write year, month, day: date('2006-10-02')."
        )
    return constant(Date(), day)


_LENGTHS: dict[str, tuple[DurationKind, Callable[[Any], TimeSpan]]] = {
    "hours": ("hours", lambda size: TimeSpan(hours=Fraction(civil.bounded_hours(size)))),
    "days": ("days", lambda size: TimeSpan(days=civil.whole_span(size, "days"))),
    "weeks": ("days", lambda size: TimeSpan(days=7 * civil.whole_span(size, "weeks"))),
    "months": ("months", lambda size: TimeSpan(months=civil.whole_span(size, "months"))),
    "years": ("months", lambda size: TimeSpan(months=12 * civil.whole_span(size, "years"))),
}


@function("hours", "days", "weeks", "months", "years")
def length_of_time(checker: Checker, tree: ast.Call) -> Node:
    """days(10), months(12), hours(48): a length to add to a date or a point in time."""
    (argument,) = arguments(checker, tree, 1)
    require(checker, tree, argument, Number, "a number")
    name, number = function_name(tree), argument[1].type
    assert isinstance(number, Number)  # noqa: S101
    unit = unit_named(name[:-1])
    if not (number.bare or number.unit.plain or number.unit == unit):
        checker.refuse(
            argument[0],
            f"{name}(…) takes a number of {name}, not {type_words(number)}",
            "Use the function that fits the unit, or to_unit(…) first.",
        )
    kind, make = _LENGTHS[name]
    return folded(checker, tree, strict("length of time", Duration(kind), (argument[1],), make, name))


_BETWEEN: dict[str, tuple[type, str, str, Callable[[Any, Any], Any]]] = {
    "days_between": (Date, "a date", "day", civil.days_between),
    "hours_between": (Instant, "a point in time", "hour", civil.hours_between),
    "full_months_between": (Date, "a date", "month", civil.full_months_between),
    "full_years_between": (
        Date,
        "a date",
        "year",
        lambda one, two: civil.full_months_between(one, two) // 12,
    ),
}


@function(*_BETWEEN)
def passed(checker: Checker, tree: ast.Call) -> Node:
    """days_between(earlier, later): the first day left out, the last counted; negative when turned around."""
    name = function_name(tree)
    kind, wanted, unit, apply = _BETWEEN[name]
    first, last = arguments(checker, tree, 2)
    for argument in (first, last):
        require(checker, tree, argument, kind, wanted)
    return folded(
        checker, tree, strict("between", Number(unit_named(unit)), (first[1], last[1]), apply, name)
    )


@function("day_of")
def civil_day(checker: Checker, tree: ast.Call) -> Node:
    """The civil date of a point in time in the city."""
    (argument,) = arguments(checker, tree, 1)
    require(checker, tree, argument, Instant, "a point in time")
    zone = _zone(checker, tree)
    return strict("day of", Date(), (argument[1],), lambda instant: instant.astimezone(zone).date(), "day")


@function("hour_of")
def clock_hour(checker: Checker, tree: ast.Call) -> Node:
    """Hours since midnight on the city's clock: 8:30 am is 8.5."""
    (argument,) = arguments(checker, tree, 1)
    require(checker, tree, argument, Instant, "a point in time")
    zone = _zone(checker, tree)

    def apply(instant: datetime.datetime) -> Fraction:
        local = instant.astimezone(zone)
        return Fraction(local.hour * 3_600 + local.minute * 60 + local.second, 3_600)

    return strict("part of date", Number(unit_named("hour")), (argument[1],), apply, "time of day")


def _zone(checker: Checker, tree: ast.Call) -> datetime.tzinfo:
    if checker.scope.zone is None:
        checker.refuse(tree, f"{function_name(tree)} needs the city's time zone", "Give the scope its zone.")
    return checker.scope.zone


@function("year_of", "month_of", "weekday")
def part_of_date(checker: Checker, tree: ast.Call) -> Node:
    """The year, the month (1 to 12), or the day of the week ('monday' …) of a date."""
    (argument,) = arguments(checker, tree, 1)
    require(checker, tree, argument, Date, "a date")
    node = argument[1]
    match function_name(tree):
        case "year_of":
            return strict("part of date", Number(PLAIN), (node,), lambda day: day.year, "year")
        case "month_of":
            return strict("part of date", Number(PLAIN), (node,), lambda day: day.month, "month")
    return strict(
        "part of date", Enum(WEEKDAYS), (node,), lambda day: WEEKDAYS[day.weekday()], "day of the week"
    )


@function("legal_holiday")
def legal_holiday(checker: Checker, tree: ast.Call) -> Node:
    """legal_holiday(day): does the city keep that day as a legal holiday? A Sunday alone is none."""
    (argument,) = arguments(checker, tree, 1)
    require(checker, tree, argument, Date, "a date")
    if checker.scope.holidays is None:
        checker.refuse(tree, "legal_holiday needs the city's calendar", "Give the scope its holidays.")
    return strict("legal holiday", Boolean(), (argument[1],), checker.scope.holidays, "legal holiday")


@function("on_time")
def in_time(checker: Checker, tree: ast.Call) -> Node:
    """on_time('clock id'): was the act of that clock done by its last day?"""
    if len(tree.args) != 1:
        checker.refuse(tree, f"on_time takes 1 argument, not {len(tree.args)}", "Write on_time('clock-id').")
    clock = quoted(checker, tree, 0, "the id of a clock")
    clocks = checker.scope.clocks
    if clock not in clocks:
        listed = f"Clocks here: {', '.join(sorted(clocks)[:12])}." if clocks else "No clock is declared here."
        checker.refuse(
            tree.args[0],
            f"there is no clock {clock!r} that tells when it began and when it was done",
            nearest(clock, clocks, listed),
        )
    node = fact(clock_fact(clock), Boolean())
    node.kind = "on time"
    return node
