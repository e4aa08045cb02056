"""What staff do before a decision: completeness, review, submittals, judgments, the recommendation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from citycode.facts import Facts
from citycode.results.requirements import Submittal
from sqlalchemy import Connection

from casework.applications import (
    COMPLETED,
    Application,
    completed_by,
    law_date_fixed_by,
    law_date_of,
    opened_on,
)
from casework.desk import deadlines, time_to_tell
from casework.desk.acting import Acting
from casework.desk.docket import A, Docket, program_of
from casework.desk.filing import handed_in
from casework.desk.gates import Gate, ImpossibleDate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.storage import obligations
from casework.time_to_decide import DECIDE


def receive_submittal(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    application_id: UUID,
    version: int,
    submittal: str,
    received: Mapping[str, Any],
    received_on: date,
) -> A:
    """Tick off one thing an application must contain. Raises UnknownItem, ImpossibleDate and as `held`."""
    before = docket.held(connection, acting, application_id, version, "receive_submittal")
    require_past("#/received_on", received_on, acting.today)
    opened = opened_on(acting.city, before)
    if received_on < opened:
        raise ImpossibleDate("#/received_on", f"the application was opened on {opened}")
    known = tuple(
        each.id for each in submittals_asked(acting, before, docket.facts_of(connection, acting, before))
    )
    if submittal not in known:
        raise UnknownItem("#/submittal", submittal, known)
    entered = {**received, "received_on": received_on.isoformat()}
    kept = {**entered, "by": acting.actor}
    saved = docket.save(connection, replace(before, submittals={**before.submittals, submittal: kept}))
    details = {"submittal": submittal, **entered}
    remember(connection, acting, saved.id, "submittal.received", details, (submittal,))
    return saved


def declare_incomplete(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    application_id: UUID,
    version: int,
    missing: tuple[str, ...],
) -> A:
    """Send it back, naming what is missing; told too late, the time to decide has begun with its receipt."""
    before = docket.held(connection, acting, application_id, version, "declare_incomplete")
    facts = docket.facts_of(connection, acting, before)
    time_to_tell.begin_where_told_late(connection, acting, before, facts)
    time_to_tell.told(connection, acting, before)
    state = docket.lifecycle.after(before.state, "declare_incomplete")
    saved = docket.save(connection, replace(before, state=state, incomplete_because=missing))
    remember(connection, acting, saved.id, "application.incomplete", {"missing": list(missing)})
    return saved


def declare_complete(
    connection: Connection, acting: Acting, docket: Docket[A], application_id: UUID, version: int
) -> A:
    """Find it complete as of the day the last of it was received; the clocks of the law start there.

    A submittal that was sent as a document of its kind is received as one that was ticked off.

    Raises GatesUnmet when submittals are missing, a fee is not paid or the service has another reason, and
    as `held`.
    """
    found = docket.held(connection, acting, application_id, version, "declare_complete")
    papers = handed_in(connection, acting, found.id)
    before = replace(found, submittals={**papers, **found.submittals})
    facts = docket.facts_of(connection, acting, before)
    demanded = submittals_asked(acting, before, facts)
    gates = [
        Gate("submittal_missing", f"Not received yet: {each.label}.", (each.id,))
        for each in demanded
        if each.id not in before.submittals
    ]
    require((*gates, *docket.before_completion(connection, acting, before, facts)))
    completed_on = completed_by(before, (each.id for each in demanded), acting.today)
    fixed = law_date_fixed_by(acting.city, "application", COMPLETED)
    after = replace(
        before,
        state=docket.lifecycle.after(before.state, "declare_complete"),
        completed_on=completed_on,
        law_date=completed_on if fixed else before.law_date,
    )
    saved = docket.save(connection, after)
    law_date = law_date_of(saved, acting.today)
    program = program_of(acting, saved)
    time_to_tell.begin_where_told_late(connection, acting, saved, facts)
    running = time_to_tell.is_running(connection, saved)
    deadlines.start(
        connection,
        acting.city,
        program,
        saved.id,
        COMPLETED,
        completed_on,
        facts,
        law_date,
        lambda clock: clock.must != DECIDE or not running,
    )
    time_to_tell.told(connection, acting, saved)
    details = {"completed_on": str(completed_on), "law_date": str(law_date)}
    remember(connection, acting, saved.id, COMPLETED, details)
    docket.completed(connection, acting, saved)
    return saved


def start_review(
    connection: Connection, acting: Acting, docket: Docket[A], application_id: UUID, version: int
) -> A:
    """Take it up."""
    before = docket.held(connection, acting, application_id, version, "start_review")
    state = docket.lifecycle.after(before.state, "start_review")
    saved = docket.save(connection, replace(before, state=state))
    remember(connection, acting, saved.id, "review.started")
    return saved


def answer_judgment(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    application_id: UUID,
    version: int,
    judgment: str,
    answer: bool,
    reason: str,
) -> A:
    """Answer a question the law leaves to an office; those of a deciding body may be answered as it decides.

    Raises UnknownItem, Forbidden for another office, and as `held`.
    """
    before = docket.held(connection, acting, application_id, version, "answer_judgment")
    facts = docket.facts_of(connection, acting, before)
    law_date = law_date_of(before, acting.today)
    asked = {each.id: each for each in program_of(acting, before).judgments(law_date, facts)}
    if judgment not in asked:
        raise UnknownItem("#/judgment", judgment, tuple(asked))
    office = acting.office_for(asked[judgment].office or "")
    kept = judged(answer, reason, office, acting)
    saved = docket.save(connection, replace(before, judgments={**before.judgments, judgment: kept}))
    details = {name: value for name, value in kept.items() if name != "by"}
    remember(
        connection,
        acting,
        saved.id,
        "judgment.answered",
        {"judgment": judgment, **details},
        (judgment.partition(".")[0],),
    )
    return saved


def judged(answer: bool, reason: str, office: str, acting: Acting) -> dict[str, Any]:
    """An answer as it is kept."""
    return {
        "answer": answer,
        "reason": reason,
        "office": office,
        "on": acting.today.isoformat(),
        "by": acting.actor,
    }


def recommend(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    application_id: UUID,
    version: int,
    in_favor: bool,
    reasons: tuple[str, ...],
) -> A:
    """Enter the recommendation that must come before the decision.

    Raises UnknownItem where the law asks none, Forbidden for another office, and as `held`.
    """
    before = docket.held(connection, acting, application_id, version, "recommend")
    facts = docket.facts_of(connection, acting, before)
    rule = program_of(acting, before).decision("approve", law_date_of(before, acting.today), facts)
    demanded = rule.recommendation
    if demanded is None:
        raise UnknownItem("#/in_favor", "a recommendation", ())
    given = {
        "in_favor": in_favor,
        "reasons": list(reasons),
        "office": acting.office_for(demanded.by),
        "on": acting.today.isoformat(),
    }
    saved = docket.save(connection, replace(before, recommendation={**given, "by": acting.actor}))
    remember(connection, acting, saved.id, "recommendation.made", given, (demanded.rule,))
    obligations.fulfill(connection, saved.city, saved.id, "recommend", acting.today)
    return saved


def submittals_asked(acting: Acting, application: Application, facts: Facts) -> tuple[Submittal, ...]:
    """What an application must contain by the law of its day; what cannot be told yet counts."""
    law_date = law_date_of(application, acting.today)
    asked = program_of(acting, application).submittals(law_date, facts)
    return tuple(each for each in asked if each.applies is not False)


def kinds_of_papers(
    connection: Connection, acting: Acting, docket: Docket[A], application: A
) -> tuple[str, ...]:
    """As what documents of an application may come in: every submittal of the law of its day."""
    facts = docket.facts_of(connection, acting, application)
    asked = program_of(acting, application).submittals(law_date_of(application, acting.today), facts)
    return tuple(each.id for each in asked)
