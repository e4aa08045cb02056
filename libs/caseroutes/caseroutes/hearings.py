"""Hearings on the wire."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Annotated, Literal, cast
from uuid import UUID

from casework.desk.hearing import Setting
from casework.hearings import Hearing
from pydantic import Field
from servicekit.wire import WireDate, WireInstant

from caseroutes.shape import Incoming, Line, Outgoing, Paragraph

State = Literal["scheduled", "held", "canceled"]


class HearingAsk(Incoming):
    """When and where. On a legal holiday only with the `necessity` of it."""

    starts_at: Annotated[WireInstant, Field(examples=["2026-07-14T19:00:00-05:00"])]
    place: Annotated[Line, Field(examples=["Council chambers, city hall"])]
    necessity: Paragraph | None = None


class HoldAsk(Incoming):
    """The hearing took place."""

    held_on: Annotated[WireDate, Field(examples=["2026-07-14"])]


class CancelAsk(Incoming):
    """Why the hearing will not take place."""

    reason: Annotated[Paragraph, Field(examples=["The council will have no quorum that day."])]


class HearingView(Outgoing):
    """A hearing before the body that decides on a record."""

    id: UUID
    record_id: UUID
    state: State
    version: int
    body: str
    kind: str
    starts_at: datetime
    place: str
    scheduled_on: date
    held_on: date | None
    canceled_on: date | None
    canceled_because: str | None


class HearingsView(Outgoing):
    """The hearings of a record."""

    hearings: list[HearingView]


class ScheduledView(Outgoing):
    """The hearing that was set; the record moved on to `record_version`."""

    hearing: HearingView
    record_version: int


def hearing_view(hearing: Hearing) -> HearingView:
    """Show a hearing."""
    return HearingView(
        id=hearing.id,
        record_id=hearing.record_id,
        state=cast(State, hearing.state),
        version=hearing.version,
        body=hearing.body,
        kind=hearing.kind,
        starts_at=hearing.starts_at.astimezone(UTC),
        place=hearing.place,
        scheduled_on=hearing.scheduled_on,
        held_on=hearing.held_on,
        canceled_on=hearing.canceled_on,
        canceled_because=hearing.canceled_because,
    )


def setting_of(body: HearingAsk) -> Setting:
    """The hearing as it is set."""
    return Setting(body.starts_at, body.place, body.necessity)
