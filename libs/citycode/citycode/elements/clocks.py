"""Clocks, reviews and terms: the dates that follow from an event, counted by the city's legal calendar."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from citycode.calendar import LegalCalendar, Length, Pause, Season, YearlyDay
from citycode.elements.asking import Asked, holds, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.elements.lengths import (
    Due,
    StatedLength,
    branches_of,
    civil_day,
    computed,
    counted_after,
    counted_before,
    counted_length,
    counted_yearly,
)
from citycode.elements.tables import Table, row_rule
from citycode.language import Expression, Missing, fact_label
from citycode.results.clocks import Clock, ClockKind, Extension, Lapse, Stop


@dataclass(frozen=True, slots=True)
class ExtensionRule:
    """How far the time of a clock may be extended."""

    cited: Cited
    at_most: StatedLength | None
    not_past: YearlyDay | None
    times: int
    reasoned: bool
    by: str | None
    by_title: str | None
    when: Expression | None
    granted_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ClockRule:
    """One way a date follows from the events in `starts`, or (`backward`) must come before them.

    Exactly one of `length`, `at`, `season` and `yearly` computes it. `began` and `done` are formulas of the
    days by which it is told whether the act was in time.
    """

    cited: Cited
    kind: ClockKind
    starts: frozenset[str]
    when: Expression | None = None
    waived_when: Expression | None = None
    length: StatedLength | None = None
    at: Expression | None = None
    season: Season | None = None
    yearly: YearlyDay | None = None
    not_before: StatedLength | None = None
    backward: bool = False
    earlier_off_weekends: bool = False
    must: str | None = None
    may: str | None = None
    who: str | None = None
    who_title: str | None = None
    sets: str | None = None
    sets_title: str | None = None
    pauses: tuple[Pause, ...] = ()
    moved: bool = True
    repeats: StatedLength | None = None
    done_by: tuple[str, ...] = ()
    stops: tuple[Stop, ...] = ()
    lapse: Lapse | None = None
    extension: ExtensionRule | None = None
    began: Expression | None = None
    done: Expression | None = None


def run(
    rule: ClockRule,
    event: str,
    on: date | datetime,
    asked: Asked,
    calendar: LegalCalendar,
    tables: Sequence[Table] = (),
) -> Clock | None:
    """The clock that `event` starts; None where it does not apply."""
    held = holds(rule.when, asked)
    waived = holds(rule.waived_when, asked) if rule.waived_when else False
    if held is False or waived is True:
        return None
    unknown = tuple(
        dict.fromkeys(
            name for each in (held, waived) if isinstance(each, Missing) for name in missing_names(each)
        )
    )
    due = due_of(rule, on, asked, calendar, tables)
    first = _first_day(rule, on, asked, calendar)
    missing = tuple(dict.fromkeys((*unknown, *due.missing, *first.missing)))
    cited = rule.cited
    return Clock(
        id=cited.id,
        rule=cited.rule,
        branches=due.branches,
        kind=rule.kind,
        event=event,
        starts_on=civil_day(on, calendar),
        first_day=first.last_day,
        last_day=due.last_day,
        raw_last_day=due.raw_last_day,
        at=due.at,
        length=due.length,
        must=rule.must,
        may=rule.may,
        who=rule.who,
        sets=rule.sets,
        repeats=_repeats(rule, due, asked),
        done_by=rule.done_by,
        stopped_by=tuple(each.event for each in rule.stops),
        stops=rule.stops,
        lapse=rule.lapse,
        extension=_extension(rule, due, asked, calendar),
        applies=None if unknown else True,
        standing=None,
        standing_because=(),
        missing=missing,
        steps=(*first.steps, *due.steps),
        sentence=sentence_of(_told(rule, due, first, missing, asked)),
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
        at_local=_local(due.at, calendar),
        notes=cited.notes,
    )


def _local(at: datetime | None, calendar: LegalCalendar) -> str | None:
    return f"{at.astimezone(calendar.zone):%Y-%m-%dT%H:%M}" if at is not None else None


def due_of(
    rule: ClockRule,
    on: date | datetime,
    asked: Asked,
    calendar: LegalCalendar,
    tables: Sequence[Table] = (),
) -> Due:
    """The last day, counted from (or back from) the event on that day."""
    if rule.season is not None:
        run_ = rule.season.running_or_next(civil_day(on, calendar))
        return Due(run_.last, run_.last, length=f"{run_.first} through {run_.last}")
    if rule.at is not None:
        return computed(rule.at, asked, calendar, rule.moved)
    if rule.yearly is not None:
        return counted_yearly(rule.yearly, on, calendar, rule.moved)
    assert rule.length is not None  # noqa: S101 – the pack was validated
    rows = {
        each.name: row
        for each in tables
        if each.name in rule.length.number.facts and (row := row_rule(each, asked)) is not None
    }
    branches = branches_of(rule.length.number, asked, rows)
    if rule.backward:
        due = counted_before(on, rule.length, asked, calendar, rule.earlier_off_weekends)
    else:
        roll = rule.moved and rule.may is None
        due = counted_after(on, rule.length, asked, calendar, roll, rule.pauses)
    return replace(due, branches=branches) if branches else due


def _first_day(rule: ClockRule, on: date | datetime, asked: Asked, calendar: LegalCalendar) -> Due:
    """The earliest day, which is not moved: an act on a weekend is no less possible."""
    if rule.not_before is None:
        return Due()
    if rule.backward:
        return counted_before(on, rule.not_before, asked, calendar, False)
    return counted_after(on, rule.not_before, asked, calendar, False)


def _repeats(rule: ClockRule, due: Due, asked: Asked) -> str | None:
    if rule.kind == "review":
        return due.length
    if rule.repeats is None:
        return None
    length = counted_length(rule.repeats, asked)
    return str(length) if isinstance(length, Length) else None


def _extension(rule: ClockRule, due: Due, asked: Asked, calendar: LegalCalendar) -> Extension | None:
    extension = rule.extension
    if extension is None:
        return None
    held = holds(extension.when, asked)
    if held is False:
        return None
    last, missing = _latest(extension, due, asked, calendar, rule.moved)
    if isinstance(held, Missing):
        missing = (*missing, *missing_names(held))
    cited = extension.cited
    return Extension(
        id=cited.id,
        rule=cited.rule,
        last_day=last,
        times=extension.times,
        reasoned=extension.reasoned,
        by=extension.by,
        granted_by=extension.granted_by,
        granted=(),
        open=None,
        applies=True if held is True else None,
        missing=tuple(dict.fromkeys(missing)),
        sentence=_extension_told(extension, last, missing, asked),
        section=cited.section,
        cite=cited.cite,
    )


def _latest(
    extension: ExtensionRule, due: Due, asked: Asked, calendar: LegalCalendar, roll: bool
) -> tuple[date | None, tuple[str, ...]]:
    """The whole time is one period: it is counted on from the day reached before any moving."""
    ends: list[date] = []
    if due.raw_last_day is None:
        return None, due.missing
    if extension.at_most is not None:
        longer = counted_after(due.raw_last_day, extension.at_most, asked, calendar, roll)
        if longer.last_day is None:
            return None, longer.missing
        ends.append(longer.last_day)
    if extension.not_past is not None:
        ends.append(extension.not_past.on_or_after(due.raw_last_day))
    return min(ends, default=None), ()


def _extension_told(
    extension: ExtensionRule, last: date | None, missing: tuple[str, ...], asked: Asked
) -> str:
    who = extension.by_title or "The city"
    reasoned = ", with stated reasons" if extension.reasoned else ""
    if extension.at_most is None and extension.not_past is None and not missing:
        return f"{who} may extend the time{reasoned}; the law sets no end to it."
    if last is None:
        return sentence_of(f"not known yet: {', '.join(fact_label(each, asked.labels) for each in missing)}")
    times = "once" if extension.times == 1 else f"up to {extension.times} times"
    return f"{who} may extend the time {times}{reasoned}, at most through {in_full(last)}."


def _told(rule: ClockRule, due: Due, first: Due, missing: tuple[str, ...], asked: Asked) -> str:
    who = rule.who_title or "The permit"
    trouble = due.trouble or first.trouble
    if trouble:
        return f"The day cannot be counted: {trouble}."
    if due.last_day is None:
        return f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in missing)}."
    day = in_full(due.last_day)
    told = f" ({due.length})" if due.length else ""
    if rule.kind == "term":
        return f"The term ends on {day}{told}."
    if rule.may:
        return f"{who} may {_words(rule.may)} after {day}{told}."
    if rule.sets:
        return f"{rule.sets_title} sets the day by which {who} must {_words(rule.must)}: at most {day}{told}."
    if rule.backward:
        told = f" (at least {due.length} before)" if due.length else ""
    window = f"not before {in_full(first.last_day)} and " if first.last_day else ""
    return f"{who} must {_words(rule.must)} {window}on or before {day}{told}."


def in_full(day: date) -> str:
    """`Monday, July 6, 2026`."""
    return f"{day:%A}, {day:%B} {day.day}, {day.year}"


def _words(verb: str | None) -> str:
    return (verb or "act").replace("_", " ")
