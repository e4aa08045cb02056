"""Documents of a case: photographs and papers, added by who inspects or manages it."""

from __future__ import annotations

from uuid import UUID

from casework.desk.acting import Acting
from casework.desk.filing import Shelf
from servicekit.problems import Forbidden, NotFound
from sqlalchemy import Connection

from enforcement.domain.case import PERMISSIONS, Case
from enforcement.usecases.records import case_of

READS = "cases.read"
"""The permission to see cases and what is kept with them."""


def seen(connection: Connection, acting: Acting, case_id: UUID) -> Case:
    """The case, if the caller may see it. Raises NotFound for absent and foreign alike."""
    if not acting.holds(READS):
        raise NotFound
    return case_of(connection, acting.city.slug, case_id)


def open_to(connection: Connection, acting: Acting, case_id: UUID) -> Shelf:
    """The shelf of the case, in whatever state it is. Raises NotFound, Forbidden."""
    case = seen(connection, acting, case_id)
    if not (acting.holds(PERMISSIONS["inspect"]) or acting.holds(PERMISSIONS["close"])):
        raise Forbidden("Who inspects a case adds documents, and who manages it.")
    return Shelf(case.id)
