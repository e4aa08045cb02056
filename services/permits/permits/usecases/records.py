"""Finding a record the caller may see, holding it at a version, and remembering what was done."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.persons import acts_for
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from permits.domain.application import APPLICANTS_ACTIONS, APPLICATION, Application
from permits.domain.ending import as_of
from permits.domain.permit import PERMIT, Permit
from permits.storage import applications, permits

ENTERS = "applications.enter"
"""The permission to enter what somebody handed in on paper, and to act on it for them."""


def is_own(connection: Connection, acting: Acting, application: Application) -> bool:
    """Whether the application is the caller's, or of somebody they act for: who walked in, for the clerk."""
    if application.on_paper:
        return acting.holds(ENTERS)
    return application.applicant in acts_for(connection, acting)


def visible(connection: Connection, acting: Acting, application_id: UUID) -> Application:
    """The application, if the caller may see it. Raises NotFound for absent and foreign alike."""
    found = applications.find(connection, acting.city.slug, application_id)
    if found is None or not (acting.holds("applications.read") or is_own(connection, acting, found)):
        raise NotFound
    return found


def application_of(connection: Connection, city: str, application_id: UUID) -> Application:
    """An application of the city, for staff and jobs. Raises NotFound."""
    found = applications.find(connection, city, application_id)
    if found is None:
        raise NotFound
    return found


def held(
    connection: Connection, acting: Acting, application_id: UUID, version: int, event: str
) -> Application:
    """The application at the version the caller read, if the event is allowed to them and in its state.

    Raises NotFound, StaleVersion, NotAllowed. What only the applicant may do is not found for others.
    """
    found = visible(connection, acting, application_id)
    if event in APPLICANTS_ACTIONS and not is_own(connection, acting, found):
        raise NotFound
    if found.version != version:
        raise StaleVersion
    APPLICATION.after(found.state, event)
    return found


def as_read(found: Application, version: int) -> Application:
    """The application, if it is the version that the caller read: what is measured now is measured of it.

    Raises StaleVersion.
    """
    if found.version != version:
        raise StaleVersion
    return found


def permit_held(connection: Connection, acting: Acting, permit_id: UUID, version: int, event: str) -> Permit:
    """The permit at the version the caller read. Raises NotFound, StaleVersion, NotAllowed."""
    found = permit_of(connection, acting.city.slug, permit_id)
    today = as_of(found, acting.today)
    if found.version != version:
        raise StaleVersion
    PERMIT.after(today.state, event)
    return found


def permit_of(connection: Connection, city: str, permit_id: UUID) -> Permit:
    """A permit of the city. Raises NotFound."""
    found = permits.find(connection, city, permit_id)
    if found is None:
        raise NotFound
    return found
