"""Orders: what must be done or stopped, by whom, by when; served, extended, complied with or not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from casework.lifecycle import Lifecycle

ORDER = Lifecycle(
    "order",
    {
        "drafted": {"sign": "signed", "withdraw": "withdrawn"},
        "signed": {"serve": "served", "withdraw": "withdrawn", "comply": "complied", "extend": "signed"},
        "served": {
            "extend": "served",
            "comply": "complied",
            "find_not_complied": "not_complied",
            "stay": "stayed",
            "withdraw": "withdrawn",
            "vacate": "vacated",
        },
        "stayed": {"resume": "served", "vacate": "vacated", "withdraw": "withdrawn", "comply": "complied"},
        "not_complied": {
            "comply": "complied",
            "stay": "stayed",
            "vacate": "vacated",
            "withdraw": "withdrawn",
            "extend": "served",
        },
        "complied": {},
        "withdrawn": {},
        "vacated": {},
    },
)
"""`stay`: an appeal suspends it. `vacate`: a hearing or court sets it aside."""

KINDS = ("correction", "abatement", "stop_work", "cease")


class TooLong(ValueError):
    """The law allows no later day than `last_day`."""

    def __init__(self, last_day: date, rule: str) -> None:
        self.last_day = last_day
        self.rule = rule
        super().__init__(f"The law ({rule}) allows {last_day} at the latest.")


class NoExtension(ValueError):
    """An extension must move the day later."""


@dataclass(frozen=True, slots=True)
class Order:
    """One order on a record. `kind` is `correction`, `abatement`, `stop_work` or `cease`.

    `document` is the element of the law that says what it must hold, `violations` what it is about.
    `notice_id` is the notice by which it is served; `served_on` the day from which service counts.
    `comply_by` is the last day as extended, None where it binds at once (stop work).
    """

    id: UUID
    city: str
    record_id: UUID
    number: str
    kind: str
    state: str
    office: str
    says: str
    rules: tuple[str, ...]
    drafted_on: date
    document: str | None = None
    violations: tuple[UUID, ...] = ()
    signed_on: date | None = None
    signed_by: str | None = None
    law_date: date | None = None
    notice_id: UUID | None = None
    served_on: date | None = None
    comply_by: date | None = None
    complied_on: date | None = None
    ended_on: date | None = None
    ended_because: str | None = None
    version: int = 1

    def overdue(self, on: date) -> bool:
        """Whether its day has passed without compliance; a stayed order runs no time."""
        running = self.state in ("signed", "served", "not_complied")
        return running and self.comply_by is not None and on > self.comply_by

    def in_force(self) -> bool:
        """Whether it must be obeyed now."""
        return self.state in ("signed", "served", "not_complied")


@dataclass(frozen=True, slots=True)
class Extension:
    """More time: from which day to which, by whose grant, under which rule."""

    id: UUID
    city: str
    order_id: UUID
    granted_on: date
    granted_by: str
    comply_by_before: date
    comply_by: date
    because: str
    rule: str | None = None


def within(comply_by: date, last_day: date | None, rule: str) -> date:
    """The day, if the law allows it. `last_day` is the engine's answer. Raises TooLong."""
    if last_day is not None and comply_by > last_day:
        raise TooLong(last_day, rule)
    return comply_by
