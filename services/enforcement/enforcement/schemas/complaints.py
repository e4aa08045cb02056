"""Complaints on the wire. Who complained has a shape of its own that no other holds."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal
from uuid import UUID

from caseroutes.shape import Incoming, Line, Outgoing, Paragraph, Pin, Word
from pydantic import Field, model_validator
from servicekit.wire import WireUuid

State = Literal["received", "case_opened", "dismissed"]


class ComplainantAsk(Incoming):
    """Who complains, as far as they want to say. Kept confidential (M.S. 13.44 subd. 1)."""

    name: Annotated[Line | None, Field(default=None, examples=["N. Neighbor"])]
    email: Annotated[Line | None, Field(default=None, examples=["neighbor@example.com"])]
    phone: Annotated[Line | None, Field(default=None, examples=["218-555-0199"])]
    mailing_address: Annotated[Line | None, Field(default=None, examples=["3 Lake Drive, Anytown MN 56500"])]

    def values(self) -> dict[str, str]:
        """What was given, by field."""
        return {name: value for name, value in self.model_dump().items() if value is not None}


class ComplaintAsk(Incoming):
    """What is complained of, and where: a parcel number, an address, or both."""

    description: Annotated[Paragraph, Field(examples=["Paint is peeling off the whole south wall."])]
    program: Annotated[Word | None, Field(default=None, examples=["property-maintenance"])]
    pin: Annotated[Pin | None, Field(default=None, examples=["49.0990.0001"])]
    address: Annotated[Line | None, Field(default=None, examples=["12 Lake Drive"])]
    complainant: ComplainantAsk | None = None

    @model_validator(mode="after")
    def _placed(self) -> ComplaintAsk:
        if self.pin is None and self.address is None:
            raise ValueError("say where: a parcel number or an address")
        return self


class ComplaintTaken(Outgoing):
    """It was taken. By the `reference` alone one can follow what becomes of it; it is shown only here."""

    reference: str
    received_on: date


class ComplaintFollowed(Outgoing):
    """What became of a complaint, for who holds its reference."""

    state: State
    received_on: date
    ended_on: date | None
    ended_because: str | None


class ComplaintView(Outgoing):
    """A complaint as staff see it; who made it is not part of it."""

    id: UUID
    city: str
    state: State
    version: int
    program: str | None
    pin: str | None
    address: str | None
    description: str
    received_at: datetime
    received_on: date
    case_id: UUID | None
    ended_on: date | None
    ended_because: str | None
    allowed_actions: list[str]


class ComplaintPage(Outgoing):
    """Complaints, the oldest first."""

    items: list[ComplaintView]
    next_cursor: str | None


class DismissAsk(Incoming):
    """Why no case is opened; who holds the reference reads it."""

    reason: Annotated[Paragraph, Field(examples=["The law of the city does not regulate it."])]


class ComplainantView(Outgoing):
    """Who complained: confidential data on individuals (M.S. 13.44 subd. 1). Reading it is remembered."""

    complaint_id: UUID
    name: str | None
    email: str | None
    phone: str | None
    mailing_address: str | None


class ComplaintNamed(Incoming):
    """The complaint a case is opened for, at the version it was read."""

    id: WireUuid
    version: Annotated[int, Field(ge=1, examples=[1])]
