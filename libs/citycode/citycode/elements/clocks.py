"""Clocks, reviews and terms: the dates that follow from an event, counted by the city's legal calendar."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from fractions import Fraction
from typing import cast

from citycode.calendar import HourCount, LegalCalendar, Length, LengthUnit, Pause, Season
from citycode.elements.asking import Asked, Broken, answer, holds, missing_names, sentence_of
from citycode.elements.cited import Cited
from citycode.language import Expression, Missing, fact_label
from citycode.results.clocks import Clock, ClockKind, Lapse


@dataclass(frozen=True, slots=True)
class StatedLength:
    """A length of time whose number is a formula over values and facts."""

    unit: LengthUnit
    number: Expression


@dataclass(frozen=True, slots=True)
class ClockRule:
    """One way a date follows from the events in `starts`; exactly one of `length`, `at`, `season` computes
    it.
    """

    cited: Cited
    kind: ClockKind
    starts: frozenset[str]
    when: Expression | None
    waived_when: Expression | None
    length: StatedLength | None
    at: Expression | None
    season: Season | None
    must: str | None
    may: str | None
    who: str | None
    who_title: str | None
    pauses: tuple[Pause, ...]
    moved: bool
    repeats: bool
    stopped_by: tuple[str, ...]
    lapse: Lapse | None


@dataclass(frozen=True, slots=True)
class Due:
    """The day or instant that was counted, or the facts it needs."""

    last_day: date | None = None
    raw_last_day: date | None = None
    at: datetime | None = None
    length: str | None = None
    steps: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    trouble: str | None = None


def run(
    rule: ClockRule, event: str, on: date | datetime, asked: Asked, calendar: LegalCalendar
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
    due = _due(rule, on, asked, calendar)
    missing = tuple(dict.fromkeys((*unknown, *due.missing)))
    cited = rule.cited
    return Clock(
        id=cited.id,
        rule=cited.rule,
        kind=rule.kind,
        event=event,
        starts_on=calendar.civil_date(on) if isinstance(on, datetime) else on,
        last_day=due.last_day,
        raw_last_day=due.raw_last_day,
        at=due.at,
        length=due.length,
        must=rule.must,
        may=rule.may,
        who=rule.who,
        repeats=due.length if rule.repeats else None,
        stopped_by=rule.stopped_by,
        lapse=rule.lapse,
        applies=None if unknown else True,
        missing=missing,
        steps=due.steps,
        sentence=_sentence(rule, due, missing, asked),
        section=cited.section,
        cite=cited.cite,
        law_date=asked.on,
        code_version=cited.code_version,
    )


def counted_length(length: StatedLength, asked: Asked) -> Length | Due:
    """The length with its number, or what stands in the way."""
    found = answer(length.number, asked)
    if isinstance(found, Missing):
        return Due(missing=missing_names(found))
    if isinstance(found, Broken):
        return Due(trouble=found.why)
    try:
        return Length(cast("int | Fraction", found.value), length.unit)
    except ValueError as wrong:
        return Due(trouble=str(wrong))


def _due(rule: ClockRule, on: date | datetime, asked: Asked, calendar: LegalCalendar) -> Due:
    if rule.season is not None:
        run_ = rule.season.running_or_next(calendar.civil_date(on) if isinstance(on, datetime) else on)
        return Due(run_.last, run_.last, length=f"{run_.first} through {run_.last}")
    if rule.at is not None:
        return _computed(rule.at, asked, calendar)
    assert rule.length is not None  # noqa: S101 – the pack was validated
    length = counted_length(rule.length, asked)
    if isinstance(length, Due):
        return length
    try:
        count = calendar.after(on, length, rule.moved and rule.may is None, rule.pauses)
    except ValueError as wrong:
        return Due(length=str(length), trouble=str(wrong))
    if isinstance(count, HourCount):
        return Due(count.last_day, count.last_day, count.at, str(length), count.steps)
    return Due(count.last_day, count.raw_last_day, None, str(length), count.steps)


def _computed(formula: Expression, asked: Asked, calendar: LegalCalendar) -> Due:
    found = answer(formula, asked)
    if isinstance(found, Missing):
        return Due(missing=missing_names(found))
    if isinstance(found, Broken):
        return Due(trouble=found.why)
    moment = found.value
    if isinstance(moment, datetime):
        day = calendar.civil_date(moment)
        return Due(day, day, moment)
    assert isinstance(moment, date)  # noqa: S101 – the type was checked at load
    return Due(moment, moment)


def _sentence(rule: ClockRule, due: Due, missing: tuple[str, ...], asked: Asked) -> str:
    return sentence_of(_told(rule, due, missing, asked))


def _told(rule: ClockRule, due: Due, missing: tuple[str, ...], asked: Asked) -> str:
    who = rule.who_title or "The permit"
    if due.trouble:
        return f"The day cannot be counted: {due.trouble}."
    if due.last_day is None:
        return f"Not known yet: {', '.join(fact_label(each, asked.labels) for each in missing)}."
    day = f"{due.last_day:%A}, {due.last_day:%B} {due.last_day.day}, {due.last_day.year}"
    told = f" ({due.length})" if due.length else ""
    if rule.kind == "term":
        return f"The term ends on {day}{told}."
    if rule.may:
        return f"{who} may {_words(rule.may)} after {day}{told}."
    return f"{who} must {_words(rule.must or 'act')} on or before {day}{told}."


def _words(verb: str) -> str:
    return verb.replace("_", " ")
