"""What is told of cases from outside: their law, and holding them at a version."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.reporting import PRODUCED as EVERYWHERE
from casework.desk.reporting import TELL_EVENT, OnRecord
from sqlalchemy import Connection

from enforcement.storage import cases
from enforcement.usecases.records import about, case_of, held

PRODUCED = EVERYWHERE | {
    "complaint.received",
    "violation.observed",
    "violation.corrected",
    "violation_notice.dated",
    "notice.served",
    "assessment.adopted",
    "assessment.certified",
}
"""Events that acts here, or neighbors, bring about: nobody tells of them."""


def of_case(connection: Connection, acting: Acting, case_id: UUID) -> OnRecord:
    """A case of the city. Raises NotFound."""
    case = case_of(connection, acting.city.slug, case_id)
    matter = about(connection, acting, case)
    return OnRecord(
        case.id,
        case.version,
        matter.program,
        matter.facts,
        matter.law_date,
        case.observed_on or case.opened_on,
    )


def touch_case(connection: Connection, acting: Acting, case_id: UUID, version: int) -> int:
    """Take it on to its next version. Raises as `held`."""
    return cases.save(connection, held(connection, acting, case_id, version, TELL_EVENT)).version
