"""Hearings on applications and permits: set, moved, called off, held on notice that was proven."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from casework.desk import hearing as hearing_desk
from casework.desk.acting import Acting
from casework.desk.gates import ImpossibleDate
from casework.desk.hearing import (
    SCHEDULE,
    SCHEDULED,
    Heard,
    Holding,
    Setting,
    call_off,
    hearing_of,
    require_open,
    saved_hearing,
    set_down,
)
from casework.desk.memory import remember
from casework.hearings import Hearing
from casework.storage import hearings, obligations
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.domain.hearing_notice import Accepted, notice_gates
from permits.domain.permit import Permit
from permits.usecases.matters import Matter, heard_under, matter_of


def schedule(
    connection: Connection,
    acting: Acting,
    matter: Matter,
    version: int,
    hearing_id: UUID,
    setting: Setting,
) -> tuple[Application | Permit, Hearing]:
    """Set a hearing before the body that decides.

    Raises ImpossibleDate, UnknownElement, NotAllowed, StaleVersion.
    """
    saved = matter.saved(connection, SCHEDULE, version)
    return saved, set_down(connection, acting, _heard(acting, matter), hearing_id, setting)


def move(
    connection: Connection,
    acting: Acting,
    hearing_id: UUID,
    version: int,
    new_id: UUID,
    setting: Setting,
) -> tuple[Hearing, Hearing]:
    """Set another hearing in place of one; what was listed and sent for the former counts no more.

    Gives the former and the new one. Raises NotFound, StaleVersion, NotAllowed, ImpossibleDate.
    """
    former, matter = open_hearing(connection, acting, hearing_id, version, "move", "move_hearing")
    if (setting.starts_at, setting.place) == (former.starts_at, former.place):
        raise ImpossibleDate("#/starts_at", "the hearing is set for that moment at that place already")
    because = f"moved to {setting.starts_at.isoformat()}"
    gone = replace(former, canceled_on=acting.today, canceled_because=because, moved_to=new_id)
    saved = saved_hearing(connection, gone)
    _forget_clocks(connection, acting, former, f"hearing {former.id} moved")
    details = {"hearing": str(former.id), "to": str(new_id), "former_day": former.starts_at.isoformat()}
    remember(connection, acting, matter.id, "hearing.moved", details)
    return saved, set_down(connection, acting, _heard(acting, matter), new_id, setting)


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Where none is left, the duty to set one is open again.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "cancel", "cancel_hearing")
    saved = call_off(connection, acting, hearing, hearing.record_id, reason)
    if not any(each.state != "canceled" for each in hearings.of_record(connection, saved.city, matter.id)):
        for first in {each.scheduled_on for each in hearings.of_record(connection, saved.city, matter.id)}:
            obligations.reopen_fulfilled(connection, saved.city, matter.id, SCHEDULE, first)
        _forget_clocks(connection, acting, hearing, f"hearing {hearing.id} canceled")
    return saved


def hold(
    connection: Connection,
    acting: Acting,
    hearing_id: UUID,
    version: int,
    held_on: date,
    accepted: Accepted,
) -> Hearing:
    """Record that the hearing took place.

    Raises GatesUnmet when notice was short, incomplete or unproven, ImpossibleDate before its hour.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "hold", "hold_hearing")
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    law_date = heard_under(matter, hearing)
    gates = notice_gates(matter.program, hearing, held_on, law_date, mailings, proofs, accepted)
    holding = Holding(held_on, accepted.to_json())
    return hearing_desk.hold(connection, acting, _heard(acting, matter), hearing, holding, gates)


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str, of_record: str
) -> tuple[Hearing, Matter]:
    """The hearing at the version the caller read, if it and its record allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    matter = matter_of(connection, acting, hearing.record_id)
    require_open(hearing, version, matter.lifecycle, matter.state, event, of_record)
    return hearing, matter


def _heard(acting: Acting, matter: Matter) -> Heard:
    """What is heard; of a permit, whose breach is not dated yet, under the law of today."""
    told_under = acting.today if isinstance(matter.record, Permit) else matter.law_date
    return Heard(
        record_id=matter.id,
        remembered_by=matter.id,
        program=matter.program,
        facts=matter.facts,
        law_date=matter.law_date,
        told_under=told_under,
        decision=matter.decision,
    )


def _forget_clocks(connection: Connection, acting: Acting, hearing: Hearing, because: str) -> None:
    obligations.cancel_undone(
        connection, hearing.city, hearing.record_id, acting.today, because, started_by=SCHEDULED
    )
