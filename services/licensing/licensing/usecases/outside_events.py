"""What is told of applications and licenses from outside: their law, and holding them at a version."""

from __future__ import annotations

from uuid import UUID

from casework.applications import COMPLETED, SUBMITTED, law_date_of, opened_on
from casework.desk.acting import Acting
from casework.desk.reporting import OnRecord
from sqlalchemy import Connection

from licensing.storage import applications, licenses
from licensing.usecases.desk import facts_of_license
from licensing.usecases.records import application_of, held, license_held, license_of
from licensing.usecases.told import known_of

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
        "ownership.transferred",
        "parcel.subdivided",
    }
)
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_application(connection: Connection, acting: Acting, application_id: UUID) -> OnRecord:
    """An application of the city. Raises NotFound."""
    found = application_of(connection, acting.city.slug, application_id)
    program = acting.city.program(found.program)
    facts, law_date = known_of(connection, acting, program, found), law_date_of(found, acting.today)
    return OnRecord(found.id, program, facts, law_date, opened_on(acting.city, found))


def application_version(connection: Connection, acting: Acting, application_id: UUID) -> int:
    """At which version it stands."""
    return application_of(connection, acting.city.slug, application_id).version


def touch_application(connection: Connection, acting: Acting, application_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `held`."""
    return applications.save(
        connection, held(connection, acting, application_id, version, TELL_EVENT)
    ).version


def of_license(connection: Connection, acting: Acting, license_id: UUID) -> OnRecord:
    """A license of the city, under the law of today. Raises NotFound."""
    license_ = license_of(connection, acting.city.slug, license_id)
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    return OnRecord(license_.id, program, facts, acting.today, license_.issued_on)


def license_version(connection: Connection, acting: Acting, license_id: UUID) -> int:
    """At which version it stands."""
    return license_of(connection, acting.city.slug, license_id).version


def touch_license(connection: Connection, acting: Acting, license_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `license_held`."""
    return licenses.save(
        connection, license_held(connection, acting, license_id, version, TELL_EVENT)
    ).version
