"""Hearings on a case: set in time for the notices they need, called off, held."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.desk.serving import About, good_notices
from casework.hearings import Hearing
from casework.storage import hearings
from citycode.results.notices import NoticeRule, Party
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from enforcement.domain.case import CASE, HEARING_NOTICE, ORDER_ABATEMENT, Case
from enforcement.domain.hearing import HEARING
from enforcement.storage import cases
from enforcement.usecases.records import about, case_of, held

SCHEDULED, HELD = "hearing.scheduled", "hearing.held"
FARTHEST_DAYS = 366


def schedule(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    hearing_id: UUID,
    starts_at: datetime,
    place: str,
) -> tuple[Case, Hearing]:
    """Set a hearing before the body that may order abatement.

    Raises ImpossibleDate for a day too near for its notices (naming the first day that would do) and for a
    holiday, UnknownElement where the law knows no such order, and as `held`.
    """
    before = held(connection, acting, case_id, version, "schedule_hearing")
    if starts_at <= acting.now:
        raise ImpossibleDate("#/starts_at", "it must lie ahead")
    matter = about(connection, acting, before)
    day = starts_at.astimezone(acting.city.timezone).date()
    _require_time_for_notices(matter, day, acting.today)
    _require_no_holiday(acting, day)
    rule = matter.program.decision(ORDER_ABATEMENT, matter.law_date, matter.facts)
    hearing = Hearing(
        id=hearing_id,
        city=before.city,
        record_id=before.id,
        body=rule.office,
        kind=HEARING_NOTICE,
        starts_at=starts_at,
        place=place,
        scheduled_on=acting.today,
    )
    hearings.schedule(connection, hearing)
    saved = cases.save(connection, before)
    deadlines.start(
        connection,
        acting.city,
        matter.program,
        saved.id,
        SCHEDULED,
        acting.today,
        matter.facts,
        matter.law_date,
    )
    details = {"hearing": str(hearing_id), "starts_at": starts_at.isoformat(), "body": rule.office}
    remember(connection, acting, saved.id, SCHEDULED, details, (rule.rule,))
    return saved, hearing


def hold(connection: Connection, acting: Acting, hearing_id: UUID, version: int, held_on: date) -> Hearing:
    """Record that the hearing took place on the day it was set for.

    Raises GatesUnmet when a notice the law demands was not served in time, ImpossibleDate, and as
    `open_hearing`.
    """
    hearing, case = open_hearing(connection, acting, hearing_id, version, "hold")
    require_past("#/held_on", held_on, acting.today)
    announced = day_of(acting, hearing)
    if held_on != announced:
        raise ImpossibleDate("#/held_on", f"the hearing was announced for {announced}")
    if acting.now < hearing.starts_at:
        raise ImpossibleDate("#/held_on", "its hour has not come yet")
    require(_unserved(connection, acting, case, announced))
    saved = _saved(connection, replace(hearing, held_on=held_on))
    details = {"hearing": str(hearing_id), "held_on": str(held_on)}
    remember(connection, acting, case.id, HELD, details)
    return saved


def cancel(connection: Connection, acting: Acting, hearing_id: UUID, version: int, reason: str) -> Hearing:
    """Call a hearing off. Raises as `open_hearing`."""
    hearing, case = open_hearing(connection, acting, hearing_id, version, "cancel")
    return _called_off(connection, acting, hearing, case.id, reason)


def call_off_all(connection: Connection, acting: Acting, case_id: UUID, reason: str) -> None:
    """Call off every hearing of a case that is still to come."""
    for each in hearings.of_record(connection, acting.city.slug, case_id):
        if each.state == "scheduled":
            _called_off(connection, acting, each, case_id, reason)


def open_hearing(
    connection: Connection, acting: Acting, hearing_id: UUID, version: int, event: str
) -> tuple[Hearing, Case]:
    """The hearing at the version the caller read, if it and its case allow the event.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    hearing = hearings.find(connection, acting.city.slug, hearing_id)
    if hearing is None:
        raise NotFound
    case = case_of(connection, acting.city.slug, hearing.record_id)
    if hearing.version != version:
        raise StaleVersion
    CASE.after(case.state, f"{event}_hearing")
    HEARING.after(hearing.state, event)
    return hearing, case


def day_of(acting: Acting, hearing: Hearing) -> date:
    """The civil day of a hearing."""
    return hearing.starts_at.astimezone(acting.city.timezone).date()


def last_days_to_serve(matter: About, day: date) -> tuple[tuple[NoticeRule, date | None], ...]:
    """The notices a hearing on that day needs, each with the last day to serve it."""
    return tuple(
        (rule, _last_day_to_serve(matter, rule, day))
        for rule in matter.program.notices(HEARING_NOTICE, matter.law_date)
    )


def _last_day_to_serve(matter: About, rule: NoticeRule, day: date) -> date | None:
    everybody = (Party("1", frozenset(rule.audience)),)
    check = matter.program.notice_check(rule.id, day, everybody, (), matter.law_date, (), matter.facts)
    return check.last_mailing_day


def _require_time_for_notices(matter: About, day: date, today: date) -> None:
    def in_time(candidate: date) -> bool:
        return all(last is None or last >= today for _, last in last_days_to_serve(matter, candidate))

    if in_time(day):
        return
    later = (day + timedelta(days=ahead) for ahead in range(1, FARTHEST_DAYS))
    first = next((each for each in later if in_time(each)), None)
    cites = ", ".join(rule.cite for rule, last in last_days_to_serve(matter, day) if last and last < today)
    raise ImpossibleDate("#/starts_at", f"it cannot be noticed in time ({cites}); {first} is the first day")


def _require_no_holiday(acting: Acting, day: date) -> None:
    holiday = acting.city.calendar.holidays.on(day)
    if holiday is not None:
        says = f"no public business is transacted on {holiday.name} (M.S. 645.44 subd. 5)"
        raise ImpossibleDate("#/starts_at", says)


def _unserved(connection: Connection, acting: Acting, case: Case, day: date) -> Iterable[Gate]:
    matter = about(connection, acting, case)
    told = good_notices(connection, case.city, matter, day)
    for rule, last in last_days_to_serve(matter, day):
        if rule.id not in told:
            by = "" if last is None else f" The last day was {last}."
            yield Gate("notice_missing", f"Not served in time: {rule.says}{by}", (rule.rule,))


def _called_off(
    connection: Connection, acting: Acting, hearing: Hearing, case_id: UUID, reason: str
) -> Hearing:
    saved = _saved(connection, replace(hearing, canceled_on=acting.today, canceled_because=reason))
    details = {"hearing": str(hearing.id), "starts_at": hearing.starts_at.isoformat(), "reason": reason}
    remember(connection, acting, case_id, "hearing.canceled", details)
    return saved


def _saved(connection: Connection, hearing: Hearing) -> Hearing:
    if not hearings.change(connection, hearing):
        raise StaleVersion
    return replace(hearing, version=hearing.version + 1)
