"""Opening a case: of a complaint, of an officer's own sight, of what a neighbor tells; who owns the place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.desk.hearing import call_off_all
from casework.desk.memory import remember
from casework.storage import obligations
from servicekit.identifiers import next_record_number
from sqlalchemy import Connection

from enforcement.clients.gis import Ownership
from enforcement.domain.case import CASE, Case
from enforcement.domain.complaint import COMPLAINT
from enforcement.storage import cases, complaints
from enforcement.usecases.announce import announce
from enforcement.usecases.hold_acts import release_all
from enforcement.usecases.records import complaint_held, held

SERVICE = "enforcement"
OF_ANOTHER = "CASE"
"""What stands in the numbers of cases of a program whose own records another service numbers."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Of which program, where, by what. `complaint` names one with the version it was read at."""

    program: str
    address: str | None
    complaint: tuple[UUID, int] | None = None


def open_case(
    connection: Connection, acting: Acting, case_id: UUID, opening: Opening, ownership: Ownership
) -> Case:
    """Open it with who owns the parcel by the county's record.

    Raises UnknownProgram, UnknownItem for a program without enforcement, and as `complaint_held`.
    """
    opened_by, source = "officer", None
    complaint = None
    if opening.complaint is not None:
        complaint = complaint_held(connection, acting, *opening.complaint, "open_case")
        opened_by, source = "complaint", str(complaint.id)
    case = Case(
        id=case_id,
        city=acting.city.slug,
        number=number_of(connection, acting, opening.program),
        program=opening.program,
        state="opened",
        version=1,
        pin=ownership.pin,
        opened_at=acting.now,
        opened_on=acting.today,
        opened_by=opened_by,
        law_date=acting.today,
        source=source,
        address=opening.address,
        owner_known=True,
    )
    write(connection, acting, case)
    cases.set_parties(connection, case.city, case.id, ownership.parties(case.city, case.id))
    if complaint is not None:
        taken = replace(
            complaint,
            state=COMPLAINT.after(complaint.state, "open_case"),
            case_id=case.id,
            ended_on=acting.today,
        )
        complaints.save(connection, taken)
        remember(connection, acting, complaint.id, "complaint.case_opened", {"case": str(case.id)})
    return case


def write(connection: Connection, acting: Acting, case: Case) -> None:
    """Write a new case and say so. The complaint it came of is not told."""
    cases.add(connection, case)
    details = {"number": case.number, "pin": case.pin, "opened_by": case.opened_by}
    remember(connection, acting, case.id, "case.opened", details, case.grounds)
    announce(connection, acting, "case.opened", case, case.opened_on, case.grounds)


def number_of(connection: Connection, acting: Acting, program_id: str) -> str:
    """The next number of the program's cases. Raises UnknownProgram, UnknownItem."""
    program = acting.city.program(program_id)
    enforced = {rule.program for rule in acting.city.rules.values() if rule.service == SERVICE}
    if program.id not in enforced:
        raise UnknownItem("#/program", program.id, tuple(sorted(enforced)))
    code = program.number_code if program.service == SERVICE else f"{program.number_code}-{OF_ANOTHER}"
    return next_record_number(connection, acting.city.prefix, code, acting.now.year)


def find_owner(
    connection: Connection, acting: Acting, case_id: UUID, version: int, ownership: Ownership
) -> Case:
    """Put down who owns the parcel now, and which parcel it is. Raises as `held`."""
    before = held(connection, acting, case_id, version, "find_owner")
    cases.set_parties(connection, before.city, before.id, ownership.parties(before.city, before.id))
    saved = cases.save(connection, replace(before, pin=ownership.pin, owner_known=True))
    obligations.fulfill(connection, saved.city, saved.id, "find_owner", acting.today)
    details = {"pin": ownership.pin, "source": ownership.source, "vintage": ownership.vintage.isoformat()}
    remember(connection, acting, saved.id, "owner.found", details)
    return saved


def close(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    reason: str,
    owed_usd_open: bool,
) -> Case:
    """Close it, with the reason. Raises GatesUnmet while something is owed to the city, and as `held`."""
    before = held(connection, acting, case_id, version, "close")
    if owed_usd_open:
        require([Gate("owed", "Charges are neither paid nor on the tax roll.")])
    return closed(connection, acting, before, "close", reason)


def closed(connection: Connection, acting: Acting, before: Case, event: str, reason: str) -> Case:
    """The case closed by an event; what was still to be done or heard is called off."""
    saved = cases.save(
        connection,
        replace(
            before,
            state=CASE.after(before.state, event),
            closed_on=acting.today,
            closed_because=reason,
        ),
    )
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "case.closed")
    call_off_all(connection, acting, saved.id, saved.id, "The case was closed.")
    release_all(connection, acting, saved, "The case was closed.")
    remember(connection, acting, saved.id, "case.closed", {"reason": reason})
    announce(connection, acting, "case.closed", saved, acting.today)
    return saved
