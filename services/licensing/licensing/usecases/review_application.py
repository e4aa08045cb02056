"""What staff do before a decision: submittals, completeness, judgments, the recommendation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.charging import Billed, fee_gates
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.storage import obligations
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.requirements import Submittal
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.storage import applications
from licensing.usecases.desk import law_date_fixed_by, law_date_of
from licensing.usecases.records import held
from licensing.usecases.told import known_of

COMPLETED = "application.completed"


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
    program = acting.city.program(before.program)
    facts = known_of(connection, acting, program, before)
    known = tuple(each.id for each in _submittals(program, law_date_of(before, acting.today), facts))
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
    """Send it back, naming what is missing."""
    before = held(connection, acting, application_id, version, "declare_incomplete")
    after = replace(
        before, state=APPLICATION.after(before.state, "declare_incomplete"), incomplete_because=missing
    )
    saved = applications.save(connection, after)
    remember(connection, acting, saved.id, "application.incomplete", {"missing": list(missing)})
    return saved


def declare_complete(
    connection: Connection, acting: Acting, application_id: UUID, version: int
) -> Application:
    """Find it complete as of the day it was received; the clocks of the law start there.

    Raises GatesUnmet when submittals are missing or a fee is not paid, and as `held`.
    """
    before = held(connection, acting, application_id, version, "declare_complete")
    program = acting.city.program(before.program)
    facts = known_of(connection, acting, program, before)
    today = acting.today
    law_date = law_date_of(before, today)
    require(
        (
            *_submittals_missing(program, law_date, facts, before),
            *fee_gates(connection, before.city, Billed(program, before.id, facts, law_date), COMPLETED),
        )
    )
    completed_on = before.received_on or today
    fixed = law_date_fixed_by(acting.city, "application", COMPLETED)
    after = replace(
        before,
        state=APPLICATION.after(before.state, "declare_complete"),
        completed_on=completed_on,
        law_date=completed_on if fixed else before.law_date,
    )
    saved = applications.save(connection, after)
    law_date = law_date_of(saved, today)
    deadlines.start(connection, acting.city, program, saved.id, COMPLETED, completed_on, facts, law_date)
    details = {"completed_on": str(completed_on), "law_date": str(law_date)}
    remember(connection, acting, saved.id, COMPLETED, details)
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
    """Answer a question the law leaves to an office; those of the deciding body are answered as it decides.

    Raises UnknownItem, Forbidden for another office, and as `held`.
    """
    before = held(connection, acting, application_id, version, "answer_judgment")
    program = acting.city.program(before.program)
    facts = known_of(connection, acting, program, before)
    asked = {each.id: each for each in program.judgments(law_date_of(before, acting.today), facts)}
    if judgment not in asked:
        raise UnknownItem("#/judgment", judgment, tuple(asked))
    office = acting.office_for(asked[judgment].office or "")
    kept = judged(answer, reason, office, acting)
    saved = applications.save(connection, replace(before, judgments={**before.judgments, judgment: kept}))
    details = {"judgment": judgment, "answer": answer, "reason": reason, "office": office}
    remember(connection, acting, saved.id, "judgment.answered", details, (judgment.partition(".")[0],))
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
    application_id: UUID,
    version: int,
    in_favor: bool,
    reasons: tuple[str, ...],
) -> Application:
    """Enter the recommendation that must come before the decision.

    Raises UnknownItem where the law asks none, Forbidden for another office, and as `held`.
    """
    before = held(connection, acting, application_id, version, "recommend")
    program = acting.city.program(before.program)
    facts = known_of(connection, acting, program, before)
    demanded = program.decision("approve", law_date_of(before, acting.today), facts).recommendation
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


def _submittals(program: Program, law_date: date, facts: Facts) -> tuple[Submittal, ...]:
    return tuple(each for each in program.submittals(law_date, facts) if each.applies is not False)


def _submittals_missing(
    program: Program, law_date: date, facts: Facts, application: Application
) -> Iterable[Gate]:
    for each in _submittals(program, law_date, facts):
        if each.id not in application.submittals:
            yield Gate("submittal_missing", f"Not received yet: {each.label}.", (each.id,))
