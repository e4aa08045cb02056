"""When a permit ends, out of all that is known of land, term and lapses, in whatever order it was told."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from permits.domain.permit import IN_EFFECT, Permit

TERM = "term"
"""The reference of an end by the permit's own term."""


@dataclass(frozen=True, slots=True)
class LandEvent:
    """What was told of one happening on a parcel under one `reference`.

    `law_event` and `happened_on` are None while only its reversal was told. It counts once `confirmed`, and
    no more once `reversed`, whichever was told first.
    """

    reference: str
    law_event: str | None = None
    happened_on: date | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    confirmed: bool = False
    reversed: bool = False

    @property
    def stands(self) -> bool:
        return self.confirmed and not self.reversed and None not in (self.law_event, self.happened_on)


@dataclass(frozen=True, slots=True)
class End:
    """`on` a day into state `to`, `because` of a reference, by `rules`."""

    on: date
    to: str
    because: str
    rules: tuple[str, ...]


def joined(one: LandEvent, other: LandEvent) -> LandEvent:
    """All that both say of one happening; the same for any order and any repetition."""
    return LandEvent(
        reference=one.reference,
        law_event=min(filter(None, (one.law_event, other.law_event)), default=None),
        happened_on=min(filter(None, (one.happened_on, other.happened_on)), default=None),
        facts={
            name: max(
                (each.facts[name] for each in (one, other) if name in each.facts),
                key=lambda value: json.dumps(value, sort_keys=True, default=str),
            )
            for name in sorted({*one.facts, *other.facts})
        },
        confirmed=one.confirmed or other.confirmed,
        reversed=one.reversed or other.reversed,
    )


def standing_since(known: Iterable[LandEvent], day: date) -> tuple[LandEvent, ...]:
    """The happenings that count for a permit issued on `day`, the earliest first."""
    counting = (each for each in known if each.stands and each.happened_on and each.happened_on >= day)
    return tuple(sorted(counting, key=lambda each: (each.happened_on or day, each.reference)))


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
