"""Applications and their submitted versions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from casework.storage.rows import row_of
from servicekit.problems import StaleVersion
from sqlalchemy import Connection, Row, insert, select, update

from licensing.domain.application import Application
from licensing.storage.tables import applications, submissions


def add(connection: Connection, application: Application) -> None:
    """Write a new application."""
    connection.execute(insert(applications).values(_values(application)))


def save(connection: Connection, application: Application) -> Application:
    """Write a changed application over the version it was read at; gives it with the next version.

    Raises StaleVersion when somebody else wrote in between.
    """
    saved = connection.execute(
        update(applications)
        .where(
            applications.c.city == application.city,
            applications.c.id == application.id,
            applications.c.version == application.version,
        )
        .values({**_values(application), "version": application.version + 1})
        .returning(applications)
    ).first()
    if saved is None:
        raise StaleVersion
    return _application(saved)


def find(connection: Connection, city: str, application_id: UUID) -> Application | None:
    """One application of the city."""
    row = connection.execute(
        select(applications).where(applications.c.city == city, applications.c.id == application_id)
    ).first()
    return None if row is None else _application(row)


def listed(
    connection: Connection,
    city: str,
    *,
    applicants: Sequence[str] | None,
    state: str | None,
    program: str | None,
    after: UUID | None,
    limit: int,
) -> Sequence[Application]:
    """Up to `limit`, oldest first, after the given one; of these applicants, or of all when None."""
    query = select(applications).where(applications.c.city == city)
    if applicants is not None:
        query = query.where(applications.c.applicant.in_(applicants))
    if state is not None:
        query = query.where(applications.c.state == state)
    if program is not None:
        query = query.where(applications.c.program == program)
    if after is not None:
        query = query.where(applications.c.id > after)
    return [_application(row) for row in connection.execute(query.order_by(applications.c.id).limit(limit))]


def keep_submission(connection: Connection, application: Application) -> None:
    """Keep what was submitted as it was."""
    connection.execute(
        insert(submissions).values(row_of(submissions, application, application_id=application.id))
    )


def submissions_of(connection: Connection, city: str, application_id: UUID) -> list[dict[str, Any]]:
    """Every submitted version, oldest first."""
    rows = connection.execute(
        select(submissions)
        .where(submissions.c.city == city, submissions.c.application_id == application_id)
        .order_by(submissions.c.submission)
    )
    return [dict(row._mapping) for row in rows]


def _values(application: Application) -> dict[str, Any]:
    return row_of(applications, application, incomplete_because=list(application.incomplete_because))


def _application(row: Row[Any]) -> Application:
    return Application(**dict(row._mapping) | {"incomplete_because": tuple(row.incomplete_because)})
