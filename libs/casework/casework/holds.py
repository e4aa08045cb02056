"""Holds: what is barred to whom, under which rule, from when until when."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Literal
from uuid import UUID

SubjectKind = Literal["parcel", "record", "person"]


@dataclass(frozen=True, slots=True)
class Subject:
    """Whom a hold binds: a parcel by its PIN, a permit, license or case by its id, a person by reference."""

    kind: SubjectKind
    id: str


@dataclass(frozen=True, slots=True)
class Hold:
    """One hold. `blocks` are acts as packs name them (`issue_permit`, `inspection`); `*` bars all.

    `source` is what placed it (a case's id, a neighbor's event); the same source and rule place a hold on a
    subject once. `until` are the events that release it. Days are inclusive: it binds on `placed_on`, and
    no longer on `released_on`.
    """

    id: UUID
    city: str
    subject: Subject
    blocks: tuple[str, ...]
    rule: str
    cite: str
    because: str
    source: str
    placed_on: date
    placed_by: str
    until: tuple[str, ...] = ()
    released_on: date | None = None
    released_by: str | None = None
    released_because: str | None = None

    def in_force(self, on: date) -> bool:
        """Whether it binds on a day."""
        return self.placed_on <= on and (self.released_on is None or on < self.released_on)

    def bars(self, act: str, on: date) -> bool:
        """Whether it bars `act` on a day."""
        return self.in_force(on) and (act in self.blocks or EVERY_ACT in self.blocks)


EVERY_ACT = "*"

APPLY, ISSUE_PERMIT, ISSUE_LICENSE, INSPECT = "apply", "issue_permit", "issue_license", "inspect"
"""Acts as packs name them that services do not do while a hold bars them."""

RELEASED = "case.hold_released"
"""The event that a hold placed by a case waits for."""


def barring(holds: Iterable[Hold], subjects: Collection[Subject], act: str, on: date) -> tuple[Hold, ...]:
    """Every hold that bars `act` to one of the subjects on a day; empty: nothing bars it."""
    return tuple(each for each in holds if each.subject in subjects and each.bars(act, on))
