"""What a hearing is about: an application to be decided, or a violation held against a license."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.lifecycle import Lifecycle
from citycode.facts import Facts
from citycode.program import Program
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.domain.violation import VIOLATION, Violation
from licensing.storage import applications, violations
from licensing.usecases.desk import facts_of_license
from licensing.usecases.records import license_of
from licensing.usecases.told import known_of


@dataclass(frozen=True, slots=True)
class Matter:
    """The record, its law and facts, and which `decision` (`approve`, `revoke`) is to be heard.

    `remembered_by` is the record in whose history it stands: the application, or the license.
    """

    record: Application | Violation
    lifecycle: Lifecycle
    program: Program
    facts: Facts
    law_date: date
    decision: str
    remembered_by: UUID

    def moved(self, connection: Connection, event: str, version: int) -> Application | Violation:
        """The record moved by an event, at the version the caller read. Raises NotAllowed, StaleVersion."""
        if self.record.version != version:
            raise StaleVersion
        state = self.lifecycle.after(self.record.state, event)
        if isinstance(self.record, Violation):
            return violations.save(connection, replace(self.record, state=state))
        return applications.save(connection, replace(self.record, state=state))


def matter_of(connection: Connection, acting: Acting, record_id: UUID) -> Matter:
    """What a record gives to be heard. Raises NotFound."""
    violation = violations.find(connection, acting.city.slug, record_id)
    if violation is not None:
        return of_violation(connection, acting, violation)
    application = applications.find(connection, acting.city.slug, record_id)
    if application is None:
        raise NotFound
    return of_application(connection, acting, application)


def of_application(connection: Connection, acting: Acting, application: Application) -> Matter:
    """An application that is to be decided."""
    program = acting.city.program(application.program)
    facts = known_of(connection, acting, program, application)
    law_date = law_date_of(application, acting.today)
    return Matter(application, APPLICATION, program, facts, law_date, "approve", application.id)


def of_violation(connection: Connection, acting: Acting, violation: Violation) -> Matter:
    """A violation that is to be heard, under the law of the day the city's code names."""
    license_ = license_of(connection, violation.city, violation.license_id)
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    return Matter(violation, VIOLATION, program, facts, violation.law_date, "revoke", license_.id)
