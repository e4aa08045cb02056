"""What an extension does to a clock: another last day, or a reason why it does not count."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from citycode.calendar import LegalCalendar
from citycode.elements.clocks import in_full
from citycode.elements.lengths import civil_day
from citycode.happenings import Happening
from citycode.results.clocks import Clock, Extension, Standing

UNTIL = "until"
"""Under this name an extension says through which day, among the days that belong to it."""
REASONED = "reasoned"


def extended(clock: Clock, granted: Happening, because: list[str], calendar: LegalCalendar) -> Clock:
    """The clock with its new last day; `because` takes in what was done, or why it does not count."""
    extension = clock.extension
    assert extension is not None  # noqa: S101 – chosen by the caller
    day = civil_day(granted.on, calendar)
    until = granted.followed_by.get(UNTIL)
    refused = _refused(clock, extension, granted, day, until)
    if refused is not None or until is None:
        because.append(f"The extension of {in_full(day)} does not count: {refused or 'it has no end'}.")
        return clock
    because.append(f"Extended on {in_full(day)} through {in_full(until)}.")
    used = replace(extension, granted=(*extension.granted, until))
    return replace(clock, last_day=until, at=None, extension=used)


def _refused(
    clock: Clock, extension: Extension, granted: Happening, day: date, until: date | None
) -> str | None:
    if len(extension.granted) >= extension.times:
        times = "one extension" if extension.times == 1 else f"{extension.times} extensions"
        return f"only {times} may be given"
    if clock.last_day is not None and day > clock.last_day:
        return "the last day had passed"
    if extension.reasoned and REASONED not in granted.form:
        return "no reasons are stated"
    if until is not None and extension.last_day is not None and until > extension.last_day:
        return f"it goes beyond {in_full(extension.last_day)}"
    return None


def may_extend(clock: Clock, extension: Extension, standing: Standing, on: date) -> bool | None:
    """May it be extended, or once more, on that day?"""
    if standing != "running" or len(extension.granted) >= extension.times or clock.has_passed(on):
        return False
    return True if extension.applies else None
