"""Documents of an application: who may add one, and as what."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.filing import ADD, Shelf
from casework.desk.reviewing import kinds_of_papers
from casework.lifecycle import NotAllowed
from servicekit.problems import Forbidden
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, PERMISSIONS
from permits.usecases.docket import DOCKET
from permits.usecases.records import is_own, visible

OVER = ("denied", "withdrawn", "expired")
"""States in which nothing more is added."""


def open_to(connection: Connection, acting: Acting, application_id: UUID) -> Shelf:
    """The shelf of the application, if the caller may add to it now.

    Raises NotFound, Forbidden, NotAllowed.
    """
    application = visible(connection, acting, application_id)
    if not is_own(connection, acting, application) and not acting.holds(PERMISSIONS["receive_submittal"]):
        raise Forbidden("Who applies adds documents, and who reviews.")
    if application.state in OVER:
        raise NotAllowed("application", application.state, ADD, APPLICATION.allowed(application.state))
    return Shelf(application.id, kinds_of_papers(connection, acting, DOCKET, application))
