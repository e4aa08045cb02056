"""Dead events of a service, for those who keep it running: seen, and sent again. `create_app` mounts this.

Events belong to no city: who holds the permission in any city may see and send them. No machine may.
"""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import APIRouter, Response
from pydantic import AwareDatetime, Field
from sqlalchemy import Connection

from servicekit.access import requires_in_any_city
from servicekit.answers import Answer
from servicekit.deliveries import DeadDelivery, dead_deliveries, revive
from servicekit.logs import logger
from servicekit.paging import Page, PageAsked
from servicekit.reads import Reading
from servicekit.wire import Incoming, Outgoing, WireUuid
from servicekit.writes import Writes

REPLAY = "events.replay"
MOST_AT_ONCE = 500

router = APIRouter(prefix="/v1/dead-events", tags=["events"])


class DeadEvent(Outgoing):
    """An event one subscriber refused for good. Later events of its subject wait until it is taken."""

    id: UUID = Field(description="The event's id; one that two subscribers refused is listed twice.")
    type: str
    subject: str
    time: AwareDatetime
    subscriber: str = Field(description="Who refused it.", examples=["gis:8000"])
    attempts: int = Field(description="How often it was tried since it was last sent again.")
    refusal: str = Field(description="What the subscriber last answered.", examples=["answered 422"])
    held_back: int = Field(description="How many later events of this subject wait behind it.")


class EventsAgain(Incoming):
    """Which events to send again."""

    events: Annotated[list[WireUuid], Field(min_length=1, max_length=MOST_AT_ONCE)]


class Revived(Outgoing):
    """How many deliveries will be tried again now; those that were not dead are left as they are."""

    revived: int


@router.get(
    "",
    operation_id="list_dead_events",
    summary="Events that a subscriber refused for good",
    response_model=Page[DeadEvent],
    dependencies=[requires_in_any_city(REPLAY)],
)
def list_dead_events(page: PageAsked, connection: Reading) -> Response:
    """List them, the oldest first. What an event tells is not shown."""
    after = None if page.after is None else (int(page.after[0]), str(page.after[1]))
    rows = dead_deliveries(connection, after=after, limit=page.limit + 1)
    return page.answer(rows, key=lambda row: (row.seq, row.subscriber), item=_shown)


@router.post(
    "/retry",
    operation_id="retry_dead_events",
    summary="Send dead events again",
    response_model=Revived,
    dependencies=[requires_in_any_city(REPLAY)],
)
def retry_dead_events(body: EventsAgain, writes: Writes) -> Response:
    """Send them again, once what made a subscriber refuse is mended; what waited behind follows in order."""

    def effect(connection: Connection) -> Answer:
        revived = revive(connection, body.events)
        logger().info("events_revived", count=revived)
        return Answer(200, Revived(revived=revived))

    return writes.once(effect)


def _shown(row: DeadDelivery) -> DeadEvent:
    return DeadEvent(
        id=row.event_id,
        type=row.type,
        subject=row.subject,
        time=row.time,
        subscriber=urlsplit(row.subscriber).netloc,
        attempts=row.attempts,
        refusal=row.refusal,
        held_back=row.held_back,
    )
