"""Taking a neighbor's event, or keeping it with the reason why it cannot be taken yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar
from uuid import UUID

from servicekit.events import CloudEvent
from servicekit.problems import NotFound
from sqlalchemy import Connection

from casework.desk.acting import Acting
from casework.lifecycle import NotAllowed
from casework.storage import refused_events
from casework.storage.refused_events import KeptEvent

T = TypeVar("T")
Refusal = Callable[[Exception], str | None]
"""Says why an event is refused; None for a failure that is not the event's."""


@dataclass(frozen=True, slots=True)
class Received(Generic[T]):
    """The records the event changed, or the event as it is kept."""

    changed: tuple[T, ...] = ()
    kept: KeptEvent | None = None


def receive(
    connection: Connection,
    acting: Acting,
    event: CloudEvent,
    take: Callable[[], tuple[T, ...]],
    refusal: Refusal,
) -> Received[T]:
    """Take it whole or not at all; what is refused is kept and holds nothing back."""
    try:
        with connection.begin_nested():
            changed = take()
    except Exception as error:
        reason = refusal(error)
        if reason is None:
            raise
        kept = KeptEvent(
            city=acting.city.slug,
            id=event.id,
            type=event.type,
            subject=event.subject,
            envelope=event.model_dump(mode="json", exclude_none=True),
            reason=reason,
            refused_at=acting.now,
        )
        return Received(kept=refused_events.keep(connection, kept))
    refused_events.mark_taken(connection, acting.city.slug, event.id, acting.now)
    return Received(changed)


def to_retry(connection: Connection, acting: Acting, event_id: UUID) -> CloudEvent:
    """The event that is to be tried again. Raises NotFound, and NotAllowed for one that was taken."""
    kept = refused_events.find(connection, acting.city.slug, event_id)
    if kept is None:
        raise NotFound
    if kept.taken_at is not None:
        raise NotAllowed("event", kept.state, "retry", ())
    return CloudEvent.model_validate(kept.envelope)
