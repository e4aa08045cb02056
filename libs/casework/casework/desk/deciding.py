"""The decision on an application, whichever service keeps it: its gates, its receipt, what follows of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Generic, Literal
from uuid import UUID

from citycode.facts import Facts
from citycode.results.checks import CheckResult
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from citycode.results.findings import Finding
from sqlalchemy import Connection

from casework.applications import Application
from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.decision_gates import before_any_decision, before_approval, before_denial
from casework.desk.docket import A, Docket, program_of
from casework.desk.gates import Gate, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.hearings import Hearing
from casework.payments import PaymentMethod, Refund
from casework.storage import decisions, hearings, obligations
from casework.time_to_decide import DECIDE, consequence, running

Outcome = Literal["approve", "deny"]


@dataclass(frozen=True, slots=True)
class Deciding:
    """What was decided. `votes` where a body decides, `refund_method` how a fee goes back."""

    outcome: Outcome
    decided_on: date
    votes: Votes | None
    reasons: tuple[str, ...]
    conditions: tuple[str, ...]
    refund_method: PaymentMethod = "check"


@dataclass(frozen=True, slots=True)
class Weighed(Generic[A]):
    """An application as it stands when it is decided, and what the law finds in it.

    `unmet` are standards neither met nor remedied, `against` further gates of an approval, `barred` whether
    the law itself bars it, so that its denial takes no vote. `beside` is kept with the receipt.
    """

    application: A
    rule: DecisionRule
    facts: Facts
    law_date: date
    check: CheckResult
    unmet: tuple[Finding, ...]
    remedies: Mapping[str, Any]
    against: tuple[Gate, ...] = ()
    barred: bool = False
    beside: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decided(Generic[A]):
    """The application, the decision, and what was paid back because of it."""

    application: A
    decision: Decision
    refunds: tuple[Refund, ...] = ()


def decide(
    connection: Connection,
    acting: Acting,
    docket: Docket[A],
    weighed: Weighed[A],
    deciding: Deciding,
    decision_id: UUID,
) -> Decided[A]:
    """Record the decision; a denial returns the fees that the law returns.

    Raises GatesUnmet with all that is missing, ImpossibleDate, StaleVersion.
    """
    before, rule, law_date = weighed.application, weighed.rule, weighed.law_date
    require_past("#/decided_on", deciding.decided_on, acting.today, before.completed_on)
    heard = hearings.of_record(connection, before.city, before.id)
    _require_heard_first(deciding.decided_on, heard)
    program = program_of(acting, before)
    vote = None
    if rule.members is not None:
        vote = program.decision_check("approve", deciding.votes or Votes(0), law_date, weighed.facts)
    late = _denial_in_time(connection, before, deciding.decided_on)
    require(_gates(weighed, deciding, heard, vote, late))
    remedies = dict(weighed.remedies) if deciding.outcome == "approve" else {}
    rested = Rested(
        kind="approve",
        law_date=law_date,
        facts=weighed.facts,
        votes=deciding.votes,
        check=weighed.check,
        judgments=before.answers,
        remedies=remedies,
        reasons=deciding.reasons,
        conditions=deciding.conditions,
        beside=weighed.beside,
    )
    proof = receipt(program, rested)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind=deciding.outcome,
        office=rule.office,
        decided_on=deciding.decided_on,
        outcome=docket.lifecycle.after(before.state, deciding.outcome),
        votes=None if deciding.votes is None else votes_json(deciding.votes),
        reasons=deciding.reasons,
        conditions=deciding.conditions,
        check_carried=None if vote is None else vote.to_json(),
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=law_date,
        remedies=remedies,
    )
    decisions.record(connection, decision)
    saved = docket.save(connection, replace(before, state=decision.outcome))
    obligations.fulfill(connection, saved.city, saved.id, DECIDE, deciding.decided_on)
    if deciding.outcome == "deny":
        obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "denied")
    deadlines.start(
        connection,
        acting.city,
        program,
        saved.id,
        "decision.made",
        deciding.decided_on,
        weighed.facts,
        law_date,
    )
    details = {
        "decision": str(decision_id),
        "outcome": decision.outcome,
        "decided_on": str(deciding.decided_on),
        "votes": decision.votes,
        "receipt_sha256": proof.sha256,
        "law_date": str(law_date),
        "remedies": sorted(remedies),
    }
    remember(connection, acting, saved.id, "decision.made", details, (rule.rule,))
    refunds: tuple[Refund, ...] = ()
    if deciding.outcome == "deny":
        refunds = docket.denied(connection, acting, saved, deciding.refund_method)
    return Decided(saved, decision, refunds)


def _gates(
    weighed: Weighed[A],
    deciding: Deciding,
    heard: tuple[Hearing, ...],
    vote: DecisionCheck | None,
    late: Iterable[Gate],
) -> Iterable[Gate]:
    check, rule = weighed.check, weighed.rule
    recommended = weighed.application.recommendation is not None
    if deciding.outcome == "approve":
        yield from before_any_decision(check, rule, recommended, heard)
        yield from weighed.against
        yield from before_approval(weighed.unmet, vote)
        return
    if not weighed.barred:
        yield from before_any_decision(check, rule, recommended, heard, refusable=bool(weighed.unmet))
    yield from late
    yield from before_denial(rule, deciding.reasons, weighed.barred, deciding.votes is not None, vote)


def _denial_in_time(connection: Connection, application: Application, decided_on: date) -> Iterable[Gate]:
    now = running(obligations.of_record(connection, application.city, application.id))
    if now is not None and now.due_on is not None and decided_on > now.due_on:
        yield Gate("time_run_out", f"The time to deny ended on {now.due_on}. {consequence(now)}", (now.rule,))


def _require_heard_first(decided_on: date, heard: Iterable[Hearing]) -> None:
    held_on = max((each.held_on for each in heard if each.held_on), default=None)
    if held_on is not None and decided_on < held_on:
        raise ImpossibleDate("#/decided_on", f"the hearing was held on {held_on}")
