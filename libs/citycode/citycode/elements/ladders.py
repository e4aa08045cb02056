"""Ladders: events counted in a time, and the steps that the n-th of them reaches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import product

from citycode.calendar import LegalCalendar, Length, Season
from citycode.elements.asking import Asked, holds, missing_names
from citycode.elements.caps import of_record
from citycode.elements.cited import Cited
from citycode.elements.event_counts import (
    EndOf,
    Place,
    after_any,
    from_first,
    in_all,
    rolling,
    same_year,
)
from citycode.elements.lengths import StatedLength, civil_day
from citycode.elements.periods import PeriodRule
from citycode.happenings import Happening
from citycode.language import Expression, Missing
from citycode.results.clocks import Lapse

MOST_UNSURE = 6
"""Beyond so many events that may or may not count, the places of later ones are not told."""


@dataclass(frozen=True, slots=True)
class Relief:
    """A rule under which an event is not counted, or nobody may act for it."""

    cited: Cited
    when: Expression


@dataclass(frozen=True, slots=True)
class Window:
    """Events are counted together: in a `length` that `rolls`, or that the first one opens; in a `yearly`
    season; in a `named` period of the program.
    """

    length: Length | None = None
    rolls: bool = False
    yearly: Season | None = None
    named: str | None = None


@dataclass(frozen=True, slots=True)
class BarRule:
    """`bars` are closed for a length from the event, or from the day of the event named `from_`."""

    cited: Cited
    length: StatedLength
    bars: tuple[str, ...]
    bars_words: tuple[str, ...]
    from_: str | None


@dataclass(frozen=True, slots=True)
class StepRule:
    """What the `first` through the `last` counted event bring (last None: all later ones too)."""

    cited: Cited
    first: int
    last: int | None
    within: Length | None
    any_earlier: bool
    when: Expression | None
    do: tuple[str, ...]
    do_words: tuple[str, ...]
    require: str | None
    require_words: str
    length: StatedLength | None
    counted_from: str | None
    lapse: Lapse | None
    fee: Expression | None
    may: tuple[str, ...]
    may_words: tuple[str, ...]
    to: str | None
    to_words: str
    mandatory: bool
    by: str | None
    by_title: str | None
    on_request_of: str | None
    on_request_of_title: str | None
    then: BarRule | None

    def takes(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


@dataclass(frozen=True, slots=True)
class LadderRule:
    """`counts` is the event; of earlier ones only those count for which `earlier` holds."""

    cited: Cited
    counts: str
    counts_words: str
    per: tuple[str, ...]
    when: Expression | None
    where: Expression | None
    earlier: Expression | None
    ignores: tuple[Relief, ...]
    barred_by: tuple[Relief, ...]
    window: Window | None
    steps: tuple[StepRule, ...]
    history: str | None


@dataclass(frozen=True, slots=True)
class Taken:
    """An event with what the ladder makes of it by itself.

    `counts` and `earlier` None: `missing` facts would tell; `earlier`: does it count for those after it?
    """

    event: Happening
    day: date
    asked: Asked
    counts: bool | None
    earlier: bool | None
    ignored_by: Cited | None
    missing: tuple[str, ...]


def subjects(rule: LadderRule, happened: Sequence[Happening], read_on: date, calendar: LegalCalendar) -> (
    dict[tuple[tuple[str, str], ...], list[tuple[int, Happening]]]
):  # fmt: skip
    """The ladder's events through that day in order, by what they are counted per.

    An event that does not say of what it is stands under the keys it has.
    """
    found: dict[tuple[tuple[str, str], ...], list[tuple[int, Happening]]] = {}
    for place, each in _in_order(happened, calendar):
        if each.event == rule.counts and civil_day(each.on, calendar) <= read_on:
            keys = tuple((key, each.keys[key]) for key in rule.per if key in each.keys)
            found.setdefault(keys, []).append((place, each))
    return found


def _in_order(happened: Sequence[Happening], calendar: LegalCalendar) -> list[tuple[int, Happening]]:
    def moment(each: tuple[int, Happening]) -> tuple[date, float, int]:
        on = each[1].on
        seconds = on.timestamp() if isinstance(on, datetime) else 0.0
        return civil_day(on, calendar), seconds, each[0]

    return sorted(enumerate(happened), key=moment)


def taken(
    rule: LadderRule, place: int, event: Happening, asked: Asked, calendar: LegalCalendar
) -> Taken | None:
    """None where the event is none of those the ladder counts."""
    own = of_record(asked, event.facts.bindings)
    meant = [holds(rule.when, own), holds(rule.where, own)]
    if False in meant:
        return None
    missing = [name for each in meant if isinstance(each, Missing) for name in missing_names(each)]
    day = civil_day(event.on, calendar)
    unsure = bool(missing)
    for relief in rule.ignores:
        held = holds(relief.when, own)
        if held is True:
            return Taken(event, day, own, False, False, relief.cited, ())
        if held is not False:
            unsure = True
            missing += missing_names(held) if isinstance(held, Missing) else ()
    counts = None if unsure else True
    earlier = holds(rule.earlier, own)
    seen: bool | None = earlier if isinstance(earlier, bool) else None
    if counts is None and seen is True:
        seen = None
    if isinstance(earlier, Missing):
        missing += missing_names(earlier)
    placed = tuple(dict.fromkeys(f"history/{place}/{name}" for name in missing))
    return Taken(event, day, own, counts, seen, None, placed)


class Counting:
    """The places of one subject's events, where some may not be known to count."""

    def __init__(
        self,
        rule: LadderRule,
        events: Sequence[Taken],
        periods: Mapping[str, PeriodRule],
        calendar: LegalCalendar,
    ) -> None:
        self._rule = rule
        self._events = events
        self._periods = periods
        self._calendar = calendar
        self._ends: dict[tuple[Length, date], date] = {}

    def places(self, at: int, step: StepRule | None = None) -> set[Place] | None:
        """Every place the event may have, one for each way open facts may fall out; None: too many ways.

        The event itself is taken to count.
        """
        event = self._events[at]
        before = self._events[:at]
        unsure = [each for each in before if each.earlier is None]
        if len(unsure) > MOST_UNSURE:
            return None
        sure = [each.day for each in before if each.earlier is True]
        found = set()
        for answers in product((False, True), repeat=len(unsure)):
            more = [each.day for each, counts in zip(unsure, answers, strict=True) if counts]
            found.add(self._place([*sorted([*sure, *more]), event.day], step))
        return found

    def _place(self, days: Sequence[date], step: StepRule | None) -> Place:
        window = self._rule.window
        days = self._in_window(days, window)
        if step is not None and step.within is not None:
            end_of = self._end_of(step.within)
            return after_any(days, end_of) if step.any_earlier else rolling(days, end_of)
        return in_all(days)

    def _in_window(self, days: Sequence[date], window: Window | None) -> Sequence[date]:
        """The newest day with those before it that are counted together with it."""
        if window is None:
            return days
        if window.length is not None:
            end_of = self._end_of(window.length)
            place = rolling(days, end_of) if window.rolls else from_first(days, end_of)
        elif window.yearly is not None:
            place = same_year(days, window.yearly.running_on)
        else:
            period = self._periods.get(window.named or "")
            place = same_year(days, period.window if period is not None else lambda day: day.year)
        return days[-place.number :]

    def _end_of(self, length: Length) -> EndOf:
        """Fixed periods, which do not move off weekends."""

        def end_of(day: date) -> date:
            known = self._ends.get((length, day))
            if known is None:
                known = self._ends[(length, day)] = self._calendar.after(day, length, False).last_day
            return known

        return end_of

    def current(self, read_on: date) -> int | None:
        """How many count in the time that runs on a day."""
        unsure = [each for each in self._events if each.earlier is None]
        sure = [each.day for each in self._events if each.earlier is True]
        if unsure:
            return None
        if not sure:
            return 0
        return len(self._in_window([*sure, read_on], self._rule.window)) - 1


def numbered(counting: Counting, at: int, step: StepRule | None = None) -> tuple[int | None, Place | None]:
    """The number all ways agree on, with one of the places that has it."""
    places = counting.places(at, step)
    numbers = {each.number for each in places or ()}
    if len(numbers) != 1 or places is None:
        return None, None
    return numbers.pop(), min(places, key=lambda each: each.first)


def takes(counting: Counting, at: int, step: StepRule) -> bool | None:
    """Does the event reach the step? None: it depends on facts that are missing."""
    places = counting.places(at, step)
    if places is None:
        return None
    answers = {step.takes(each.number) for each in places}
    return answers.pop() if len(answers) == 1 else None


def unsure_before(events: Sequence[Taken], at: int) -> Iterator[str]:
    """The facts that would tell which of the events through this one count."""
    for each in events[: at + 1]:
        if each.earlier is None or each.counts is None:
            yield from each.missing
