"""The time to decide: extended, run out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from uuid import UUID

from casework.decision_receipt import Rested, receipt
from casework.decisions import Decision
from casework.desk.acting import Acting
from casework.desk.gates import Gate, GatesUnmet, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.obligations import Obligation
from casework.storage import decisions, history, obligations
from casework.time_to_decide import BY_LAW, consequence, running
from citycode.results.clocks import Extension
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.storage import applications
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import held

EXTENDED, APPROVED = "time.extended", "decision.by_law"


@dataclass(frozen=True, slots=True)
class Extending:
    """To which day the time is extended, why, when that was sent, and by what the applicant approved it."""

    until: date
    reasons: tuple[str, ...]
    sent_on: date
    applicant_approved: str | None


def extend(
    connection: Connection, acting: Acting, application_id: UUID, version: int, extending: Extending
) -> Application:
    """Enter that the time was extended by a notice sent before it ended.

    Raises GatesUnmet where none runs, it had ended or was extended as often as the law lets it,
    ImpossibleDate for more than the law gives without the applicant's approval, and as `held`.
    """
    before = held(connection, acting, application_id, version, "extend_time")
    require_past("#/sent_on", extending.sent_on, acting.today)
    now = _running(connection, before)
    due_on = now.due_on or acting.today
    if extending.sent_on > due_on:
        require([Gate("time_run_out", f"The time ended on {due_on}. {consequence(now)}", (now.rule,))])
    if extending.until <= due_on:
        raise ImpossibleDate("#/until", f"the time runs to {due_on} already")
    rules: tuple[str, ...] = (now.rule,)
    if extending.applicant_approved is None:
        rules = (_within_the_law(connection, acting, before, now, extending.until),)
    step = f"Extended on {extending.sent_on} from {due_on} to {extending.until}."
    obligations.set_day(connection, now, extending.until, step)
    saved = applications.save(connection, before)
    details = {
        "until": str(extending.until),
        "former": str(due_on),
        "sent_on": str(extending.sent_on),
        "reasons": list(extending.reasons),
        "applicant_approved": extending.applicant_approved,
    }
    remember(connection, acting, saved.id, EXTENDED, details, rules)
    return saved


def approve_by_law(
    connection: Connection, acting: Acting, application_id: UUID, version: int, decision_id: UUID
) -> tuple[Application, Decision]:
    """Record that a request nobody denied in time is approved.

    Raises GatesUnmet while it may still be denied, and as `held`.
    """
    before = held(connection, acting, application_id, version, "approve_by_law")
    now = _running(connection, before)
    if now.due_on is None or now.standing(acting.today) != "lapsed":
        require([Gate("time_not_run_out", f"The time to decide runs to {now.due_on}.", (now.rule,))])
    program = program_of(acting.city, before)
    law_date = before.law_date or now.started_on
    facts = facts_of(program, before)
    reasons = (f"The time to decide ended on {now.due_on}. {consequence(now)}",)
    rested = Rested("approve", law_date, facts, None, grounds=(BY_LAW,), reasons=reasons)
    proof = receipt(program, rested)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind="approve",
        office=program.decision("approve", law_date, facts).office,
        decided_on=now.due_on or acting.today,
        outcome=APPLICATION.after(before.state, "approve_by_law"),
        votes=None,
        reasons=reasons,
        conditions=(),
        check_carried=None,
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=law_date,
        grounds=(BY_LAW,),
    )
    decisions.record(connection, decision)
    saved = applications.save(connection, replace(before, state=decision.outcome, law_date=law_date))
    obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "approved by operation of law")
    details = {"decision": str(decision_id), "due_on": str(now.due_on), "because": consequence(now)}
    remember(connection, acting, saved.id, APPROVED, details, (now.rule,))
    return saved, decision


def _running(connection: Connection, application: Application) -> Obligation:
    now = running(obligations.of_record(connection, application.city, application.id))
    if now is None:
        raise GatesUnmet((Gate("no_time_runs", "No time to decide runs for this application."),))
    return now


def _within_the_law(
    connection: Connection, acting: Acting, application: Application, now: Obligation, until: date
) -> str:
    """The rule that lets the city extend to that day by itself."""
    extension = _extension(acting, application, now)
    if extension is None or extension.last_day is None:
        says = "The law lets the city extend this time only with the applicant's approval."
        raise GatesUnmet((Gate("no_extension", says, (now.rule,)),))
    made = [
        each
        for each in history.of_record(connection, application.city, application.id)
        if each.happening.event == EXTENDED and not each.happening.details.get("applicant_approved")
    ]
    if len(made) >= extension.times:
        says = "The city has extended the time as often as the law lets it; further only with approval."
        require([Gate("extended_already", says, (extension.rule,))])
    if until > extension.last_day:
        raise ImpossibleDate(
            "#/until", f"{extension.sentence} Further only with the applicant's approval ({extension.cite})."
        )
    return extension.rule


def _extension(acting: Acting, application: Application, now: Obligation) -> Extension | None:
    program = program_of(acting.city, application)
    facts, law_date = facts_of(program, application), application.law_date or now.started_on
    clocks = program.clocks(now.started_by, now.started_on, facts, law_date).clocks
    return next((each.extension for each in clocks if each.rule == now.rule), None)
