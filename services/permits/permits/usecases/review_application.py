"""What staff do before a decision: completeness, review, submittals, judgments, the recommendation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.storage import obligations
from casework.time_to_decide import DECIDE
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application, completed_by
from permits.domain.gates import permit_needed
from permits.domain.standing_check import papers_lacking, standing_check
from permits.storage import applications
from permits.usecases.charge_fees import assess, fee_gates
from permits.usecases.desk import facts_of, law_date_fixed_by, law_date_of, program_of
from permits.usecases.land_law import opened_on
from permits.usecases.records import held
from permits.usecases.time_to_decide import begin_where_told_late, is_running, told


def receive_submittal(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    submittal: str,
    received: Mapping[str, Any],
    received_on: date,
) -> Application:
    """Tick off one thing an application must contain. Raises UnknownItem, ImpossibleDate and as `held`."""
    before = held(connection, acting, application_id, version, "receive_submittal")
    require_past("#/received_on", received_on, acting.today)
    opened = opened_on(acting.city, before)
    if received_on < opened:
        raise ImpossibleDate("#/received_on", f"the application was opened on {opened}")
    known = _submittals(acting, before)
    if submittal not in known:
        raise UnknownItem("#/submittal", submittal, known)
    entered = {**received, "received_on": received_on.isoformat()}
    kept = {**entered, "by": acting.actor}
    saved = applications.save(connection, replace(before, submittals={**before.submittals, submittal: kept}))
    details = {"submittal": submittal, **entered}
    remember(connection, acting, saved.id, "submittal.received", details, (submittal,))
    return saved


def declare_incomplete(
    connection: Connection, acting: Acting, application_id: UUID, version: int, missing: tuple[str, ...]
) -> Application:
    """Send it back, naming what is missing; told too late, the time to decide has begun with its receipt."""
    before = held(connection, acting, application_id, version, "declare_incomplete")
    begin_where_told_late(connection, acting, before)
    told(connection, acting, before)
    after = replace(
        before, state=APPLICATION.after(before.state, "declare_incomplete"), incomplete_because=missing
    )
    saved = applications.save(connection, after)
    remember(connection, acting, saved.id, "application.incomplete", {"missing": list(missing)})
    return saved


def declare_complete(
    connection: Connection, acting: Acting, application_id: UUID, version: int
) -> Application:
    """Find it complete as of the day the last of it was received; the clocks of the law start there.

    Raises GatesUnmet when submittals are missing, no permit is needed or a fee is not paid, and as `held`.
    """
    before = held(connection, acting, application_id, version, "declare_complete")
    program = program_of(acting.city, before)
    demanded = _submittals(acting, before)
    gates = [
        Gate("submittal_missing", f"Not received yet: {_label(acting, before, each)}.", (each,))
        for each in demanded
        if each not in before.submittals
    ]
    today_law = law_date_of(before, acting.today)
    gates += permit_needed(program.requirement(facts_of(program, before), today_law))
    gates += papers_lacking(program, standing_check(program, before, facts_of(program, before), today_law))
    gates += fee_gates(connection, acting, before, "application.completed")
    require(gates)
    completed_on = completed_by(before, demanded, acting.today)
    fixed = law_date_fixed_by(acting.city, "application", "application.completed")
    after = replace(
        before,
        state=APPLICATION.after(before.state, "declare_complete"),
        completed_on=completed_on,
        law_date=completed_on if fixed else before.law_date,
    )
    saved = applications.save(connection, after)
    law_date = law_date_of(saved, acting.today)
    facts = facts_of(program, saved)
    event = "application.completed"
    begin_where_told_late(connection, acting, saved)
    running = is_running(connection, saved)
    deadlines.start(
        connection,
        acting.city,
        program,
        saved.id,
        event,
        completed_on,
        facts,
        law_date,
        lambda clock: clock.must != DECIDE or not running,
    )
    told(connection, acting, saved)
    remember(
        connection,
        acting,
        saved.id,
        event,
        {"completed_on": str(completed_on), "law_date": str(law_date)},
    )
    assess(connection, acting, saved, f"completed {saved.submission}")
    return saved


def start_review(connection: Connection, acting: Acting, application_id: UUID, version: int) -> Application:
    """Take it up."""
    before = held(connection, acting, application_id, version, "start_review")
    saved = applications.save(
        connection, replace(before, state=APPLICATION.after(before.state, "start_review"))
    )
    remember(connection, acting, saved.id, "review.started")
    return saved


def answer_judgment(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    judgment: str,
    answer: bool,
    reason: str,
) -> Application:
    """Answer a question the law leaves to an office.

    Raises UnknownItem, Forbidden for another office, and as `held`.
    """
    before = held(connection, acting, application_id, version, "answer_judgment")
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    asked = {each.id: each for each in program.judgments(law_date, facts_of(program, before))}
    if judgment not in asked:
        raise UnknownItem("#/judgment", judgment, tuple(asked))
    office = acting.office_for(asked[judgment].office or "")
    given = {"answer": answer, "reason": reason, "office": office, "on": acting.today.isoformat()}
    kept = {**given, "by": acting.actor}
    saved = applications.save(connection, replace(before, judgments={**before.judgments, judgment: kept}))
    remember(connection, acting, saved.id, "judgment.answered", {"judgment": judgment, **given}, (judgment,))
    return saved


def recommend(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    in_favor: bool,
    reasons: tuple[str, ...],
) -> Application:
    """Enter the recommendation that must come before the decision.

    Raises Forbidden for another office, and as `held`.
    """
    before = held(connection, acting, application_id, version, "recommend")
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    demanded = program.decision("approve", law_date, facts_of(program, before)).recommendation
    if demanded is None:
        raise UnknownItem("#/in_favor", "a recommendation", ())
    office = acting.office_for(demanded.by)
    given = {
        "in_favor": in_favor,
        "reasons": list(reasons),
        "office": office,
        "on": acting.today.isoformat(),
    }
    saved = applications.save(connection, replace(before, recommendation={**given, "by": acting.actor}))
    remember(connection, acting, saved.id, "recommendation.made", given, (demanded.rule,))
    obligations.fulfill(connection, saved.city, saved.id, "recommend", acting.today)
    return saved


def _submittals(acting: Acting, application: Application) -> tuple[str, ...]:
    program = program_of(acting.city, application)
    law_date = law_date_of(application, acting.today)
    facts = facts_of(program, application)
    return tuple(each.id for each in program.submittals(law_date, facts) if each.applies is not False)


def _label(acting: Acting, application: Application, submittal: str) -> str:
    program = program_of(acting.city, application)
    law_date = law_date_of(application, acting.today)
    return next(each.label for each in program.submittals(law_date) if each.id == submittal)
