"""Taking a complaint. Who complains is written to a table of its own and to nowhere else (M.S. 13.44)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.memory import remember
from servicekit.problems import StaleVersion
from sqlalchemy import Connection

from enforcement.domain.complaint import (
    COMPLAINT,
    Complainant,
    Complaint,
    hash_of,
)
from enforcement.storage import complainants, complaints
from enforcement.usecases.records import complaint_held, complaint_of


@dataclass(frozen=True, slots=True)
class Complaining:
    """What is complained of, and, as far as it is said, by whom."""

    description: str
    program: str | None
    pin: str | None
    address: str | None
    complainant: Mapping[str, str]


def take(
    connection: Connection, acting: Acting, told: Complaining, complaint_id: UUID, reference: str
) -> Complaint:
    """Write it. `acting` is nobody, whoever sent it. Raises UnknownProgram."""
    if told.program is not None:
        acting.city.program(told.program)
    complaint = Complaint(
        id=complaint_id,
        city=acting.city.slug,
        state="received",
        version=1,
        description=told.description,
        received_at=acting.now,
        received_on=acting.city.calendar.received_on(acting.now).on,
        reference_hash=hash_of(reference),
        program=told.program,
        pin=told.pin,
        address=told.address,
    )
    complaints.add(connection, complaint)
    if told.complainant:
        complainants.add(connection, _named(complaint, told.complainant))
    remember(connection, acting, complaint.id, "complaint.received", {"on": str(complaint.received_on)})
    return complaint


def _named(complaint: Complaint, given: Mapping[str, str]) -> Complainant:
    return Complainant(
        complaint.city,
        complaint.id,
        name=given.get("name"),
        email=given.get("email"),
        phone=given.get("phone"),
        mailing_address=given.get("mailing_address"),
    )


def dismiss(
    connection: Connection, acting: Acting, complaint_id: UUID, version: int, reason: str
) -> Complaint:
    """Open no case for it, with the reason. Raises as `complaint_held`."""
    before = complaint_held(connection, acting, complaint_id, version, "dismiss")
    state = COMPLAINT.after(before.state, "dismiss")
    saved = complaints.save(
        connection, replace(before, state=state, ended_on=acting.today, ended_because=reason)
    )
    remember(connection, acting, saved.id, "complaint.dismissed", {"reason": reason})
    return saved


def read_complainant(connection: Connection, acting: Acting, complaint_id: UUID) -> Complainant:
    """Who complained, for who may know; that it was read is remembered. Raises NotFound."""
    complaint = complaint_of(connection, acting.city.slug, complaint_id)
    remember(connection, acting, complaint.id, "complainant.read")
    found = complainants.find(connection, complaint.city, complaint.id)
    return found or Complainant(complaint.city, complaint.id)


def forget_complainant(connection: Connection, acting: Acting, complaint_id: UUID, version: int) -> Complaint:
    """Drop what is known of who complained. Raises NotFound, StaleVersion."""
    complaint = complaint_of(connection, acting.city.slug, complaint_id)
    if complaint.version != version:
        raise StaleVersion
    complainants.erase(connection, complaint.city, complaint.id, acting.now)
    remember(connection, acting, complaint.id, "complainant.erased")
    return complaints.save(connection, complaint)
