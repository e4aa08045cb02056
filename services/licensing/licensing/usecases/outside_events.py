"""What is told of licenses from outside: their law, and holding them at a version."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.docket_events import PRODUCED_OF_APPLICATIONS
from casework.desk.reporting import TELL_EVENT, OnRecord
from sqlalchemy import Connection

from licensing.storage import licenses
from licensing.usecases.desk import facts_of_license
from licensing.usecases.records import license_held, license_of

PRODUCED = PRODUCED_OF_APPLICATIONS | {
    "license.issued",
    "license.suspended",
    "license.revoked",
    "license.denied",
    "license.expires",
    "violation.observed",
    "violation.corrected",
    "violation_notice.dated",
    "violation_notice.delivered_or_mailed",
    "notice.served",
    "transfer_request.filed",
}
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_license(connection: Connection, acting: Acting, license_id: UUID) -> OnRecord:
    """A license of the city, under the law of today. Raises NotFound."""
    license_ = license_of(connection, acting.city.slug, license_id)
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    return OnRecord(license_.id, license_.version, program, facts, acting.today, license_.issued_on)


def touch_license(connection: Connection, acting: Acting, license_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `license_held`."""
    return licenses.save(
        connection, license_held(connection, acting, license_id, version, TELL_EVENT)
    ).version
