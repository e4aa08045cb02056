"""A sale or a division before a permit was issued, told only later: nothing ends by itself, one looks."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from casework.applications import opened_on
from casework.desk.acting import Acting
from casework.desk.memory import remember
from casework.land import LandEvent
from casework.obligations import Obligation
from casework.storage import obligations
from citycode.results.ends import EndsResult
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from permits.domain.permit import Permit
from permits.usecases.land_law import ends_by, telling
from permits.usecases.records import application_of
from permits.usecases.settle_end import SETTLED

LOOK = "look_into_what_happened_before_issue"


def look_before_issue(
    connection: Connection, acting: Acting, permit: Permit, known: Iterable[LandEvent]
) -> None:
    """Open what is to be looked into and is not yet, and cancel it when the happening was a mistake."""
    if permit.state not in SETTLED:
        return
    wanted = _wanted(connection, acting, permit, known)
    made = [
        each
        for each in obligations.of_record(connection, permit.city, permit.id)
        if each.must == LOOK and each.canceled_on is None
    ]
    if any(each.fulfilled_on is None and each.started_on not in wanted for each in made):
        obligations.cancel_undone(
            connection, permit.city, permit.id, acting.today, "it was a mistake", must=LOOK
        )
        made = [each for each in made if each.fulfilled_on is not None]
    for day, (event, result) in wanted.items():
        if day in {each.started_on for each in made}:
            continue
        finding = telling(result)
        obligations.open_obligation(
            connection,
            Obligation(
                id=uuid7(),
                city=permit.city,
                record_id=permit.id,
                rule=finding.rule,
                must=LOOK,
                who=office_looking(acting, permit),
                started_by=result.event,
                started_on=day,
                due_on=None,
                cite=finding.cite,
            ),
        )
        details = {"on": str(day), "because": event.reference}
        remember(connection, acting, permit.id, f"{result.event}.before_issue", details, (finding.rule,))


def _wanted(
    connection: Connection, acting: Acting, permit: Permit, known: Iterable[LandEvent]
) -> dict[date, tuple[LandEvent, EndsResult]]:
    application = application_of(connection, permit.city, permit.application_id)
    opened = opened_on(acting.city, application)
    found: dict[date, tuple[LandEvent, EndsResult]] = {}
    for event in known:
        day = event.happened_on
        if not event.stands or day is None or not opened <= day < permit.issued_on:
            continue
        result = ends_by(acting.city, application, event, acting.today)
        if result.transitions or result.transfers is False:
            found.setdefault(day, (event, result))
    return found


def office_looking(acting: Acting, permit: Permit) -> str:
    """Whoever reviews permits of the program; where nobody does, whoever grants them."""
    program = acting.city.program(permit.program)
    reviewing = [each.office for each in program.reviews(acting.today) if each.office]
    return reviewing[0] if reviewing else program.decision("approve", acting.today).office
