"""What is told of cases from outside: their law, and holding them at a version."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.reporting import OnRecord
from sqlalchemy import Connection

from enforcement.storage import cases
from enforcement.usecases.records import about, case_of, held

TELL_EVENT = "tell_event"

PRODUCED = frozenset(
    {
        "complaint.received",
        "fee.assessed",
        "fee.paid",
        "violation.observed",
        "violation.corrected",
        "violation_notice.dated",
        "notice.served",
        "hearing.scheduled",
        "hearing.held",
        "decision.made",
        "assessment.adopted",
        "assessment.certified",
        "ownership.transferred",
    }
)
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_case(connection: Connection, acting: Acting, case_id: UUID) -> OnRecord:
    """A case of the city. Raises NotFound."""
    case = case_of(connection, acting.city.slug, case_id)
    matter = about(connection, acting, case)
    return OnRecord(
        case.id, matter.program, matter.facts, matter.law_date, case.observed_on or case.opened_on
    )


def case_version(connection: Connection, acting: Acting, case_id: UUID) -> int:
    """At which version it stands."""
    return case_of(connection, acting.city.slug, case_id).version


def touch_case(connection: Connection, acting: Acting, case_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `held`."""
    return cases.save(connection, held(connection, acting, case_id, version, TELL_EVENT)).version
