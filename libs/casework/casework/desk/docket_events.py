"""Applications of a docket, as events from outside are told of them."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Connection

from casework.applications import COMPLETED, SUBMITTED, law_date_of, opened_on
from casework.desk.acting import Acting
from casework.desk.docket import A, Docket, program_of
from casework.desk.reporting import PRODUCED, TELL_EVENT, OnRecord

PRODUCED_OF_APPLICATIONS = PRODUCED | {SUBMITTED, COMPLETED, "application.withdrawn", "parcel.subdivided"}
"""Events that acts on applications, or neighbors, bring about: nobody tells of them."""


def of_application(
    docket: Docket[A], connection: Connection, acting: Acting, application_id: UUID
) -> OnRecord:
    """An application of the city, under its law date. Raises NotFound."""
    found = docket.find(connection, acting.city.slug, application_id)
    facts, law_date = docket.facts_of(connection, acting, found), law_date_of(found, acting.today)
    program = program_of(acting, found)
    return OnRecord(found.id, found.version, program, facts, law_date, opened_on(acting.city, found))


def touch_application(
    docket: Docket[A], connection: Connection, acting: Acting, application_id: UUID, version: int
) -> int:
    """Take it on to its next version. Raises as the docket's `held`."""
    return docket.save(
        connection, docket.held(connection, acting, application_id, version, TELL_EVENT)
    ).version
