"""Hearings: set them, call them off, and record that they were held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.desk.serving import About, good_notices
from casework.hearings import Hearing
from casework.storage import hearings
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.domain.hearing import HEARING, KINDS
from licensing.domain.violation import Violation
from licensing.usecases.matters import Matter, matter_of

SCHEDULE, HOLD, CANCEL = "schedule_hearing", "hold_hearing", "cancel_hearing"
SCHEDULED, HELD = "hearing.scheduled", "hearing.held"


def schedule(
    connection: Connection,
    acting: Acting,
    matter: Matter,
    version: int,
    hearing_id: UUID,
    starts_at: datetime,
    place: str,
) -> tuple[Application | Violation, Hearing]:
    """Set a hearing before the body that decides.

    Raises ImpossibleDate, UnknownElement, NotAllowed, StaleVersion.
    """
    saved = matter.moved(connection, SCHEDULE, version)
    if starts_at <= acting.now:
        raise ImpossibleDate("#/starts_at", "it must lie ahead")
    rule = matter.program.decision(matter.decision, matter.law_date, matter.facts)
    hearing = Hearing(
        id=hearing_id,
        city=acting.city.slug,
        record_id=matter.record.id,
        body=rule.office,
        kind=KINDS[matter.decision],
        starts_at=starts_at,
        place=place,
        scheduled_on=acting.today,
    )
    hearings.schedule(connection, hearing)
    city, program, record_id = acting.city, matter.program, matter.record.id
    today, facts, law_date = acting.today, matter.facts, matter.law_date
    deadlines.meet(connection, city, program, record_id, SCHEDULE, today, facts, law_date)
    deadlines.start(connection, city, program, record_id, SCHEDULED, today, facts, law_date)
    details = {"hearing": str(hearing_id), "starts_at": starts_at.isoformat(), "body": rule.office}
    remember(connection, acting, matter.remembered_by, SCHEDULED, details, (rule.rule,))
    return saved, hearing


def hold(connection: Connection, acting: Acting, hearing_id: UUID, version: int, held_on: date) -> Hearing:
    """Record that the hearing took place on the day it was set for.

    Raises GatesUnmet when a notice the law demands was not served, ImpossibleDate, and as `open_hearing`.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "hold", HOLD)
    require_past("#/held_on", held_on, acting.today)
    announced = hearing.starts_at.astimezone(acting.city.timezone).date()
    if held_on != announced:
        raise ImpossibleDate("#/held_on", f"the hearing was announced for {announced}")
    require(_notice_gates(connection, matter, hearing))
    saved = _saved(connection, replace(hearing, held_on=held_on))
    deadlines.start(
        connection,
        acting.city,
        matter.program,
        matter.record.id,
        HELD,
        held_on,
        matter.facts,
        matter.law_date,
    )
    details = {"hearing": str(hearing_id), "held_on": str(held_on)}
    remember(connection, acting, matter.remembered_by, HELD, details)
    return saved


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Raises as `open_hearing`."""
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "cancel", CANCEL)
    return call_off(connection, acting, hearing, matter.remembered_by, reason)


def call_off_all(
    connection: Connection, acting: Acting, record_id: UUID, remembered_by: UUID, reason: str
) -> None:
    """Call off every hearing of a record that is still to come."""
    for each in hearings.of_record(connection, acting.city.slug, record_id):
        if each.state == "scheduled":
            call_off(connection, acting, each, remembered_by, reason)


def call_off(
    connection: Connection, acting: Acting, hearing: Hearing, remembered_by: UUID, reason: str
) -> Hearing:
    """Write that a hearing will not take place."""
    saved = _saved(connection, replace(hearing, canceled_on=acting.today, canceled_because=reason))
    details = {"hearing": str(hearing.id), "starts_at": hearing.starts_at.isoformat(), "reason": reason}
    remember(connection, acting, remembered_by, "hearing.canceled", details)
    return saved


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str, of_record: str
) -> tuple[Hearing, Matter]:
    """The hearing at the version the caller read, if it and its record allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearings.find(connection, acting.city.slug, hearing_id)
    if hearing is None:
        raise NotFound
    matter = matter_of(connection, acting, hearing.record_id)
    if hearing.version != version:
        raise StaleVersion
    matter.lifecycle.after(matter.record.state, of_record)
    HEARING.after(hearing.state, event)
    return hearing, matter


def _notice_gates(connection: Connection, matter: Matter, hearing: Hearing) -> Iterable[Gate]:
    about = About(matter.program, matter.record.id, matter.remembered_by, matter.law_date, matter.facts)
    told = good_notices(connection, hearing.city, about)
    for rule in matter.program.notices(hearing.kind, matter.law_date):
        if rule.id not in told:
            yield Gate("notice_missing", f"Not served yet: {rule.says}", (rule.rule,))


def _saved(connection: Connection, hearing: Hearing) -> Hearing:
    if not hearings.change(connection, hearing):
        raise StaleVersion
    return replace(hearing, version=hearing.version + 1)
