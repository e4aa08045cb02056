"""The events gis sends. None carries a name: a subscriber that may know who asks gis."""

from datetime import datetime
from typing import Any

from servicekit.events import CloudEvent
from servicekit.outbox import emit
from sqlalchemy import Connection

from gis.domain.owner_candidate import OwnerCandidate

SOURCE = "urn:citycode:gis"
CANDIDATE_RECEIVED = "parcel.owner_candidate"
TRANSFERRED = "ownership.transferred"
TRANSFER_REVERSED = "ownership.transfer_reversed"


def owner_candidate_received(connection: Connection, candidate: OwnerCandidate) -> None:
    """Say that the county recorded a conveyance which staff have not looked at yet."""
    _emit(connection, CANDIDATE_RECEIVED, candidate, candidate.received_at)


def ownership_transferred(connection: Connection, candidate: OwnerCandidate, at: datetime) -> None:
    """Say that a parcel changed hands on `conveyed_on`, as staff found."""
    _emit(connection, TRANSFERRED, candidate, at)


def transfer_reversed(connection: Connection, candidate: OwnerCandidate, at: datetime) -> None:
    """Say that the transfer said before was a mistake."""
    _emit(connection, TRANSFER_REVERSED, candidate, at)


def _emit(connection: Connection, type_: str, candidate: OwnerCandidate, at: datetime) -> None:
    conveyed = candidate.conveyance
    data: dict[str, Any] = {
        "city": candidate.city,
        "pin": conveyed.pin,
        "kind": candidate.kind,
        "conveyed_on": conveyed.conveyed_on.isoformat(),
        "document": {
            "number": conveyed.document.number,
            "title": conveyed.document.title,
            "recorded_on": conveyed.document.recorded_on.isoformat(),
        },
        "candidate_id": str(candidate.id),
    }
    subject = f"{candidate.city}/{conveyed.pin}"
    emit(connection, CloudEvent(type=type_, source=SOURCE, subject=subject, time=at, data=data))
