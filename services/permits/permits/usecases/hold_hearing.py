"""Hearings: set them, move or cancel them, and record that they were held."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.hearings import Hearing
from casework.storage import hearings, obligations
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.domain.hearing import HEARING, KINDS
from permits.domain.hearing_notice import Accepted, first_day_to_hear, notice_gates
from permits.domain.permit import Permit
from permits.usecases.matters import Matter, heard_under, matter_of

SCHEDULE = "schedule_hearing"
SCHEDULED, HELD = "hearing.scheduled", "hearing.held"


@dataclass(frozen=True, slots=True)
class Setting:
    """When and where a hearing is to be; `necessity` says why it must be on a legal holiday."""

    starts_at: datetime
    place: str
    necessity: str | None = None


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
    hearing = _set(connection, acting, matter, hearing_id, setting)
    deadlines.meet(
        connection,
        acting.city,
        matter.program,
        matter.id,
        SCHEDULE,
        acting.today,
        matter.facts,
        matter.law_date,
    )
    return saved, hearing


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
    saved = save_hearing(connection, gone)
    _forget_clocks(connection, acting, former, f"hearing {former.id} moved")
    details = {"hearing": str(former.id), "to": str(new_id), "former_day": former.starts_at.isoformat()}
    remember(connection, acting, matter.id, "hearing.moved", details)
    return saved, _set(connection, acting, matter, new_id, setting)


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Where none is left, the duty to set one is open again.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing, matter = open_hearing(connection, acting, hearing_id, version, "cancel", "cancel_hearing")
    saved = call_off(connection, acting, hearing, reason)
    if not any(each.state != "canceled" for each in hearings.of_record(connection, saved.city, matter.id)):
        for first in {each.scheduled_on for each in hearings.of_record(connection, saved.city, matter.id)}:
            obligations.reopen_fulfilled(connection, saved.city, matter.id, SCHEDULE, first)
        _forget_clocks(connection, acting, hearing, f"hearing {hearing.id} canceled")
    return saved


def call_off(connection: Connection, acting: Acting, hearing: Hearing, reason: str) -> Hearing:
    """Write that a hearing will not take place."""
    gone = replace(hearing, canceled_on=acting.today, canceled_because=reason)
    saved = save_hearing(connection, gone)
    details = {"hearing": str(hearing.id), "starts_at": hearing.starts_at.isoformat(), "reason": reason}
    remember(connection, acting, hearing.record_id, "hearing.canceled", details)
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
    require_past("#/held_on", held_on, acting.today)
    announced = hearing.starts_at.astimezone(acting.city.timezone).date()
    if held_on != announced:
        raise ImpossibleDate("#/held_on", f"the hearing was announced for {announced}")
    if acting.now < hearing.starts_at:
        begins = hearing.starts_at.astimezone(acting.city.timezone)
        raise ImpossibleDate("#/held_on", f"the hearing begins on {begins:%Y-%m-%d at %H:%M}")
    mailings, proofs = hearings.mailings_of(connection, hearing.city, hearing.id)
    law_date = heard_under(matter, hearing)
    require(notice_gates(matter.program, hearing, held_on, law_date, mailings, proofs, accepted))
    saved = save_hearing(connection, replace(hearing, held_on=held_on))
    deadlines.start(
        connection, acting.city, matter.program, matter.id, HELD, held_on, matter.facts, matter.law_date
    )
    details = {
        "hearing": str(hearing_id),
        "held_on": str(held_on),
        **accepted.to_json(),
    }
    remember(connection, acting, matter.id, HELD, details)
    return saved


def hearing_of(connection: Connection, city: str, hearing_id: UUID) -> Hearing:
    """A hearing of the city. Raises NotFound."""
    found = hearings.find(connection, city, hearing_id)
    if found is None:
        raise NotFound
    return found


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str, of_record: str
) -> tuple[Hearing, Matter]:
    """The hearing at the version the caller read, if it and its record allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearing_of(connection, acting.city.slug, hearing_id)
    matter = matter_of(connection, acting, hearing.record_id)
    if hearing.version != version:
        raise StaleVersion
    matter.require(of_record)
    HEARING.after(hearing.state, event)
    return hearing, matter


def save_hearing(connection: Connection, hearing: Hearing) -> Hearing:
    """Write it over the version it was read at. Raises StaleVersion."""
    if not hearings.change(connection, hearing):
        raise StaleVersion
    return replace(hearing, version=hearing.version + 1)


def _set(
    connection: Connection, acting: Acting, matter: Matter, hearing_id: UUID, setting: Setting
) -> Hearing:
    if setting.starts_at <= acting.now:
        raise ImpossibleDate("#/starts_at", "it must lie ahead")
    day = setting.starts_at.astimezone(acting.city.timezone).date()
    holiday = acting.city.calendar.holiday(day)
    if holiday is not None and setting.necessity is None:
        raise ImpossibleDate(
            "#/starts_at",
            f"{day} is a legal holiday ({holiday}, {holiday.cite}), on which no public business is done "
            "unless necessary: record the necessity, or take another day",
        )
    law_date = acting.today if isinstance(matter.record, Permit) else matter.law_date
    first = first_day_to_hear(matter.program, KINDS[matter.decision], law_date, acting.today, day)
    if first > day:
        while acting.city.calendar.holiday(first) is not None:
            first += timedelta(days=1)
        says = f"notices of a hearing on {day} can no longer be mailed in time: the first day is {first}"
        raise ImpossibleDate("#/starts_at", says)
    rule = matter.program.decision(matter.decision, matter.law_date, matter.facts)
    hearing = Hearing(
        id=hearing_id,
        city=acting.city.slug,
        record_id=matter.id,
        body=rule.office,
        kind=KINDS[matter.decision],
        starts_at=setting.starts_at,
        place=setting.place,
        scheduled_on=acting.today,
    )
    hearings.schedule(connection, hearing)
    deadlines.start(
        connection,
        acting.city,
        matter.program,
        matter.id,
        SCHEDULED,
        acting.today,
        matter.facts,
        matter.law_date,
    )
    details = {"hearing": str(hearing_id), "starts_at": setting.starts_at.isoformat(), "body": rule.office}
    if setting.necessity is not None:
        details["necessity"] = setting.necessity
    remember(connection, acting, matter.id, SCHEDULED, details, (rule.rule,))
    return hearing


def _forget_clocks(connection: Connection, acting: Acting, hearing: Hearing, because: str) -> None:
    obligations.cancel_undone(
        connection, hearing.city, hearing.record_id, acting.today, because, started_by=SCHEDULED
    )
