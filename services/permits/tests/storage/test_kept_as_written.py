"""History and submitted versions stay as they were written: the database itself refuses a change."""

from datetime import UTC, date, datetime

import pytest
from casework.history import Happening
from casework.storage import history
from casework.storage.tables import KEPT_AS_WRITTEN as OF_CASEWORK
from permits.domain.application import Application
from permits.storage import applications
from permits.storage.tables import KEPT_AS_WRITTEN, metadata
from sqlalchemy import Connection, Executable, delete, text, update
from sqlalchemy.exc import IntegrityError

from services.permits.tests.builders import an_application

pytestmark = pytest.mark.storage
AT = datetime(2026, 6, 1, 15, tzinfo=UTC)
TABLES = (*KEPT_AS_WRITTEN, *OF_CASEWORK)


def submitted(connection: Connection) -> Application:
    """An application with one kept version and one entry of history."""
    application = an_application("submitted", submission=1, submitted_at=AT, received_on=date(2026, 6, 1))
    applications.add(connection, application)
    applications.keep_submission(connection, application)
    history.append(
        connection, application.city, application.id, Happening("application.submitted", AT, "person:1")
    )
    return application


@pytest.mark.parametrize("attempt", ["update", "delete", "truncate"])
@pytest.mark.parametrize("table", TABLES)
def test_what_is_kept_as_written_cannot_be_changed(connection: Connection, table: str, attempt: str) -> None:
    application = submitted(connection)
    kept = metadata.tables[table]
    attempts: dict[str, Executable] = {
        "update": update(kept).values(city="elsewhere"),
        "delete": delete(kept),
        "truncate": text(f"TRUNCATE {table}"),
    }

    savepoint = connection.begin_nested()
    with pytest.raises(IntegrityError, match=f"rows of {table} are kept as written"):
        connection.execute(attempts[attempt])
    savepoint.rollback()

    assert len(applications.submissions_of(connection, application.city, application.id)) == 1
    assert len(history.of_record(connection, application.city, application.id)) == 1
