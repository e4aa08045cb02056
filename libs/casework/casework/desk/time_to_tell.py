"""The time to tell what a request lacks: from its receipt; run out, the time to decide began with receipt."""

from __future__ import annotations

from citycode.facts import Facts
from sqlalchemy import Connection

from casework.applications import COMPLETED, SUBMITTED, Application, law_date_of
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.docket import program_of
from casework.desk.memory import remember
from casework.storage import obligations
from casework.time_to_decide import DECIDE, TELL, consequence, running, told_too_late


def begin(connection: Connection, acting: Acting, application: Application, facts: Facts) -> None:
    """From receipt the city has so long to tell what is missing; a request handed in anew begins anew."""
    obligations.cancel_undone(
        connection, application.city, application.id, acting.today, "handed in anew", must=TELL
    )
    on, law_date = application.received_on or acting.today, law_date_of(application, acting.today)
    program = program_of(acting, application)
    deadlines.start(connection, acting.city, program, application.id, SUBMITTED, on, facts, law_date)


def begin_where_told_late(
    connection: Connection, acting: Acting, application: Application, facts: Facts
) -> None:
    """Where the day to tell has passed, the time to decide runs from receipt, whether or not a job ran."""
    kept = obligations.of_record(connection, application.city, application.id)
    late = told_too_late(kept, acting.today)
    if not late or running(kept) is not None:
        return
    on = late[0].started_on
    deadlines.start(
        connection,
        acting.city,
        program_of(acting, application),
        application.id,
        COMPLETED,
        on,
        facts,
        application.law_date or on,
        lambda clock: clock.must == DECIDE,
    )
    details = {"from": str(on), "because": consequence(late[0])}
    remember(connection, acting, application.id, "time.began_at_receipt", details, (late[0].rule,))


def is_running(connection: Connection, application: Application) -> bool:
    """Whether the time to decide runs already."""
    return running(obligations.of_record(connection, application.city, application.id)) is not None


def told(connection: Connection, acting: Acting, application: Application) -> None:
    """What is missing was told, or nothing is."""
    obligations.fulfill(connection, application.city, application.id, TELL, acting.today)
