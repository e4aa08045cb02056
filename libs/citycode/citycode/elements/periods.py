"""Named periods: seasons bounded by what was observed, and times around dates that are set elsewhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from citycode.calendar import LegalCalendar, Length, Period, Season, YearlyDay
from citycode.elements.asking import sentence_of
from citycode.elements.cited import Cited
from citycode.elements.clocks import in_full
from citycode.elements.lengths import civil_day
from citycode.happenings import Happening
from citycode.language import Binding, Missing
from citycode.results.periods import PeriodRun


@dataclass(frozen=True, slots=True)
class Bound:
    """One end: a `day` of the year, the first (or `newest`) `event` observed, or `dates` of the law; moved
    by `shift`, `back` or on.
    """

    day: YearlyDay | None
    event: str | None
    newest: bool
    dates: tuple[date, ...]
    shift: Length | None
    back: bool

    def shifted(self, day: date, calendar: LegalCalendar) -> date:
        """Fixed days of a period are not moved off weekends."""
        if self.shift is None:
            return day
        if self.back:
            return calendar.before(day, self.shift).last_day
        return calendar.after(day, self.shift, False).last_day


@dataclass(frozen=True, slots=True)
class PeriodRule:
    """From `first` through `through`. `within` parts one period from the next, where events bound it."""

    cited: Cited
    name: str
    label: str
    first: Bound
    through: Bound
    within: Season | None
    known_from: date | None
    known_through: date | None
    events: dict[str, str]

    def window(self, day: date) -> Period | None:
        """The part of the years in which this day's period is looked for; None between two of them."""
        return self.within.running_on(day) if self.within is not None else None


def on_that_day(rules: Sequence[PeriodRule], on: date, calendar: LegalCalendar) -> dict[str, Binding]:
    """Whether a day lies in each period, as formulas read it (`p.election_period`).

    Only for periods that need nothing observed; Missing where their dates are not held for that day.
    """
    bindings: dict[str, Binding] = {}
    for rule in rules:
        if rule.first.event is None and rule.through.event is None:
            inside = run_of(rule, on, (), on, calendar, on).in_period
            name = f"p.{rule.name}"
            bindings[name] = inside if inside is not None else Missing(frozenset({name}))
    return bindings


def run_of(
    rule: PeriodRule,
    day: date,
    happened: Sequence[Happening],
    read_on: date,
    calendar: LegalCalendar,
    law_date: date,
) -> PeriodRun:
    """The run of the period around `day`, by what was observed through `read_on`."""
    if rule.first.dates:
        return _dated(rule, day, calendar, law_date)
    window = (
        rule.window(day) if rule.within is not None else Period(date(day.year, 1, 1), date(day.year, 12, 31))
    )
    if window is None:
        return _run(rule, day, False, None, None, None, law_date)
    first = _edge(rule.first, window, happened, read_on, calendar)
    last = _edge(rule.through, window, happened, read_on, calendar)
    closed = rule.through.event is None or read_on > window.last
    inside = _inside(day, first, last, closed)
    return _run(rule, day, inside, first, last if closed else None, window, law_date)


def _inside(day: date, first: date | None, last: date | None, closed: bool) -> bool | None:
    if first is None or day < first:
        return False
    if last is not None and day <= last:
        return True
    return False if closed else None


def _edge(
    bound: Bound, window: Period, happened: Sequence[Happening], read_on: date, calendar: LegalCalendar
) -> date | None:
    if bound.day is not None:
        day = bound.day.on_or_after(window.first)
        return bound.shifted(day, calendar) if day in window else None
    seen = [
        day
        for each in happened
        if each.event == bound.event and (day := civil_day(each.on, calendar)) in window and day <= read_on
    ]
    if not seen:
        return None
    return bound.shifted(max(seen) if bound.newest else min(seen), calendar)


def _dated(rule: PeriodRule, day: date, calendar: LegalCalendar, law_date: date) -> PeriodRun:
    runs = []
    for begins in rule.first.dates:
        ends = next((each for each in rule.through.dates if each >= begins), None)
        if ends is not None:
            runs.append((rule.first.shifted(begins, calendar), rule.through.shifted(ends, calendar)))
    for first, last in runs:
        if first <= day <= last:
            return _run(rule, day, True, first, last, None, law_date)
    known = (
        rule.known_from is not None
        and rule.known_through is not None
        and rule.known_from <= day <= rule.known_through
    )
    coming: tuple[date | None, date | None] = next((each for each in runs if each[0] > day), (None, None))
    return _run(rule, day, False if known else None, coming[0], coming[1], None, law_date)


def _run(
    rule: PeriodRule,
    day: date,
    inside: bool | None,
    first: date | None,
    last: date | None,
    window: Period | None,
    law_date: date,
) -> PeriodRun:
    cited = rule.cited
    return PeriodRun(
        id=cited.id,
        rule=cited.rule,
        name=rule.name,
        day=day,
        in_period=inside,
        first_day=first,
        last_day=last,
        looked_at=(window.first, window.last) if window is not None else None,
        sentence=sentence_of(_told(rule, day, inside, first, last)),
        section=cited.section,
        cite=cited.cite,
        law_date=law_date,
        code_version=cited.code_version,
    )


def _told(rule: PeriodRule, day: date, inside: bool | None, first: date | None, last: date | None) -> str:
    if inside is None:
        if rule.first.dates:
            return (
                f"whether {in_full(day)} lies in the {rule.label} is not known: its dates are not held here"
            )
        return f"whether {in_full(day)} still lies in the {rule.label} cannot be told before it is over"
    told = f"{in_full(day)} lies {'in' if inside else 'outside'} the {rule.label}"
    if first is not None and last is not None:
        return f"{told}, from {in_full(first)} through {in_full(last)}"
    if first is not None:
        return f"{told}, which began on {in_full(first)}" if inside else told
    return told
