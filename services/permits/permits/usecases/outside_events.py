"""What is told of applications and permits from outside: their law, and holding them at a version."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from casework.applications import COMPLETED, SUBMITTED, law_date_of, opened_on
from casework.desk.acting import Acting
from casework.desk.reporting import OnRecord
from sqlalchemy import Connection

from permits.domain.permit import PERMIT
from permits.storage import applications, permits
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import application_of, held, permit_held, permit_of

TELL_EVENT = "tell_event"

PRODUCED = frozenset(
    {
        SUBMITTED,
        COMPLETED,
        "application.withdrawn",
        "hearing.scheduled",
        "hearing.held",
        "decision.made",
        "fee.assessed",
        "fee.paid",
        "permit.issued",
        "permit.expired",
        "permit.revoked",
        "permit.closed",
        "inspection.scheduled",
        "inspection.passed",
        "inspection.failed",
        "review.completed",
        "ownership.transferred",
        "parcel.subdivided",
    }
)
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_application(connection: Connection, acting: Acting, application_id: UUID) -> OnRecord:
    """An application of the city. Raises NotFound."""
    found = application_of(connection, acting.city.slug, application_id)
    program = program_of(acting.city, found)
    facts, law_date = facts_of(program, found), law_date_of(found, acting.today)
    return OnRecord(found.id, program, facts, law_date, opened_on(acting.city, found))


def application_version(connection: Connection, acting: Acting, application_id: UUID) -> int:
    """At which version it stands."""
    return application_of(connection, acting.city.slug, application_id).version


def touch_application(connection: Connection, acting: Acting, application_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `held`."""
    return applications.save(
        connection, held(connection, acting, application_id, version, TELL_EVENT)
    ).version


def of_permit(connection: Connection, acting: Acting, permit_id: UUID) -> OnRecord:
    """A permit of the city, under the law and on the facts of its application. Raises NotFound."""
    permit = permit_of(connection, acting.city.slug, permit_id)
    application = application_of(connection, permit.city, permit.application_id)
    program = program_of(acting.city, application)
    facts, law_date = facts_of(program, application), law_date_of(application, acting.today)
    return OnRecord(permit.id, program, facts, law_date, permit.issued_on)


def permit_version(connection: Connection, acting: Acting, permit_id: UUID) -> int:
    """At which version it stands."""
    return permit_of(connection, acting.city.slug, permit_id).version


def touch_permit(connection: Connection, acting: Acting, permit_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `permit_held`."""
    before = permit_held(connection, acting, permit_id, version, TELL_EVENT)
    return permits.save(connection, replace(before, state=PERMIT.after(before.state, TELL_EVENT))).version
