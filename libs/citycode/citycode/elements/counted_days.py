"""Days that records touch: how many, how many in a row, and how many records stand at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import timedelta

from citycode.calendar import Period

ONE_DAY = timedelta(days=1)


def within(span: Period, window: Period | None) -> Period | None:
    """The days of `span` that lie in the window; None if there are none."""
    if window is None:
        return span
    first, last = max(span.first, window.first), min(span.last, window.last)
    return Period(first, last) if first <= last else None


def most_at_once(wanted: Period, spans: Iterable[Period]) -> int:
    """The most of `spans` that stand on one and the same day of `wanted`.

    Only the day on which the wanted span or another one begins can be the fullest.
    """
    standing = [each for each in spans if each.overlaps(wanted)]
    days = {wanted.first, *(max(each.first, wanted.first) for each in standing)}
    return max(sum(day in each for each in standing) for day in days)


def row_through(wanted: Period, spans: Sequence[Period]) -> Period:
    """The longest row of days without a gap that `wanted` and the spans touching it make."""
    first, last = wanted.first, wanted.last
    grew = True
    while grew:
        grew = False
        for each in spans:
            touches = each.first <= last + ONE_DAY and each.last >= first - ONE_DAY
            if touches and (each.first < first or each.last > last):
                first, last, grew = min(first, each.first), max(last, each.last), True
    return Period(first, last)


def clear_days_between(one: Period, other: Period) -> int:
    """Full days that lie between two spans; negative when they share days."""
    if one.first > other.last:
        return (one.first - other.last).days - 1
    if other.first > one.last:
        return (other.first - one.last).days - 1
    return -1
