"""Conveyances, the candidates made of them, and the append-only record of ownership changes."""

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, Select, insert, select, update

from gis.domain.owner_candidate import Conveyance, Document, OwnerCandidate
from gis.domain.parcel import Ownership
from gis.domain.parties import Party
from gis.storage.ownership_json import ownership_json, ownership_of_json
from gis.storage.tables import conveyances, owner_candidates, ownership_changes, parcels


def add(connection: Connection, candidate: OwnerCandidate, received_from: str) -> None:
    """Keep a conveyance as received, and its candidate."""
    conveyed = candidate.conveyance
    row = {
        "city": candidate.city,
        "id": candidate.id,
        "parcel_id": conveyed.parcel_id,
        "kind": conveyed.kind,
        "conveyed_on": conveyed.conveyed_on,
        "document_number": conveyed.document.number,
        "document_title": conveyed.document.title,
        "recorded_on": conveyed.document.recorded_on,
        "grantor": conveyed.grantor,
        "grantee_name": conveyed.grantee.name,
        "grantee_mailing": list(conveyed.grantee.mailing),
        "received_at": candidate.received_at,
        "received_from": received_from,
    }
    connection.execute(insert(conveyances).values(**row))
    found = {
        "city": candidate.city,
        "id": candidate.id,
        "status": candidate.status,
        "kind": candidate.kind,
        "recorded_owner": candidate.recorded_owner,
        "version": candidate.version,
    }
    connection.execute(insert(owner_candidates).values(**found))


def of_document(
    connection: Connection, city: str, parcel_id: str, document_number: str
) -> OwnerCandidate | None:
    """Give the candidate of a document received before for this parcel."""
    asked = _candidates(city).where(
        conveyances.c.parcel_id == parcel_id, conveyances.c.document_number == document_number
    )
    row = connection.execute(asked).one_or_none()
    return None if row is None else _candidate(row)


def of_parcel(connection: Connection, city: str, parcel_id: str) -> list[OwnerCandidate]:
    """Give every candidate of a parcel, the oldest first."""
    asked = _candidates(city).where(conveyances.c.parcel_id == parcel_id).order_by(owner_candidates.c.id)
    return [_candidate(row) for row in connection.execute(asked)]


def one(connection: Connection, city: str, candidate_id: UUID, lock: bool = False) -> OwnerCandidate | None:
    """Give a candidate of the city; with `lock`, nobody else decides it until the transaction ends."""
    asked = _candidates(city).where(owner_candidates.c.id == candidate_id)
    if lock:
        asked = asked.with_for_update(of=owner_candidates)
    row = connection.execute(asked).one_or_none()
    return None if row is None else _candidate(row)


def listed(
    connection: Connection, city: str, status: str | None, after: UUID | None, limit: int
) -> list[OwnerCandidate]:
    """Give up to `limit` candidates, the oldest first, after the given one."""
    page = _candidates(city).order_by(owner_candidates.c.id).limit(limit)
    if status is not None:
        page = page.where(owner_candidates.c.status == status)
    if after is not None:
        page = page.where(owner_candidates.c.id > after)
    return [_candidate(row) for row in connection.execute(page)]


def decide(connection: Connection, candidate: OwnerCandidate) -> None:
    """Write what staff found."""
    chosen = update(owner_candidates).where(
        owner_candidates.c.city == candidate.city, owner_candidates.c.id == candidate.id
    )
    connection.execute(
        chosen.values(
            status=candidate.status,
            kind=candidate.kind,
            decided_at=candidate.decided_at,
            decided_by=candidate.decided_by,
            note=candidate.note,
            version=candidate.version,
        )
    )


def record_change(
    connection: Connection,
    change_id: UUID,
    candidate: OwnerCandidate,
    cause: str,
    at: datetime,
    by: str,
    before: Ownership,
    after: Ownership,
) -> None:
    """Append a change of ownership to the record."""
    row = {
        "city": candidate.city,
        "id": change_id,
        "parcel_id": candidate.conveyance.parcel_id,
        "candidate_id": candidate.id,
        "cause": cause,
        "effective_on": candidate.conveyance.conveyed_on,
        "recorded_at": at,
        "recorded_by": by,
        "before": ownership_json(before),
        "after": ownership_json(after),
    }
    connection.execute(insert(ownership_changes).values(**row))


def before_confirmation(connection: Connection, city: str, candidate_id: UUID) -> Ownership:
    """Give who owned the parcel before this candidate was confirmed."""
    asked = select(ownership_changes.c.before).where(
        ownership_changes.c.city == city,
        ownership_changes.c.candidate_id == candidate_id,
        ownership_changes.c.cause == "confirmed",
    )
    return ownership_of_json(connection.execute(asked).scalar_one())


def _candidates(city: str) -> Select[Any]:
    received = conveyances.join(
        owner_candidates,
        (owner_candidates.c.city == conveyances.c.city) & (owner_candidates.c.id == conveyances.c.id),
    ).join(parcels, (parcels.c.city == conveyances.c.city) & (parcels.c.id == conveyances.c.parcel_id))
    columns = [
        *(column for column in conveyances.c if column.name != "kind"),
        conveyances.c.kind.label("conveyed_as"),
        *(column for column in owner_candidates.c if column.name not in {"city", "id"}),
        parcels.c.pin,
    ]
    return select(*columns).select_from(received).where(conveyances.c.city == city)


def _candidate(row: Row[Any]) -> OwnerCandidate:
    document = Document(row.document_number, row.document_title, row.recorded_on)
    conveyance = Conveyance(
        parcel_id=row.parcel_id,
        pin=row.pin,
        kind=row.conveyed_as,
        conveyed_on=row.conveyed_on,
        document=document,
        grantor=row.grantor,
        grantee=Party(row.grantee_name, tuple(row.grantee_mailing)),
    )
    return OwnerCandidate(
        id=row.id,
        city=row.city,
        conveyance=conveyance,
        status=row.status,
        kind=row.kind,
        recorded_owner=row.recorded_owner,
        received_at=row.received_at,
        decided_at=row.decided_at,
        decided_by=row.decided_by,
        note=row.note,
        version=row.version,
    )
