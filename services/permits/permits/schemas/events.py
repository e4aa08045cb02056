"""What permits reads of other services' events, and how it shows those it could not take."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import BaseModel, ConfigDict, Field
from servicekit.wire import WireDate

from permits.schemas.shape import Outgoing

EventState = Literal["refused", "taken"]


class LandEvent(BaseModel):
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
    """Which permits the event changed; `refused` says why it was kept to be tried again instead."""

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
    """The event as it stands after it was tried again, and which permits it changed."""

    event: KeptEventView
    changed: list[str]
