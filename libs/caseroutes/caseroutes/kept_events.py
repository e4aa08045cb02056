"""Events of neighbors: those of the land on the wire, and those that could not be taken when they came."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from casework.land import LandEvent
from casework.storage.refused_events import KeptEvent
from pydantic import BaseModel, ConfigDict, Field, ValidationError
from servicekit.events import CloudEvent
from servicekit.problems import FieldError, Unprocessable, pointer
from servicekit.wire import WireDate

from caseroutes.shape import Outgoing, utc, utc_if_any

TRANSFERRED, REVERSED, DIVIDED = (
    "ownership.transferred",
    "ownership.transfer_reversed",
    "parcel.subdivided",
)
"""What gis tells of land."""

EventState = Literal["refused", "taken"]


class OfLand(BaseModel):
    """A parcel changed hands (`conveyed_on`) or was divided (`divided_on`); other keys are not read."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    city: str
    pin: str
    candidate_id: str | None = None
    conveyed_on: WireDate | None = None
    divided_on: WireDate | None = None
    facts: Annotated[dict[str, Any], Field(default_factory=dict)]

    def happened_on(self, type_: str) -> tuple[str, date | None]:
        """The member that names the day of an event of this type, and the day."""
        if type_.startswith("parcel."):
            return "divided_on", self.divided_on
        return "conveyed_on", self.conveyed_on


class EventTaken(Outgoing):
    """Numbers of the records the event changed; `refused` says why it was kept to be tried again instead."""

    changed: list[str]
    refused: str | None


class KeptEventView(Outgoing):
    """An event that could not be taken when it came, and how it stands."""

    id: UUID
    type: str
    subject: str
    state: EventState
    reason: str
    refused_at: datetime
    attempts: int
    taken_at: datetime | None


class KeptEventPage(Outgoing):
    """Events that could not be taken when they came, oldest first."""

    items: list[KeptEventView]
    next_cursor: str | None


class RetriedView(Outgoing):
    """The event as it stands after it was tried again, and numbers of the records it changed."""

    event: KeptEventView
    changed: list[str]


def told_of_land(event: CloudEvent) -> tuple[str, LandEvent]:
    """The parcel, and what the event tells of it. Raises Unprocessable."""
    try:
        read = OfLand.model_validate(event.data)
    except ValidationError as error:
        wrong = error.errors()[0]
        raise unreadable(("data", *wrong["loc"]), wrong["msg"]) from error
    reference = read.candidate_id or str(event.id)
    if event.type == REVERSED:
        return read.pin, LandEvent(reference, TRANSFERRED, read.conveyed_on, reversed=True)
    name, day = read.happened_on(event.type)
    if day is None:
        raise unreadable(("data", name), "say on which day it happened")
    return read.pin, LandEvent(reference, event.type, day, read.facts, confirmed=True)


def kept_event_view(event: KeptEvent) -> KeptEventView:
    """Show an event that could not be taken when it came."""
    return KeptEventView(
        id=event.id,
        type=event.type,
        subject=event.subject,
        state="refused" if event.taken_at is None else "taken",
        reason=event.reason,
        refused_at=utc(event.refused_at),
        attempts=event.attempts,
        taken_at=utc_if_any(event.taken_at),
    )


def unreadable(steps: tuple[str | int, ...], message: str) -> Unprocessable:
    """422: the event does not say, at this place, what it must."""
    return Unprocessable("The event cannot be taken.", errors=[FieldError(pointer(*steps), message)])
