"""Receiving a conveyance from the county: it becomes an owner candidate, and changes nothing else."""

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from sqlalchemy import Connection

from gis.domain.owner_candidate import (
    WITHHELD,
    Conveyance,
    ConveyanceKind,
    Document,
    DocumentDiffers,
    OwnerCandidate,
    dated_rightly,
)
from gis.domain.parties import Party
from gis.storage import owner_candidates, parcels
from gis.usecases.announce import owner_candidate_received
from gis.usecases.find_parcels import parcel_of


@dataclass(frozen=True)
class Received:
    """A conveyance as the county sent it."""

    pin: str
    kind: ConveyanceKind
    conveyed_on: date
    document: Document
    grantor: str
    grantee: Party


def receive(
    connection: Connection, city: str, received: Received, candidate_id: UUID, at: datetime, sent_by: str
) -> tuple[OwnerCandidate, bool]:
    """Keep the conveyance as a pending candidate; give it, and whether it is new.

    The same document sent again gives the candidate it made the first time. Raises UnknownParcel,
    AmbiguousPin, ConveyedInTheFuture, and DocumentDiffers when it was received with other contents before.
    """
    parcel = parcel_of(connection, city, received.pin)
    owned = parcels.ownerships(connection, city, [parcel.id])[parcel.id]
    names = " and ".join(owner.name for owner in owned.owners)
    conveyance = Conveyance(
        parcel_id=parcel.id,
        pin=parcel.pin,
        kind=received.kind,
        conveyed_on=received.conveyed_on,
        document=received.document,
        grantor=WITHHELD if owned.private else received.grantor,
        grantee=received.grantee,
    )
    dated_rightly(conveyance, at.date())
    known = owner_candidates.of_document(connection, city, parcel.id, received.document.number)
    if known is not None:
        if not _same(known.conveyance, conveyance):
            raise DocumentDiffers(known.id)
        return known, False
    candidate = OwnerCandidate(
        id=candidate_id,
        city=city,
        conveyance=conveyance,
        status="pending",
        kind=received.kind,
        recorded_owner=None if owned.private or not names else names,
        received_at=at,
        decided_at=None,
        decided_by=None,
        note=None,
        version=1,
    )
    owner_candidates.add(connection, candidate, sent_by)
    owner_candidate_received(connection, candidate)
    return candidate, True


def _same(known: Conveyance, sent: Conveyance) -> bool:
    grantors = {known.grantor, sent.grantor}
    return (known.kind, known.conveyed_on, known.document, known.grantee) == (
        sent.kind,
        sent.conveyed_on,
        sent.document,
        sent.grantee,
    ) and (len(grantors) == 1 or WITHHELD in grantors)
