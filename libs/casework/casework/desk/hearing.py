"""Hearings on a record: set in time for their notices, called off, held. The same for every service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from citycode.facts import Facts
from citycode.program import Program
from citycode.results.notices import NoticeRule, Party
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.hearings import Hearing
from casework.lifecycle import Lifecycle
from casework.storage import hearings

HEARING = Lifecycle(
    "hearing",
    {
        "scheduled": {"serve_notice": "scheduled", "hold": "held", "cancel": "canceled", "move": "canceled"},
        "held": {},
        "canceled": {},
    },
)

SCHEDULE = "schedule_hearing"
SCHEDULED, HELD = "hearing.scheduled", "hearing.held"
FARTHEST_DAYS = 366

KINDS = {"approve": "hearing", "revoke": "revocation_hearing", "order_abatement": "hearing"}
"""The notice kind of the law, by the decision the hearing comes before."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What is heard: a record, in whose history it stands (`remembered_by`), before which `decision`.

    `told_under` is the day whose law says who is told of the hearing.
    """

    record_id: UUID
    remembered_by: UUID
    program: Program
    facts: Facts
    law_date: date
    told_under: date
    decision: str

    @property
    def kind(self) -> str:
        """The notice kind of the hearing."""
        return KINDS[self.decision]


@dataclass(frozen=True, slots=True)
class Setting:
    """When and where a hearing is to be; `necessity` says why it must be on a legal holiday."""

    starts_at: datetime
    place: str
    necessity: str | None = None


@dataclass(frozen=True, slots=True)
class Holding:
    """That it was held on a day, and what is remembered of it beside."""

    held_on: date
    beside: Mapping[str, Any] = field(default_factory=dict)


def set_down(
    connection: Connection, acting: Acting, heard: Heard, hearing_id: UUID, setting: Setting
) -> Hearing:
    """Set a hearing before the body that decides; the duty to set one is met, its own clocks start.

    Raises ImpossibleDate for a day that is past, a holiday without necessity, or too near for its notices
    (naming the first day that would do), and UnknownElement where the law knows no such decision.
    """
    if setting.starts_at <= acting.now:
        raise ImpossibleDate("#/starts_at", "it must lie ahead")
    day = day_at(acting, setting.starts_at)
    _require_no_holiday(acting, day, setting.necessity)
    _require_time_for_notices(acting, heard, day)
    rule = heard.program.decision(heard.decision, heard.law_date, heard.facts)
    hearing = Hearing(
        id=hearing_id,
        city=acting.city.slug,
        record_id=heard.record_id,
        body=rule.office,
        kind=heard.kind,
        starts_at=setting.starts_at,
        place=setting.place,
        scheduled_on=acting.today,
    )
    hearings.schedule(connection, hearing)
    law = (heard.facts, heard.law_date)
    deadlines.meet(connection, acting.city, heard.program, heard.record_id, SCHEDULE, acting.today, *law)
    deadlines.start(connection, acting.city, heard.program, heard.record_id, SCHEDULED, acting.today, *law)
    details = {"hearing": str(hearing_id), "starts_at": setting.starts_at.isoformat(), "body": rule.office}
    if setting.necessity is not None:
        details["necessity"] = setting.necessity
    remember(connection, acting, heard.remembered_by, SCHEDULED, details, (rule.rule,))
    return hearing


def hold(
    connection: Connection,
    acting: Acting,
    heard: Heard,
    hearing: Hearing,
    holding: Holding,
    gates: Iterable[Gate],
) -> Hearing:
    """Record that it took place on the day it was set for.

    Raises ImpossibleDate for another day and before its hour, GatesUnmet, StaleVersion.
    """
    require_past("#/held_on", holding.held_on, acting.today)
    announced = day_at(acting, hearing.starts_at)
    if holding.held_on != announced:
        raise ImpossibleDate("#/held_on", f"the hearing was announced for {announced}")
    if acting.now < hearing.starts_at:
        begins = hearing.starts_at.astimezone(acting.city.timezone)
        raise ImpossibleDate("#/held_on", f"the hearing begins on {begins:%Y-%m-%d at %H:%M}")
    require(gates)
    saved = saved_hearing(connection, replace(hearing, held_on=holding.held_on))
    deadlines.start(
        connection,
        acting.city,
        heard.program,
        heard.record_id,
        HELD,
        holding.held_on,
        heard.facts,
        heard.law_date,
    )
    details = {"hearing": str(hearing.id), "held_on": str(holding.held_on), **holding.beside}
    remember(connection, acting, heard.remembered_by, HELD, details)
    return saved


def call_off(
    connection: Connection, acting: Acting, hearing: Hearing, remembered_by: UUID, reason: str
) -> Hearing:
    """Write that a hearing will not take place."""
    gone = replace(hearing, canceled_on=acting.today, canceled_because=reason)
    saved = saved_hearing(connection, gone)
    details = {"hearing": str(hearing.id), "starts_at": hearing.starts_at.isoformat(), "reason": reason}
    remember(connection, acting, remembered_by, "hearing.canceled", details)
    return saved


def call_off_all(
    connection: Connection, acting: Acting, record_id: UUID, remembered_by: UUID, reason: str
) -> None:
    """Call off every hearing of a record that is still to come."""
    for each in hearings.of_record(connection, acting.city.slug, record_id):
        if each.state == "scheduled":
            call_off(connection, acting, each, remembered_by, reason)


def hearing_of(connection: Connection, city: str, hearing_id: UUID) -> Hearing:
    """A hearing of the city. Raises NotFound."""
    found = hearings.find(connection, city, hearing_id)
    if found is None:
        raise NotFound
    return found


def require_open(
    hearing: Hearing, version: int, lifecycle: Lifecycle, state: str, event: str, of: str
) -> None:
    """That the hearing is at the version the caller read, and it (`event`) and its record (`of`) allow it.

    Raises StaleVersion, NotAllowed.
    """
    if hearing.version != version:
        raise StaleVersion
    lifecycle.after(state, of)
    HEARING.after(hearing.state, event)


def saved_hearing(connection: Connection, hearing: Hearing) -> Hearing:
    """Write it over the version it was read at. Raises StaleVersion."""
    if not hearings.change(connection, hearing):
        raise StaleVersion
    return replace(hearing, version=hearing.version + 1)


def day_at(acting: Acting, instant: datetime) -> date:
    """The civil day of an instant in the city."""
    return instant.astimezone(acting.city.timezone).date()


def last_days_to_serve(heard: Heard, day: date) -> tuple[tuple[NoticeRule, date | None], ...]:
    """The notices a hearing on that day needs, each with the last day to serve it."""
    rules = heard.program.notices(heard.kind, heard.told_under)
    return tuple((rule, _last_day_to_serve(heard, rule, day)) for rule in rules)


def _last_day_to_serve(heard: Heard, rule: NoticeRule, day: date) -> date | None:
    everybody = (Party("1", frozenset(rule.audience)),)
    check = heard.program.notice_check(rule.id, day, everybody, (), heard.told_under, (), heard.facts)
    return check.last_mailing_day


def _require_time_for_notices(acting: Acting, heard: Heard, day: date) -> None:
    def in_time(candidate: date) -> bool:
        lasts = last_days_to_serve(heard, candidate)
        return all(last is None or last >= acting.today for _, last in lasts)

    if in_time(day):
        return
    later = (day + timedelta(days=ahead) for ahead in range(1, FARTHEST_DAYS))
    free = (each for each in later if acting.city.calendar.holiday(each) is None)
    first = next((each for each in free if in_time(each)), None)
    lasts = last_days_to_serve(heard, day)
    cites = ", ".join(rule.cite for rule, last in lasts if last and last < acting.today)
    says = f"its notices can no longer be served in time ({cites}): the first day is {first}"
    raise ImpossibleDate("#/starts_at", says)


def _require_no_holiday(acting: Acting, day: date, necessity: str | None) -> None:
    holiday = acting.city.calendar.holiday(day)
    if holiday is not None and necessity is None:
        raise ImpossibleDate(
            "#/starts_at",
            f"{day} is a legal holiday ({holiday}, {holiday.cite}), on which no public business is done "
            "unless necessary: record the necessity, or take another day",
        )
