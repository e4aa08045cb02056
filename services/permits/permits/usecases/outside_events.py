"""What is told of permits from outside: their law, and holding them at a version."""

from __future__ import annotations

from dataclasses import replace
from uuid import UUID

from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.desk.docket_events import PRODUCED_OF_APPLICATIONS
from casework.desk.reporting import TELL_EVENT, OnRecord
from sqlalchemy import Connection

from permits.domain.permit import PERMIT
from permits.storage import permits
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import application_of, permit_held, permit_of

PRODUCED = PRODUCED_OF_APPLICATIONS | {
    "permit.issued",
    "permit.expired",
    "permit.revoked",
    "permit.closed",
    "inspection.scheduled",
    "inspection.passed",
    "inspection.failed",
    "review.completed",
}
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_permit(connection: Connection, acting: Acting, permit_id: UUID) -> OnRecord:
    """A permit of the city, under the law and on the facts of its application. Raises NotFound."""
    permit = permit_of(connection, acting.city.slug, permit_id)
    application = application_of(connection, permit.city, permit.application_id)
    program = program_of(acting.city, application)
    facts, law_date = facts_of(program, application), law_date_of(application, acting.today)
    return OnRecord(permit.id, permit.version, program, facts, law_date, permit.issued_on)


def touch_permit(connection: Connection, acting: Acting, permit_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `permit_held`."""
    before = permit_held(connection, acting, permit_id, version, TELL_EVENT)
    return permits.save(connection, replace(before, state=PERMIT.after(before.state, TELL_EVENT))).version
