"""Hearings on applications and violations: set, called off, held once their notices were served."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from casework.desk import hearing as hearing_desk
from casework.desk.acting import Acting
from casework.desk.gates import Gate
from casework.desk.hearing import (
    SCHEDULE,
    Heard,
    Holding,
    Setting,
    call_off,
    hearing_of,
    require_open,
    set_down,
)
from casework.desk.serving import About, good_notices
from casework.hearings import Hearing
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.domain.violation import Violation
from licensing.usecases.matters import Matter, matter_of

HOLD, CANCEL = "hold_hearing", "cancel_hearing"


def schedule(
    connection: Connection, acting: Acting, matter: Matter, version: int, hearing_id: UUID, setting: Setting
) -> tuple[Application | Violation, Hearing]:
    """Set a hearing before the body that decides.

    Raises ImpossibleDate, UnknownElement, NotAllowed, StaleVersion.
    """
    saved = matter.moved(connection, SCHEDULE, version)
    return saved, set_down(connection, acting, _heard(matter), hearing_id, setting)


def hold(connection: Connection, acting: Acting, hearing_id: UUID, version: int, held_on: date) -> Hearing:
    """Record that the hearing took place on the day it was set for.

    Raises GatesUnmet when a notice the law demands was not served, ImpossibleDate, and as `open_hearing`.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "hold", HOLD)
    gates = _notice_gates(connection, matter, hearing)
    return hearing_desk.hold(connection, acting, _heard(matter), hearing, Holding(held_on), gates)


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Raises as `open_hearing`."""
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "cancel", CANCEL)
    return call_off(connection, acting, hearing, matter.remembered_by, reason)


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str, of_record: str
) -> tuple[Hearing, Matter]:
    """The hearing at the version the caller read, if it and its record allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    matter = matter_of(connection, acting, hearing.record_id)
    require_open(hearing, version, matter.lifecycle, matter.record.state, event, of_record)
    return hearing, matter


def _heard(matter: Matter) -> Heard:
    return Heard(
        record_id=matter.record.id,
        remembered_by=matter.remembered_by,
        program=matter.program,
        facts=matter.facts,
        law_date=matter.law_date,
        told_under=matter.law_date,
        decision=matter.decision,
    )


def _notice_gates(connection: Connection, matter: Matter, hearing: Hearing) -> Iterable[Gate]:
    about = About(matter.program, matter.record.id, matter.remembered_by, matter.law_date, matter.facts)
    told = good_notices(connection, hearing.city, about)
    for rule in matter.program.notices(hearing.kind, matter.law_date):
        if rule.id not in told:
            yield Gate("notice_missing", f"Not served yet: {rule.says}", (rule.rule,))
