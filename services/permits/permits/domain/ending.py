"""When a permit ends, out of all that is known of land, term and lapses, in whatever order it was told."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date

from permits.domain.permit import IN_EFFECT, Permit

TERM = "term"
"""The reference of an end by the permit's own term."""


@dataclass(frozen=True, slots=True)
class End:
    """`on` a day into state `to`, `because` of a reference, by `rules`."""

    on: date
    to: str
    because: str
    rules: tuple[str, ...]


def earliest(ends: Iterable[End]) -> End | None:
    """The end that comes first; None when nothing ends it."""
    return min(ends, key=lambda each: (each.on, each.because), default=None)


def by_term(permit: Permit, today: date) -> End | None:
    """The end of a term whose last day has passed."""
    if permit.term_ends_on is None or today <= permit.term_ends_on:
        return None
    rules = () if permit.term_rule is None else (permit.term_rule,)
    return End(permit.term_ends_on, "expired", TERM, rules)


def as_of(permit: Permit, today: date) -> Permit:
    """The permit as it stands today: one whose term is over has expired, whether or not a job ran."""
    over = by_term(permit, today)
    if over is None or permit.state not in IN_EFFECT:
        return permit
    return replace(
        permit,
        state=over.to,
        state_before=permit.state,
        ended_on=over.on,
        ended_by=over.because,
        ended_rules=over.rules,
    )


def present(permit: Permit) -> End | None:
    """The end the permit has now."""
    if permit.ended_on is None or permit.ended_by is None:
        return None
    return End(permit.ended_on, permit.state, permit.ended_by, permit.ended_rules)
