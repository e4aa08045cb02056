"""How a clock stands on a day, by what has happened: running, done, stopped or lapsed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from citycode.calendar import LegalCalendar
from citycode.elements.clocks import in_full
from citycode.elements.extensions import extended, may_extend
from citycode.elements.lengths import civil_day
from citycode.happenings import Happening
from citycode.results.clocks import Clock, Standing, Stop


def standing_on(clock: Clock, happened: Sequence[Happening], on: date, calendar: LegalCalendar) -> Clock:
    """The clock with its standing on a day. What happens later than that day is not looked at.

    Events are taken in the order of their days. An act of the one who must, or an event that stops the
    clock, counts from the day the clock began; of a clock that runs back from an event to come, since that
    event last came. A late stop does not count unless the law lets it.
    """
    because: list[str] = []
    since = _since(clock, happened, calendar)
    ordered = sorted(
        (each for each in happened if since <= civil_day(each.on, calendar) <= on),
        key=lambda each: civil_day(each.on, calendar),
    )
    for each in ordered:
        if clock.extension is not None and each.event in clock.extension.granted_by:
            clock = extended(clock, each, because, calendar)
        elif each.event in clock.done_by:
            if _in_time(each, clock, calendar):
                return _with(clock, "done", because, on)
            because.append(f"Done on {in_full(civil_day(each.on, calendar))}, after the last day.")
            return _with(clock, "done_late", because, on)
        for stop in clock.stops:
            if each.event == stop.event:
                short = _falls_short(each, stop, clock, calendar)
                if short is None:
                    because.append(f"Stopped on {in_full(civil_day(each.on, calendar))}: {stop.says}")
                    return _with(clock, "stopped", because, on)
                because.append(short)
    if clock.last_day is None:
        return replace(clock, standing_because=tuple(because))
    return _with(clock, "lapsed" if clock.has_passed(on) else "running", because, on)


def _since(clock: Clock, happened: Sequence[Happening], calendar: LegalCalendar) -> date:
    if clock.last_day is None or clock.last_day >= clock.starts_on:
        return clock.starts_on
    days = [civil_day(each.on, calendar) for each in happened if each.event == clock.event]
    return max((day for day in days if day < clock.starts_on), default=date.min)


def _with(clock: Clock, standing: Standing, because: list[str], on: date) -> Clock:
    extension = clock.extension
    if extension is not None and extension.granted_by:
        extension = replace(extension, open=may_extend(clock, extension, standing, on))
    return replace(clock, standing=standing, standing_because=tuple(because), extension=extension)


def _falls_short(each: Happening, stop: Stop, clock: Clock, calendar: LegalCalendar) -> str | None:
    """Why the event does not stop the clock."""
    day = in_full(civil_day(each.on, calendar))
    lacking = [form for form in stop.form if form not in each.form]
    if lacking:
        return f"What came on {day} does not stop it: it is not {' and not '.join(lacking)}."
    if not stop.late and not _in_time(each, clock, calendar):
        return f"What came on {day} does not stop it: the last day had passed."
    return None


def _in_time(each: Happening, clock: Clock, calendar: LegalCalendar) -> bool:
    if clock.last_day is None:
        return True
    if clock.at is not None and isinstance(each.on, datetime):
        return each.on <= clock.at
    return civil_day(each.on, calendar) <= clock.last_day
