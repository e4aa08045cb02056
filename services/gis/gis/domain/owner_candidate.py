"""Owner candidates: what the county recorded is a candidate until a clerk has found whether ownership passed.

pending → confirmed or rejected; confirmed → reversed, when the confirmation was a mistake.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal, get_args
from uuid import UUID

from gis.domain.parcel import Ownership
from gis.domain.parties import Party

ConveyanceKind = Literal[
    "sale",
    "contract_for_deed",
    "foreclosure",
    "gift",
    "inheritance",
    "trust",
    "name_change",
    "address_change",
    "unknown",
]
Status = Literal["pending", "confirmed", "rejected", "reversed"]
Action = Literal["confirm", "reject", "reverse"]

WITHHELD = "(withheld)"
"""Stands for the name of a person whose name and place the law suppresses (M.S. 5B)."""
KINDS: tuple[ConveyanceKind, ...] = get_args(ConveyanceKind)
TRANSFERS: frozenset[ConveyanceKind] = frozenset(
    {"sale", "contract_for_deed", "foreclosure", "gift", "inheritance"}
)
ALLOWED: dict[Status, tuple[Action, ...]] = {
    "pending": ("confirm", "reject"),
    "confirmed": ("reverse",),
    "rejected": (),
    "reversed": (),
}


class UnknownCandidate(Exception):
    """No such candidate in this city."""


class NotAllowed(Exception):
    """The candidate's state does not allow the action."""

    def __init__(self, status: Status, action: Action) -> None:
        super().__init__(f"{action} is not allowed when {status}")
        self.status = status
        self.action = action
        self.allowed = ALLOWED[status]


class KindUnknown(Exception):
    """The county did not say what kind of conveyance it is, so the clerk must."""


class LaterConveyanceStands(Exception):
    """Ownership rests on a conveyance of a later day (confirming), or of another candidate (reversing)."""

    def __init__(self, owner_since: date | None) -> None:
        super().__init__(str(owner_since))
        self.owner_since = owner_since


class ConveyedInTheFuture(Exception):
    """The date of the conveyance, or of its recording, has not come yet, or recording precedes it."""

    def __init__(self, pointer: str, message: str) -> None:
        super().__init__(message)
        self.pointer = pointer
        self.message = message


class DocumentDiffers(Exception):
    """This document was received for this parcel before, with other contents."""

    def __init__(self, candidate_id: UUID) -> None:
        super().__init__(str(candidate_id))
        self.candidate_id = candidate_id


@dataclass(frozen=True)
class Document:
    """The recorded document a conveyance rests on."""

    number: str
    title: str
    recorded_on: date


@dataclass(frozen=True)
class Conveyance:
    """What the county recorded."""

    parcel_id: str
    pin: str
    kind: ConveyanceKind
    conveyed_on: date
    document: Document
    grantor: str
    grantee: Party


@dataclass(frozen=True)
class OwnerCandidate:
    """A conveyance with what staff found about it. `kind` is the clerk's once confirmed."""

    id: UUID
    city: str
    conveyance: Conveyance
    status: Status
    kind: ConveyanceKind
    recorded_owner: str | None
    received_at: datetime
    decided_at: datetime | None
    decided_by: str | None
    note: str | None
    version: int

    @property
    def is_grantee_withheld(self) -> bool:
        """Whether the grantee may be the very person whose name the law suppresses here.

        So it is where the owner was suppressed and nothing passes to another: a new name, a trust of one's
        own. An unknown kind is not taken for a sale.
        """
        return self.conveyance.grantor == WITHHELD and not self.transfers_ownership

    @property
    def transfers_ownership(self) -> bool | None:
        """Whether rights tied to the owner are touched; None while the kind is unknown."""
        return None if self.kind == "unknown" else self.kind in TRANSFERS


@dataclass(frozen=True)
class Decision:
    """What a clerk found: when, who, why."""

    at: datetime
    by: str
    note: str | None


def dated_rightly(conveyance: Conveyance, today: date) -> None:
    """Refuse impossible dates; county files hold sales from 1879 to 3009. Raises ConveyedInTheFuture."""
    if conveyance.conveyed_on > today:
        raise ConveyedInTheFuture("#/conveyed_on", f"{conveyance.conveyed_on} has not come; today is {today}")
    if conveyance.document.recorded_on > today:
        message = f"{conveyance.document.recorded_on} has not come; today is {today}"
        raise ConveyedInTheFuture("#/document/recorded_on", message)
    if conveyance.document.recorded_on < conveyance.conveyed_on:
        message = f"a document is recorded on or after the conveyance of {conveyance.conveyed_on}"
        raise ConveyedInTheFuture("#/document/recorded_on", message)


def confirmed(
    candidate: OwnerCandidate, kind: ConveyanceKind | None, before: Ownership, decision: Decision
) -> OwnerCandidate:
    """Find that the conveyance took place, as `kind` (default: the county's).

    Raises NotAllowed, KindUnknown, and LaterConveyanceStands when ownership already rests on a later day.
    """
    _allow(candidate, "confirm")
    found = kind or candidate.kind
    if found == "unknown":
        raise KindUnknown
    if before.owner_since is not None and candidate.conveyance.conveyed_on < before.owner_since:
        raise LaterConveyanceStands(before.owner_since)
    return _decided(replace(candidate, kind=found), "confirmed", decision)


def ownership_after(candidate: OwnerCandidate, before: Ownership) -> Ownership:
    """Give who owns the parcel once `candidate` is confirmed.

    A transfer makes the grantee the owner from the day of the conveyance; who pays the tax then is not known
    until the county says, and the suppression of the former owner ends. Any other change corrects the owner's
    name and address and leaves the rest.
    """
    owners = (candidate.conveyance.grantee,)
    if not candidate.transfers_ownership:
        return replace(before, owners=owners, candidate_id=candidate.id)
    return Ownership(
        owners=owners,
        taxpayers=(),
        owner_since=candidate.conveyance.conveyed_on,
        private=False,
        candidate_id=candidate.id,
    )


def rejected(candidate: OwnerCandidate, decision: Decision) -> OwnerCandidate:
    """Find that nothing passed, or not here. Raises NotAllowed."""
    _allow(candidate, "reject")
    return _decided(candidate, "rejected", decision)


def reversed_(candidate: OwnerCandidate, present: Ownership, decision: Decision) -> OwnerCandidate:
    """Take a mistaken confirmation back.

    Raises NotAllowed, and LaterConveyanceStands when another confirmation came after (reverse that first).
    """
    _allow(candidate, "reverse")
    if present.candidate_id != candidate.id:
        raise LaterConveyanceStands(present.owner_since)
    return _decided(candidate, "reversed", decision)


def _allow(candidate: OwnerCandidate, action: Action) -> None:
    if action not in ALLOWED[candidate.status]:
        raise NotAllowed(candidate.status, action)


def _decided(candidate: OwnerCandidate, status: Status, decision: Decision) -> OwnerCandidate:
    return replace(
        candidate,
        status=status,
        decided_at=decision.at,
        decided_by=decision.by,
        note=decision.note,
        version=candidate.version + 1,
    )
