"""A complaint: about which place, of what; who made it is kept apart and is no part of it (M.S. 13.44)."""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from casework.lifecycle import Lifecycle

COMPLAINT = Lifecycle(
    "complaint",
    {
        "received": {"open_case": "case_opened", "dismiss": "dismissed"},
        "case_opened": {},
        "dismissed": {},
    },
)

PERMISSIONS = {"open_case": "cases.manage", "dismiss": "complaints.handle"}

REFERENCE_BYTES = 20


@dataclass(frozen=True, slots=True)
class Complaint:
    """`program` is None where the complainant does not know what is broken; the place is a PIN, an address,
    or both. `reference_hash` is of the opaque reference by which the complainant follows up.
    """

    id: UUID
    city: str
    state: str
    version: int
    description: str
    received_at: datetime
    received_on: date
    reference_hash: str
    program: str | None = None
    pin: str | None = None
    address: str | None = None
    case_id: UUID | None = None
    ended_on: date | None = None
    ended_because: str | None = None


@dataclass(frozen=True, slots=True)
class Complainant:
    """Who complained, as far as they said: confidential data on individuals (M.S. 13.44 subd. 1)."""

    city: str
    complaint_id: UUID
    name: str | None = None
    email: str | None = None
    phone: str | None = None
    mailing_address: str | None = None
    erased_at: datetime | None = None


def new_reference() -> str:
    """A reference nobody can guess; it says nothing of the complainant."""
    return secrets.token_urlsafe(REFERENCE_BYTES)


def hash_of(reference: str) -> str:
    """What is kept of a reference."""
    return hashlib.sha256(reference.encode()).hexdigest()
