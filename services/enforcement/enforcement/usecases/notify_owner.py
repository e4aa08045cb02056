"""Notices to the owner of the place, at the address of the county's tax record; the day for correction."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.deadlines import obligation_of
from casework.desk.gates import Gate, ImpossibleDate, require
from casework.desk.hearing import day_at
from casework.desk.memory import actor_of, remember
from casework.desk.serving import (
    Issuing,
    NoticeFile,
    Serving,
    file_of,
    issue,
    notice_of,
    rule_of,
    serve,
)
from casework.notices import Addressee
from casework.orders import Extension, Order, within
from casework.storage import hearings, notices, obligations, orders, violations
from citycode.program import Program
from citycode.results.clocks import Clock
from citycode.results.notices import NoticeRule
from servicekit.identifiers import next_record_number, uuid7
from servicekit.problems import NotFound, StaleVersion
from sqlalchemy import Connection

from enforcement.domain.case import (
    CASE,
    CORRECT,
    DATED,
    HEARING_NOTICE,
    SERVED,
    VIOLATION_NOTICE,
    Case,
    CaseParty,
)
from enforcement.storage import cases
from enforcement.usecases.announce import announce
from enforcement.usecases.records import about, case_of, held

TAX_RECORD = "county_tax_record"
KINDS = (VIOLATION_NOTICE, HEARING_NOTICE)


@dataclass(frozen=True, slots=True)
class MoreTime:
    """A later day for correction, and why."""

    comply_by: date
    because: str


def issue_notice(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    issuing: Issuing,
    comply_by: date | None,
) -> tuple[Case, NoticeFile]:
    """Issue a notice of the law to the owner; one of violations sets the day for correction.

    Raises TooLong past the last day the law allows, GatesUnmet, ImpossibleDate, UnknownItem, Forbidden, and
    as `held`.
    """
    before = held(connection, acting, case_id, version, "issue_notice")
    matter = about(connection, acting, before)
    rule = rule_of(matter, KINDS, issuing.notice)
    parties = cases.parties_of(connection, before.city, before.id)
    require(_owner_gates(before, parties, rule))
    if rule.kind == HEARING_NOTICE:
        issuing = replace(issuing, before=_hearing_day(connection, acting, before, rule))
    else:
        require(_violation_gates(connection, before, rule))
        if before.noticed_on is None:
            before = _day_set(connection, acting, before, matter.program, rule, comply_by)
            matter = about(connection, acting, before)
    file = issue(
        connection, acting, matter, rule, issuing, lambda each: _addressed(parties, each, before.pin)
    )
    return cases.save(connection, before), file


def serve_notice(
    connection: Connection, acting: Acting, case_id: UUID, version: int, notice_id: UUID, serving: Serving
) -> tuple[Case, NoticeFile]:
    """Enter service of a notice. Once that of violations counts, the case is noticed. Raises as `serve`."""
    before = held(connection, acting, case_id, version, "serve_notice")
    notice = notice_of(connection, before.city, notice_id, before.id)
    matter = about(connection, acting, before)
    file = serve(connection, acting, matter, notice, serving)
    effective = file.standing.effective_on if file.standing.good else None
    kind = matter.program.notice(notice.notice, notice.law_date).kind
    if effective is None or kind != VIOLATION_NOTICE or before.noticed_on is not None:
        return cases.save(connection, before), file
    state = CASE.after(before.state, "notify") if before.state == "opened" else before.state
    saved = cases.save(connection, replace(before, state=state, noticed_on=effective))
    for each in orders.of_record(connection, saved.city, saved.id):
        if each.state == "signed":
            orders.change(connection, replace(each, state="served", served_on=effective, notice_id=notice.id))
    if SERVED in matter.program.clock_events(matter.law_date):
        deadlines.start(
            connection,
            acting.city,
            matter.program,
            saved.id,
            SERVED,
            effective,
            matter.facts,
            matter.law_date,
        )
    rule = matter.program.notice(notice.notice, notice.law_date).rule
    remember(connection, acting, saved.id, "case.noticed", {"effective_on": str(effective)}, (rule,))
    announce(connection, acting, "case.noticed", saved, effective, (rule,))
    return saved, file


def extend(connection: Connection, acting: Acting, case_id: UUID, version: int, more: MoreTime) -> Case:
    """Give more time within what the law allows. Raises TooLong, NoExtension, NotFound, and as `held`."""
    before = held(connection, acting, case_id, version, "extend")
    order = next(
        (each for each in orders.of_record(connection, before.city, before.id) if each.comply_by), None
    )
    if order is None or before.notice_dated_on is None:
        raise NotFound
    program = acting.city.program(before.program)
    clock = _longest(connection, acting, before, program, before.notice_dated_on)
    rule = order.document or ""
    if clock is not None:
        last = clock.last_day if clock.extension is None else clock.extension.last_day
        rule = clock.rule if clock.extension is None else clock.extension.rule
        within(more.comply_by, last, rule)
        given = orders.extensions_of(connection, before.city, order.id)
        if clock.extension is not None and len(given) >= clock.extension.times:
            says = f"It was extended {len(given)} times already. {clock.extension.sentence}"
            require([Gate("extended_before", says, (rule,))])
    extension = Extension(
        id=uuid7(),
        city=before.city,
        order_id=order.id,
        granted_on=acting.today,
        granted_by=actor_of(connection, acting, before.id),
        comply_by_before=before.comply_by or more.comply_by,
        comply_by=more.comply_by,
        because=more.because,
        rule=rule or None,
    )
    if orders.extend(connection, order, extension) is None:
        raise StaleVersion
    saved = cases.save(connection, replace(before, comply_by=more.comply_by))
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "more time", must=CORRECT)
    if clock is not None:
        _owe(connection, acting, saved, clock)
    details = {"comply_by": str(more.comply_by), "before": str(before.comply_by), "because": more.because}
    remember(connection, acting, saved.id, "time.extended", details, (rule,) if rule else ())
    return saved


def files_of(connection: Connection, acting: Acting, case_id: UUID) -> list[NoticeFile]:
    """The notices of a case as they stand."""
    case = case_of(connection, acting.city.slug, case_id)
    matter = about(connection, acting, case)
    return [file_of(connection, matter, each) for each in notices.of_record(connection, case.city, case.id)]


def _owner_gates(case: Case, parties: tuple[CaseParty, ...], rule: NoticeRule) -> Iterable[Gate]:
    if not case.owner_known:
        says = "Who owns the parcel is not known, or it changed hands: ask the county's record first."
        yield Gate("owner_unknown", says, (rule.rule,))
    elif any(each.withheld for each in parties):
        says = (
            "The county's record withholds the owner (M.S. 5B): mail to the state's address confidentiality "
            "program, P.O. box of the participant, and record it on paper."
        )
        yield Gate("owner_withheld", says, (rule.rule,))
    elif not _addressed(parties, rule, case.pin):
        yield Gate("owner_unknown", "The county's record names no owner of the parcel.", (rule.rule,))


def _violation_gates(connection: Connection, case: Case, rule: NoticeRule) -> Iterable[Gate]:
    found = violations.of_record(connection, case.city, case.id)
    if not any(each.open for each in found):
        yield Gate("no_violation", "No inspection has found a rule that is not met.", (rule.rule,))


def _addressed(parties: tuple[CaseParty, ...], rule: NoticeRule, pin: str | None) -> tuple[Addressee, ...]:
    audience = frozenset(rule.audience)
    named = [each for each in parties if not audience or each.kind in audience]
    return tuple(
        Addressee(
            id=str(place),
            kinds=frozenset({each.kind}),
            name=each.name,
            address=each.mailing_address,
            address_source=TAX_RECORD,
            address_vintage=each.vintage,
            pins=() if pin is None else (pin,),
        )
        for place, each in enumerate(named, start=1)
    )


def _hearing_day(connection: Connection, acting: Acting, case: Case, rule: NoticeRule) -> date:
    coming = [
        each for each in hearings.of_record(connection, case.city, case.id) if each.state == "scheduled"
    ]
    if not coming:
        require([Gate("hearing_missing", "No hearing is set that it could announce.", (rule.rule,))])
    return day_at(acting, coming[0].starts_at)


def _day_set(
    connection: Connection,
    acting: Acting,
    case: Case,
    program: Program,
    rule: NoticeRule,
    comply_by: date | None,
) -> Case:
    """The correction order of the notice: dated today, to be obeyed by a day the law allows."""
    if comply_by is None:
        raise ImpossibleDate("#/comply_by", "say by which day it must be corrected")
    if comply_by < acting.today:
        raise ImpossibleDate("#/comply_by", f"it cannot be earlier than {acting.today}")
    clock = _longest(connection, acting, case, program, acting.today)
    if clock is not None:
        within(comply_by, clock.last_day, clock.rule)
    for each in orders.of_record(connection, case.city, case.id):
        if each.in_force():  # a notice issued anew takes the place of one never served
            orders.change(
                connection,
                replace(each, state="withdrawn", ended_on=acting.today, ended_because="issued anew"),
            )
    obligations.cancel_undone(connection, case.city, case.id, acting.today, "issued anew", must=CORRECT)
    open_ones = [each for each in violations.of_record(connection, case.city, case.id) if each.open]
    order = Order(
        id=uuid7(),
        city=case.city,
        record_id=case.id,
        number=next_record_number(connection, acting.city.prefix, orders.ORDERS, acting.now.year),
        kind="correction",
        state="signed",
        office=acting.any_office() or "",
        says=f"Correct by {comply_by}: {', '.join(each.rule for each in open_ones)}",
        rules=tuple(each.rule for each in open_ones),
        drafted_on=acting.today,
        document=rule.rule,
        violations=tuple(each.id for each in open_ones),
        signed_on=acting.today,
        signed_by=actor_of(connection, acting, case.id),
        law_date=case.law_date,
        comply_by=comply_by,
    )
    orders.draft(connection, order)
    dated = replace(case, notice_dated_on=acting.today, comply_by=comply_by)
    if clock is not None:
        _owe(connection, acting, dated, clock)
    details = {"order": order.number, "comply_by": str(comply_by)}
    remember(connection, acting, case.id, "order.signed", details, order.rules)
    return dated


def _longest(
    connection: Connection, acting: Acting, case: Case, program: Program, dated_on: date
) -> Clock | None:
    """The clock that says how long the office may give; None where the law sets no most."""
    if DATED not in program.events:
        return None
    facts = about(connection, acting, case).facts
    for clock in program.clocks(DATED, dated_on, facts, case.law_date).clocks:
        if clock.must == CORRECT and clock.last_day is not None:
            return clock
    return None


def _owe(connection: Connection, acting: Acting, case: Case, clock: Clock) -> None:
    owed = replace(obligation_of(acting.city, case.id, DATED, clock), due_on=case.comply_by)
    obligations.open_obligation(connection, owed)
