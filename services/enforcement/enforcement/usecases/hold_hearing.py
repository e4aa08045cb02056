"""Hearings on a case: set in time for the notices they need, called off, held."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from uuid import UUID

from casework.desk import hearing as hearing_desk
from casework.desk.acting import Acting
from casework.desk.gates import Gate
from casework.desk.hearing import (
    Heard,
    Holding,
    Setting,
    call_off,
    hearing_of,
    last_days_to_serve,
    require_open,
    set_down,
)
from casework.desk.serving import About, good_notices
from casework.hearings import Hearing
from sqlalchemy import Connection

from enforcement.domain.case import CASE, ORDER_ABATEMENT, Case
from enforcement.storage import cases
from enforcement.usecases.records import about, case_of, held


def schedule(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    hearing_id: UUID,
    setting: Setting,
) -> tuple[Case, Hearing]:
    """Set a hearing before the body that may order abatement.

    Raises ImpossibleDate, UnknownElement where the law knows no such order, and as `held`.
    """
    before = held(connection, acting, case_id, version, "schedule_hearing")
    matter = about(connection, acting, before)
    hearing = set_down(connection, acting, _heard(matter), hearing_id, setting)
    return cases.save(connection, before), hearing


def hold(connection: Connection, acting: Acting, hearing_id: UUID, version: int, held_on: date) -> Hearing:
    """Record that the hearing took place on the day it was set for.

    Raises GatesUnmet when a notice the law demands was not served in time, ImpossibleDate, and as
    `open_hearing`.
    """
    hearing, case = open_hearing(connection, acting, hearing_id, version, "hold")
    matter = about(connection, acting, case)
    gates = _unserved(connection, matter, held_on)
    return hearing_desk.hold(connection, acting, _heard(matter), hearing, Holding(held_on), gates)


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Raises as `open_hearing`."""
    hearing, case = open_hearing(connection, acting, hearing_id, version, "cancel")
    return call_off(connection, acting, hearing, case.id, reason)


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str
) -> tuple[Hearing, Case]:
    """The hearing at the version the caller read, if it and its case allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    case = case_of(connection, acting.city.slug, hearing.record_id)
    require_open(hearing, version, CASE, case.state, event, f"{event}_hearing")
    return hearing, case


def _heard(matter: About) -> Heard:
    return Heard(
        record_id=matter.record_id,
        remembered_by=matter.remembered_by,
        program=matter.program,
        facts=matter.facts,
        law_date=matter.law_date,
        told_under=matter.law_date,
        decision=ORDER_ABATEMENT,
    )


def _unserved(connection: Connection, matter: About, day: date) -> Iterable[Gate]:
    told = good_notices(connection, matter.program.city, matter, day)
    for rule, last in last_days_to_serve(_heard(matter), day):
        if rule.id not in told:
            by = "" if last is None else f" The last day was {last}."
            yield Gate("notice_missing", f"Not served in time: {rule.says}{by}", (rule.rule,))
