"""What staff do with an owner candidate: confirm it, reject it, take a mistaken confirmation back."""

from uuid import UUID

from servicekit.problems import StaleVersion
from sqlalchemy import Connection

from gis.domain.owner_candidate import (
    ConveyanceKind,
    Decision,
    OwnerCandidate,
    Status,
    UnknownCandidate,
    confirmed,
    ownership_after,
    rejected,
    reversed_,
)
from gis.domain.parcel import Ownership
from gis.storage import owner_candidates, parcels
from gis.usecases.announce import ownership_transferred, transfer_reversed


def candidate_of(connection: Connection, city: str, candidate_id: UUID) -> OwnerCandidate:
    """Give a candidate of the city. Raises UnknownCandidate."""
    found = owner_candidates.one(connection, city, candidate_id)
    if found is None:
        raise UnknownCandidate(str(candidate_id))
    return found


def candidates_listed(
    connection: Connection, city: str, status: Status | None, after: UUID | None, limit: int
) -> list[OwnerCandidate]:
    """Give up to `limit` candidates of the city, the oldest first, after the given one."""
    return owner_candidates.listed(connection, city, status, after, limit)


def confirm(
    connection: Connection,
    city: str,
    candidate_id: UUID,
    version: int,
    kind: ConveyanceKind | None,
    change_id: UUID,
    decision: Decision,
) -> OwnerCandidate:
    """Confirm: the grantee owns the parcel from the day of the conveyance.

    A transfer sends `ownership.transferred`; a change of name, address or trust does not. Raises
    UnknownCandidate, StaleVersion, NotAllowed, KindUnknown, LaterConveyanceStands.
    """
    candidate = _held(connection, city, candidate_id, version)
    before = _owned(connection, candidate)
    found = confirmed(candidate, kind, before, decision)
    after = ownership_after(found, before)
    _change(connection, change_id, found, "confirmed", decision, before, after)
    if found.transfers_ownership:
        ownership_transferred(connection, found, decision.at)
    return found


def reject(
    connection: Connection, city: str, candidate_id: UUID, version: int, decision: Decision
) -> OwnerCandidate:
    """Reject: nothing changes. Raises UnknownCandidate, StaleVersion, NotAllowed."""
    found = rejected(_held(connection, city, candidate_id, version), decision)
    owner_candidates.decide(connection, found)
    return found


def reverse(
    connection: Connection, city: str, candidate_id: UUID, version: int, change_id: UUID, decision: Decision
) -> OwnerCandidate:
    """Take a mistaken confirmation back: who owned the parcel before owns it again.

    Raises UnknownCandidate, StaleVersion, NotAllowed, LaterConveyanceStands.
    """
    candidate = _held(connection, city, candidate_id, version)
    present = _owned(connection, candidate)
    found = reversed_(candidate, present, decision)
    restored = owner_candidates.before_confirmation(connection, city, candidate_id)
    _change(connection, change_id, found, "reversed", decision, present, restored)
    if found.transfers_ownership:
        transfer_reversed(connection, found, decision.at)
    return found


def _held(connection: Connection, city: str, candidate_id: UUID, version: int) -> OwnerCandidate:
    candidate = owner_candidates.one(connection, city, candidate_id, lock=True)
    if candidate is None:
        raise UnknownCandidate(str(candidate_id))
    if candidate.version != version:
        raise StaleVersion
    parcels.lock(connection, city, candidate.conveyance.parcel_id)
    return candidate


def _owned(connection: Connection, candidate: OwnerCandidate) -> Ownership:
    parcel_id = candidate.conveyance.parcel_id
    return parcels.ownerships(connection, candidate.city, [parcel_id])[parcel_id]


def _change(
    connection: Connection,
    change_id: UUID,
    found: OwnerCandidate,
    cause: str,
    decision: Decision,
    before: Ownership,
    after: Ownership,
) -> None:
    owner_candidates.decide(connection, found)
    parcels.set_ownership(connection, found.city, found.conveyance.parcel_id, after)
    owner_candidates.record_change(
        connection, change_id, found, cause, decision.at, decision.by, before, after
    )
