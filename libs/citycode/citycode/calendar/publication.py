"""Publication for successive weeks, M.S. 645.13, and the notices that run from it.

Read second-hand (League of Minnesota Cities, newspaper publication memo, 2019): weeks are calendar weeks, any
day of each will do, at least five days lie between one publication and the next, and at least that many weeks
pass between the first publication and the event.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from .counts import Count, spoken
from .holidays import ONE_DAY

LEAST_DAYS_BETWEEN = 5
WEEK = timedelta(weeks=1)


@dataclass(frozen=True, slots=True)
class PublicationCheck:
    """Whether a notice was published lawfully for its weeks, and every reason it was not."""

    lawful: bool
    reasons: tuple[str, ...]
    complete_on: date | None


def publication_complete(first_publication: date, weeks: int) -> Count:
    """The day `weeks` weeks are complete: the first publication day is left out, the last day not moved."""
    complete = first_publication + weeks * WEEK
    steps = (
        f"First published {spoken(first_publication)}, a day that is left out.",
        f"{weeks} weeks are complete {spoken(complete)}; a publication period is not moved (M.S. 645.13).",
    )
    return Count(complete, complete, first_publication + ONE_DAY, steps)


def last_first_publication(event: date, weeks: int) -> Count:
    """The last day for the first of `weeks` weekly publications before `event`."""
    last = event - weeks * WEEK
    steps = (
        f"{weeks} weeks must pass between the first publication and {spoken(event)}: by {spoken(last)}.",
    )
    return Count(last, last, event - ONE_DAY, steps)


def check_publication(published: Sequence[date], weeks: int, event: date | None = None) -> PublicationCheck:
    """Was it published in `weeks` successive calendar weeks (Sunday to Saturday), in time for `event`?"""
    days = sorted(set(published))
    if not days:
        return PublicationCheck(False, ("It was not published.",), None)
    reasons = []
    if len(days) < weeks:
        reasons.append(f"Published {len(days)} of {weeks} weeks.")
    for earlier, later in pairwise(days[:weeks]):
        if _week_of(later) - _week_of(earlier) != WEEK:
            reasons.append(f"{spoken(earlier)} and {spoken(later)} are not in successive weeks.")
        elif later - earlier < LEAST_DAYS_BETWEEN * ONE_DAY:
            reasons.append(f"Fewer than five days lie between {spoken(earlier)} and {spoken(later)}.")
    complete = publication_complete(days[0], weeks).last_day
    if event is not None and event < complete:
        reasons.append(f"{weeks} weeks are complete only {spoken(complete)}, after {spoken(event)}.")
    return PublicationCheck(not reasons, tuple(reasons), complete if len(days) >= weeks else None)


def _week_of(day: date) -> date:
    """The Sunday that begins its calendar week."""
    return day - timedelta((day.weekday() + 1) % 7)
