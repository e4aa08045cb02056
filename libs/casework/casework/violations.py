"""Violations: what an inspection found, under which rule, since when and until when, and on how many days."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Violation:
    """One finding of an inspection. `description` is what the officer saw, `place` where on the parcel.

    `record_id` is the case. `corrected_on` is the day it was seen or shown to be gone.
    """

    id: UUID
    city: str
    record_id: UUID
    rule: str
    cite: str
    description: str
    observed_on: date
    observed_by: str
    inspection_id: UUID | None = None
    pin: str | None = None
    place: str = ""
    corrected_on: date | None = None
    corrected_by: str | None = None
    withdrawn_on: date | None = None
    withdrawn_because: str | None = None

    @property
    def open(self) -> bool:
        """Neither corrected nor withdrawn."""
        return self.corrected_on is None and self.withdrawn_on is None


def days_in_violation(violation: Violation, through: date, since: date | None = None) -> int:
    """On how many days it stood, where every day is a separate violation.

    The day it was observed (or `since`, where the law counts from later) counts, the day of correction does
    not, except when both are the same day.
    """
    if violation.withdrawn_on is not None:
        return 0
    first = max(violation.observed_on, since or violation.observed_on)
    last = through
    if violation.corrected_on is not None:
        last = min(last, max(violation.corrected_on - timedelta(days=1), violation.observed_on))
    return max(0, (last - first).days + 1)
