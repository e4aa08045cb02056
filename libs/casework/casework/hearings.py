"""Hearings: before which body, when, with which notice lists, held or canceled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Hearing:
    """`kind` is the notice kind of the law (`hearing`); `notice_lists` hold the frozen list per notice id.

    `moved_to` is the hearing set instead of a canceled one, if any.
    """

    id: UUID
    city: str
    record_id: UUID
    body: str
    kind: str
    starts_at: datetime
    place: str
    scheduled_on: date
    notice_lists: Mapping[str, Any] = field(default_factory=dict)
    held_on: date | None = None
    canceled_on: date | None = None
    version: int = 1
    canceled_because: str | None = None
    moved_to: UUID | None = None

    @property
    def state(self) -> str:
        """`scheduled`, `held` or `canceled`."""
        if self.held_on is not None:
            return "held"
        return "scheduled" if self.canceled_on is None else "canceled"
