"""What holds and stop orders bar about an application, its permit and its parcel."""

from __future__ import annotations

from collections.abc import Iterable

from casework.desk.acting import Acting
from casework.desk.gates import Gate
from casework.desk.holding import hold_gates
from casework.holds import APPLY, INSPECT, ISSUE_PERMIT, Subject
from sqlalchemy import Connection

from permits.domain.application import Application

ACTS = (APPLY, ISSUE_PERMIT, INSPECT)
"""What permits does not do while a hold bars it."""


def held_back(connection: Connection, acting: Acting, application: Application, act: str) -> Iterable[Gate]:
    """Every hold that bars the act to the parcel, the application, its permit or its applicant."""
    records = (application.id, application.permit_id)
    subjects = (
        Subject("parcel", application.pin),
        Subject("person", application.applicant),
        *(Subject("record", str(each)) for each in records if each is not None),
    )
    yield from hold_gates(connection, acting, subjects, act)
