"""Finding a record, and holding it at a version."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.serving import About
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from enforcement.domain.case import CASE, Case
from enforcement.domain.complaint import COMPLAINT, Complaint
from enforcement.storage import cases, complaints
from enforcement.usecases.told import known_of


def complaint_of(connection: Connection, city: str, complaint_id: UUID) -> Complaint:
    """A complaint of the city. Raises NotFound."""
    found = complaints.find(connection, city, complaint_id)
    if found is None:
        raise NotFound
    return found


def complaint_held(
    connection: Connection, acting: Acting, complaint_id: UUID, version: int, event: str
) -> Complaint:
    """The complaint at the version the caller read, if its state allows the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    found = complaint_of(connection, acting.city.slug, complaint_id)
    if found.version != version:
        raise StaleVersion
    COMPLAINT.after(found.state, event)
    return found


def case_of(connection: Connection, city: str, case_id: UUID) -> Case:
    """A case of the city. Raises NotFound."""
    found = cases.find(connection, city, case_id)
    if found is None:
        raise NotFound
    return found


def at_version(connection: Connection, acting: Acting, case_id: UUID, version: int) -> Case:
    """The case at the version the caller read, in whatever state. Raises NotFound, StaleVersion."""
    found = case_of(connection, acting.city.slug, case_id)
    if found.version != version:
        raise StaleVersion
    return found


def held(connection: Connection, acting: Acting, case_id: UUID, version: int, event: str) -> Case:
    """The case at the version the caller read, if its state allows the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    found = at_version(connection, acting, case_id, version)
    CASE.after(found.state, event)
    return found


def about(connection: Connection, acting: Acting, case: Case) -> About:
    """What notices of a case are about."""
    program = acting.city.program(case.program)
    facts = known_of(connection, program, case, acting.today)
    return About(program, case.id, case.id, case.law_date, facts, case.pin)
