"""A violation from the day it was seen: noted, noticed, corrected, a hearing asked for, taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, UnknownItem, require, require_past
from casework.desk.hearing import call_off_all
from casework.desk.memory import remember
from casework.desk.serving import Issuing, NoticeFile, Serving, notice_of
from casework.storage import obligations
from citycode.happenings import Happening
from citycode.results.clocks import Clock
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from licensing.domain.license import License
from licensing.domain.violation import (
    CORRECTED,
    NOTICE_KIND,
    REQUESTED,
    SERVED,
    VIOLATION,
    Violation,
)
from licensing.storage import licenses, violations
from licensing.usecases.desk import facts_of_license
from licensing.usecases.end_license import restore
from licensing.usecases.records import license_held, license_of
from licensing.usecases.serve_notice import about, issue, serve

QUESTION = "violation"
"""The kind of question under which a city declares what fixes the law date."""


@dataclass(frozen=True, slots=True)
class Noting:
    """What was seen, when, and which rules it breaks."""

    rules: tuple[str, ...]
    description: str
    observed_on: date


@dataclass(frozen=True, slots=True)
class HearingRequest:
    """A request as it came: when it reached the office, and in which form (`written`, `signed`)."""

    received_at: datetime
    form: frozenset[str]


def note(
    connection: Connection,
    acting: Acting,
    license_id: UUID,
    version: int,
    noting: Noting,
    violation_id: UUID,
) -> tuple[License, Violation]:
    """Hold a violation against a license. Raises UnknownItem for rules, ImpossibleDate, as `license_held`."""
    license_ = license_held(connection, acting, license_id, version, "note_violation")
    require_past("#/observed_on", noting.observed_on, acting.today, license_.issued_on)
    known = tuple(each.id for each in acting.city.rules.values() if each.program == license_.program)
    for place, each in enumerate(noting.rules):
        if each not in known:
            raise UnknownItem(f"#/rules/{place}", each, known)
    violation = Violation(
        id=violation_id,
        city=license_.city,
        license_id=license_.id,
        state="observed",
        version=1,
        rules=noting.rules,
        description=noting.description,
        observed_on=noting.observed_on,
        law_date=_law_date(acting, license_, noting.observed_on),
    )
    violations.add(connection, violation)
    saved = licenses.save(connection, license_)
    details = {"violation": str(violation_id), "observed_on": str(noting.observed_on)}
    remember(connection, acting, license_.id, "violation.observed", details, noting.rules)
    return saved, violation


def issue_notice(
    connection: Connection, acting: Acting, violation_id: UUID, version: int, issuing: Issuing
) -> tuple[Violation, NoticeFile]:
    """Issue the notice of a violation. Raises as `serve_notice.issue` and `violation_held`."""
    violation, license_ = violation_held(connection, acting, violation_id, version, "issue_notice")
    matter = about(acting, license_, violation.id, violation.law_date)
    file = issue(connection, acting, license_, matter, (NOTICE_KIND, "revocation_hearing"), issuing)
    return violations.save(connection, violation), file


def serve_notice(
    connection: Connection,
    acting: Acting,
    violation_id: UUID,
    version: int,
    notice_id: UUID,
    serving: Serving,
) -> tuple[Violation, NoticeFile]:
    """Enter service of a notice. Once it counts the violation is noticed and the clocks of the law run.

    Raises NotFound for a notice of another record, and as `serve_notice.serve` and `violation_held`.
    """
    violation, license_ = violation_held(connection, acting, violation_id, version, "serve_notice")
    notice = notice_of(connection, violation.city, notice_id, violation.id)
    matter = about(acting, license_, violation.id, violation.law_date)
    file = serve(connection, acting, matter, notice, serving)
    program, facts = matter.program, matter.facts
    effective = file.standing.effective_on
    kind = program.notice(notice.notice, notice.law_date).kind
    if effective is None or kind != NOTICE_KIND or violation.noticed_on is not None:
        return violations.save(connection, violation), file
    saved = violations.save(
        connection,
        replace(
            violation,
            state=VIOLATION.after(violation.state, "notify"),
            noticed_on=effective,
            notice=notice.notice,
        ),
    )
    for event in SERVED:
        if event in program.events:
            deadlines.start(
                connection, acting.city, program, saved.id, event, effective, facts, saved.law_date
            )
    details = {"violation": str(saved.id), "effective_on": str(effective)}
    remember(connection, acting, license_.id, "violation.noticed", details, saved.rules)
    return saved, file


def find_corrected(
    connection: Connection, acting: Acting, violation_id: UUID, version: int, corrected_on: date
) -> Violation:
    """Enter that it was corrected. After its last day that no longer helps where the law gives no choice.

    Raises GatesUnmet when it was too late, ImpossibleDate, and as `violation_held`.
    """
    before, license_ = violation_held(connection, acting, violation_id, version, "find_corrected")
    require_past("#/corrected_on", corrected_on, acting.today, before.observed_on)
    happened = Happening(CORRECTED, corrected_on)
    late = [each for each in clocks_of(acting, license_, before, (happened,)) if each.standing == "done_late"]
    require(_late(each) for each in late if each.lapse is not None and each.lapse.mandatory)
    saved = violations.save(
        connection,
        replace(
            before,
            state=VIOLATION.after(before.state, "find_corrected"),
            corrected_on=corrected_on,
            ended_on=corrected_on,
        ),
    )
    for each in obligations.of_record(connection, saved.city, saved.id):
        obligations.fulfill(connection, saved.city, saved.id, each.must, corrected_on)
    details = {"violation": str(saved.id), "corrected_on": str(corrected_on)}
    remember(connection, acting, license_.id, CORRECTED, details, saved.rules)
    _undo_lapse(connection, acting, before, license_)
    return saved


def enter_hearing_request(
    connection: Connection, acting: Acting, violation_id: UUID, version: int, asked: HearingRequest
) -> Violation:
    """Enter a request for a hearing. Only one received in time and in the form of the law stops the clock.

    What came in after office hours was received on the next business day. Raises ImpossibleDate, and as
    `violation_held`.
    """
    before, license_ = violation_held(connection, acting, violation_id, version, "enter_hearing_request")
    if asked.received_at > acting.now:
        raise ImpossibleDate("#/received_at", "it has not come yet")
    local = asked.received_at.astimezone(acting.city.timezone)
    received_on = acting.city.calendar.received_on(local).on
    if before.noticed_on is not None and received_on < before.noticed_on:
        raise ImpossibleDate("#/received_at", f"notice was served on {before.noticed_on}")
    happened = Happening(REQUESTED, received_on, form=asked.form)
    clocks = clocks_of(acting, license_, before, (happened,), read_on=max(acting.today, received_on))
    stopped = [each for each in clocks if each.standing == "stopped"]
    because = [line for each in clocks for line in each.standing_because]
    entered = {
        "received_at": asked.received_at.isoformat(),
        "received_on": received_on.isoformat(),
        "form": sorted(asked.form),
        "stops": bool(stopped),
        "because": because,
    }
    event = "stop" if stopped else "enter_hearing_request"
    saved = violations.save(
        connection,
        replace(
            before,
            state=VIOLATION.after(before.state, event),
            hearing_requests=(*before.hearing_requests, entered),
        ),
    )
    rules = tuple(dict.fromkeys(stop.rule for each in clocks for stop in each.stops))
    remember(connection, acting, license_.id, REQUESTED, {"violation": str(saved.id), **entered}, rules)
    if stopped:
        obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "a hearing was asked for")
        _undo_lapse(connection, acting, before, license_)
    return saved


def withdraw(
    connection: Connection, acting: Acting, violation_id: UUID, version: int, reason: str
) -> Violation:
    """Hold it against the license no longer."""
    before, license_ = violation_held(connection, acting, violation_id, version, "withdraw")
    state = VIOLATION.after(before.state, "withdraw")
    after = replace(before, state=state, ended_on=acting.today, ended_because=reason)
    saved = violations.save(connection, after)
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "withdrawn")
    call_off_all(connection, acting, saved.id, license_.id, "The violation was withdrawn.")
    details = {"violation": str(saved.id), "reason": reason}
    remember(connection, acting, license_.id, "violation.withdrawn", details, saved.rules)
    return saved


def clocks_of(
    acting: Acting,
    license_: License,
    violation: Violation,
    happened: tuple[Happening, ...] = (),
    read_on: date | None = None,
) -> tuple[Clock, ...]:
    """The clocks its notice started, as they stand by what happened."""
    if violation.noticed_on is None:
        return ()
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    return tuple(
        clock
        for event in SERVED
        if event in program.events
        for clock in program.clocks(
            event, violation.noticed_on, facts, violation.law_date, happened, read_on or acting.today
        ).clocks
    )


def violation_of(connection: Connection, city: str, violation_id: UUID) -> Violation:
    """A violation of the city. Raises NotFound."""
    found = violations.find(connection, city, violation_id)
    if found is None:
        raise NotFound
    return found


def violation_held(
    connection: Connection, acting: Acting, violation_id: UUID, version: int, event: str
) -> tuple[Violation, License]:
    """The violation at the version the caller read, with its license.

    Raises NotFound, StaleVersion, NotAllowed.
    """
    found = violation_of(connection, acting.city.slug, violation_id)
    if found.version != version:
        raise StaleVersion
    VIOLATION.after(found.state, event)
    return found, license_of(connection, found.city, found.license_id)


def ended_by(violation: Violation) -> str:
    """The reference of an end that a violation brought."""
    return f"violation {violation.id}"


def _undo_lapse(connection: Connection, acting: Acting, before: Violation, license_: License) -> None:
    """What was done in time undoes what followed of its being entered late."""
    if before.state == "lapsed" and license_.ended_by == ended_by(before):
        restore(connection, acting, license_)


def _late(clock: Clock) -> Gate:
    says = f"The last day was {clock.last_day}. {' '.join(clock.standing_because)}"
    return Gate("corrected_late", says, _rules(clock))


def _rules(clock: Clock) -> tuple[str, ...]:
    return (clock.rule,) if clock.lapse is None else (clock.rule, clock.lapse.rule)


def _law_date(acting: Acting, license_: License, observed_on: date) -> date:
    days = {"violation.observed": observed_on, "license.issued": license_.issued_on}
    return days.get(acting.city.law_date_rule(QUESTION).event, observed_on)
