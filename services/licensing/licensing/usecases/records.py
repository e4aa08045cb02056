"""Finding a record the caller may see, and holding it at a version."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.persons import acts_for
from servicekit.problems import Forbidden, NotFound, StaleVersion
from sqlalchemy import Connection

from licensing.domain.application import APPLICANTS_ACTIONS, APPLICATION, Application
from licensing.domain.license import HOLDERS_ACTIONS, LICENSE, License, as_of
from licensing.domain.license import PERMISSIONS as LICENSE_PERMISSIONS
from licensing.storage import applications, licenses

READS = "applications.read"
"""The permission to see applications and licenses with who stands behind them."""


def is_own(connection: Connection, acting: Acting, application: Application) -> bool:
    """Whether the application is the caller's, or of somebody they act for."""
    return application.applicant in acts_for(connection, acting)


def visible(connection: Connection, acting: Acting, application_id: UUID) -> Application:
    """The application, if the caller may see it. Raises NotFound for absent and foreign alike."""
    found = applications.find(connection, acting.city.slug, application_id)
    if found is None or not (acting.holds(READS) or is_own(connection, acting, found)):
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


def license_of(connection: Connection, city: str, license_id: UUID) -> License:
    """A license of the city. Raises NotFound."""
    found = licenses.find(connection, city, license_id)
    if found is None:
        raise NotFound
    return found


def holds_license(connection: Connection, acting: Acting, license_: License) -> bool:
    """Whether the license is the caller's, or of somebody they act for."""
    return license_.holder in acts_for(connection, acting)


def license_behind(connection: Connection, acting: Acting, license_id: UUID) -> License:
    """The license, if the caller may see who stands behind it. Raises NotFound."""
    found = license_of(connection, acting.city.slug, license_id)
    if not (acting.holds(READS) or holds_license(connection, acting, found)):
        raise NotFound
    return found


def license_held(
    connection: Connection, acting: Acting, license_id: UUID, version: int, event: str
) -> License:
    """The license at the version the caller read, if the event is allowed to them and in its state.

    Raises NotFound, Forbidden, StaleVersion, NotAllowed.
    """
    found = license_of(connection, acting.city.slug, license_id)
    permission = LICENSE_PERMISSIONS[event]
    own = event in HOLDERS_ACTIONS and holds_license(connection, acting, found)
    if not own and not acting.holds(permission):
        raise Forbidden(f"This takes the permission {permission} in {acting.city.slug}.")
    if found.version != version:
        raise StaleVersion
    LICENSE.after(as_of(found, acting.today).state, event)
    return found
