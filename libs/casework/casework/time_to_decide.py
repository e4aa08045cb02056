"""The law's time to decide a request, and its time to tell what the request lacks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from casework.obligations import Obligation

DECIDE = "approve_or_deny"
TELL = "tell_what_is_missing"
BY_LAW = "operation_of_law"
"""The ground of an approval that nobody gave: the time to deny ran out."""


def running(obligations: Iterable[Obligation]) -> Obligation | None:
    """The time to decide that binds the city: the latest that is neither met nor called off."""
    live = [
        each
        for each in obligations
        if each.must == DECIDE and each.fulfilled_on is None and each.canceled_on is None
    ]
    return max(live, key=lambda each: (each.started_on, each.id), default=None)


def told_too_late(obligations: Iterable[Obligation], today: date) -> tuple[Obligation, ...]:
    """What was to be told by a day that has passed: the request counts as complete from its receipt."""
    return tuple(each for each in obligations if each.must == TELL and each.standing(today) == "lapsed")


def consequence(obligation: Obligation) -> str:
    """What the law says of missing its day."""
    said = (obligation.lapse or {}).get("says")
    return str(said) if said else "Its day has passed."
