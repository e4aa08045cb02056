"""Which counted event each one is, for every way in which facts that are open may fall out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date

from citycode.calendar import LegalCalendar, Length
from citycode.elements.event_counts import (
    EndOf,
    Place,
    after_any,
    from_first,
    in_all,
    rolling,
    same_year,
)
from citycode.elements.ladders import LadderRule, StepRule, Taken
from citycode.elements.periods import PeriodRule

MOST_WAYS = 16
"""Beyond so many ways in which a fixed time may have run, the places of later events are not told."""


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
        window = rule.window
        fixed = window is not None and window.length is not None and not window.rolls
        self._runs = self._fixed_runs(window.length) if fixed and window and window.length else None

    def places(self, at: int, step: StepRule | None = None) -> set[Place] | None:
        """Every place the event may have as open facts fall out, itself taken to count; None: too many."""
        return self._places(self._events[:at], self._events[at].day, step)

    def current(self, read_on: date) -> int | None:
        """How many count in the time that runs on a day; None if open facts would tell."""
        numbers = {each.number - 1 for each in self._places(self._events, read_on, None) or ()}
        return numbers.pop() if len(numbers) == 1 else None

    def _places(self, before: Sequence[Taken], day: date, step: StepRule | None) -> set[Place] | None:
        if self._runs is not None:
            runs = self._runs[len(before)]
            return None if runs is None else {self._place([*run, day], step) for run in runs}
        sure = [each.day for each in before if each.earlier is True]
        most = [each.day for each in before if each.earlier is not False]
        low = self._place([*sure, day], step)
        if len(most) == len(sure):
            return {low}
        high = self._place([*most, day], step)
        # one event more moves the place by one at most, so that every number between is possible
        between = (Place(number, high.first) for number in range(low.number + 1, high.number + 1))
        return {low if low.number < high.number else high, *between}

    def _place(self, days: Sequence[date], step: StepRule | None) -> Place:
        days = self._in_window(days)
        if step is not None and step.within is not None:
            end_of = self._end_of(step.within)
            return after_any(days, end_of) if step.any_earlier else rolling(days, end_of)
        return in_all(days)

    def _in_window(self, days: Sequence[date]) -> Sequence[date]:
        """The newest day with those before it that are counted together with it."""
        window = self._rule.window
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

    def _fixed_runs(self, length: Length) -> list[frozenset[tuple[date, ...]] | None]:
        """Before each event, and after the last: the days that may have run in the fixed time till then."""
        end_of = self._end_of(length)
        before: list[frozenset[tuple[date, ...]] | None] = [frozenset({()})]
        for each in self._events:
            runs = before[-1]
            if runs is not None and each.earlier is not False:
                joined = frozenset(
                    (each.day,) if run and each.day > end_of(run[0]) else (*run, each.day) for run in runs
                )
                runs = joined if each.earlier is True else joined | runs
            before.append(runs if runs is not None and len(runs) <= MOST_WAYS else None)
        return before

    def _end_of(self, length: Length) -> EndOf:
        """Fixed periods, which do not move off weekends."""

        def end_of(day: date) -> date:
            known = self._ends.get((length, day))
            if known is None:
                known = self._ends[(length, day)] = self._calendar.after(day, length, False).last_day
            return known

        return end_of


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
