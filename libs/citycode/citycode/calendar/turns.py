"""Whose days they were: how long a request lay with each side, counted apart from any legal clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from .bounds import CalendarError


def days_by_turn(turns: Sequence[tuple[date, str]], on: date) -> Mapping[str, int]:
    """Days each holder had it, from `(day it came to them, holder)` in order, read on `on`.

    Raises CalendarError when the turns are out of order or the last begins after `on`.
    """
    ends = [*(day for day, _ in turns[1:]), on]
    days: dict[str, int] = {}
    for (began, holder), end in zip(turns, ends, strict=True):
        if end < began:
            raise CalendarError(f"{end.isoformat()} comes before {began.isoformat()}: turns must be in order")
        days[holder] = days.get(holder, 0) + (end - began).days
    return days
