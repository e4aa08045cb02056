"""What a hearing is about: an application to be decided, or a permit that may be revoked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.hearings import Hearing
from casework.lifecycle import Lifecycle
from citycode.facts import Facts
from citycode.program import Program
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.ending import as_of
from permits.domain.permit import PERMIT, Permit
from permits.storage import applications, permits
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import application_of


@dataclass(frozen=True, slots=True)
class Matter:
    """The record, its law and facts, and which `decision` (`approve`, `revoke`) is to be heard."""

    record: Application | Permit
    lifecycle: Lifecycle
    state: str
    program: Program
    facts: Facts
    law_date: date
    decision: str

    @property
    def id(self) -> UUID:
        return self.record.id

    def require(self, event: str) -> str:
        """The state after an event of the record. Raises NotAllowed."""
        return self.lifecycle.after(self.state, event)

    def saved(self, connection: Connection, event: str, version: int) -> Application | Permit:
        """The record moved by an event, at the version the caller read. Raises NotAllowed, StaleVersion."""
        if self.record.version != version:
            raise StaleVersion
        state = self.require(event)
        if isinstance(self.record, Permit):
            return permits.save(connection, replace(self.record, state=state))
        return applications.save(connection, replace(self.record, state=state))


def matter_of(connection: Connection, acting: Acting, record_id: UUID) -> Matter:
    """What a record gives to be heard. Raises NotFound."""
    permit = permits.find(connection, acting.city.slug, record_id)
    if permit is not None:
        return of_permit(connection, acting, permit)
    return of_application(acting, application_of(connection, acting.city.slug, record_id))


def of_application(acting: Acting, application: Application) -> Matter:
    """An application that is to be decided."""
    program = program_of(acting.city, application)
    facts, law_date = facts_of(program, application), law_date_of(application, acting.today)
    return Matter(application, APPLICATION, application.state, program, facts, law_date, "approve")


def of_permit(connection: Connection, acting: Acting, permit: Permit) -> Matter:
    """A permit that may be revoked. Until the breach is dated, the law of today says how it is heard."""
    program = acting.city.program(permit.program)
    facts = facts_of(program, application_of(connection, permit.city, permit.application_id))
    state = as_of(permit, acting.today).state
    return Matter(permit, PERMIT, state, program, facts, acting.today, "revoke")


def heard_under(matter: Matter, hearing: Hearing) -> date:
    """The day whose law says who is told of a hearing: of a permit's, the day it was set."""
    return hearing.scheduled_on if isinstance(matter.record, Permit) else matter.law_date


def permit_matter(connection: Connection, acting: Acting, permit_id: UUID) -> Matter:
    """A permit of the city as a matter. Raises NotFound."""
    permit = permits.find(connection, acting.city.slug, permit_id)
    if permit is None:
        raise NotFound
    return of_permit(connection, acting, permit)
