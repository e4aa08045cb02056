"""What is known to have happened to a parcel, joined out of all that was told, in whatever order."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any


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
        """Whether it counts."""
        return self.confirmed and not self.reversed and None not in (self.law_event, self.happened_on)


def joined(one: LandEvent, other: LandEvent) -> LandEvent:
    """All that both say of one happening; the same for any order and any repetition."""
    return LandEvent(
        reference=one.reference,
        law_event=min(filter(None, (one.law_event, other.law_event)), default=None),
        happened_on=min(filter(None, (one.happened_on, other.happened_on)), default=None),
        facts={
            name: max((each.facts[name] for each in (one, other) if name in each.facts), key=_told)
            for name in sorted({*one.facts, *other.facts})
        },
        confirmed=one.confirmed or other.confirmed,
        reversed=one.reversed or other.reversed,
    )


def _told(value: Any) -> str:
    """Orders values told of one fact, so that whichever came first gives the same."""
    return json.dumps(value, sort_keys=True, default=str)


def standing_since(known: Iterable[LandEvent], day: date) -> tuple[LandEvent, ...]:
    """The happenings that count for what was granted on `day`, the earliest first."""
    counting = (each for each in known if each.stands and each.happened_on and each.happened_on >= day)
    return tuple(sorted(counting, key=lambda each: (each.happened_on or day, each.reference)))
