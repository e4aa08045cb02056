"""What holds and stop orders bar about an application, its license and its parcel."""

from __future__ import annotations

from collections.abc import Iterable

from casework.desk.acting import Acting
from casework.desk.gates import Gate
from casework.desk.holding import hold_gates
from casework.holds import APPLY, ISSUE_LICENSE, Subject
from sqlalchemy import Connection

from licensing.domain.application import Application

ACTS = (APPLY, ISSUE_LICENSE)
"""What licensing does not do while a hold bars it."""


def held_back(connection: Connection, acting: Acting, application: Application, act: str) -> Iterable[Gate]:
    """Every hold that bars the act to the parcel, the application, its license or its applicant."""
    records = (application.id, application.license_id)
    parcels = () if application.pin is None else (Subject("parcel", application.pin),)
    subjects = (
        *parcels,
        Subject("person", application.applicant),
        *(Subject("record", str(each)) for each in records if each is not None),
    )
    yield from hold_gates(connection, acting, subjects, act)
