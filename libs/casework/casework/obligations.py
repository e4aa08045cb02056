"""Obligations: who must do what by when, by which rule, and what follows when the day passes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Literal
from uuid import UUID

Standing = Literal["open", "fulfilled", "lapsed", "canceled"]


@dataclass(frozen=True, slots=True)
class Obligation:
    """One deadline as a row. `due_on` is the last day to act; None where the law sets no day.

    `must` is the act (`schedule_hearing`), `who` an office or party, `started_by` the event; `lapse` says
    what follows, `options` what the obliged may choose between, `steps` the count in words.
    """

    id: UUID
    city: str
    record_id: UUID
    rule: str
    must: str
    who: str
    started_by: str
    started_on: date
    due_on: date | None
    repeats: str | None = None
    lapse: Mapping[str, Any] | None = None
    options: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    cite: str = ""
    fulfilled_on: date | None = None
    canceled_on: date | None = None
    canceled_because: str | None = None
    lapse_fired_on: date | None = None

    def standing(self, on: date) -> Standing:
        """How it stands on a day: a day that has passed reads as passed even when no sweep ran."""
        if self.fulfilled_on is not None:
            return "fulfilled"
        if self.canceled_on is not None:
            return "canceled"
        if self.due_on is not None and on > self.due_on:
            return "lapsed"
        return "open"

    def was_late(self) -> bool:
        """Whether it was fulfilled after its day."""
        return self.fulfilled_on is not None and self.due_on is not None and self.fulfilled_on > self.due_on
