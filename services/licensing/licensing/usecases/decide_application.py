"""The decision on an application, and issuing what was approved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Literal
from uuid import UUID

from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.charging import Billed, give_back
from casework.desk.gates import ImpossibleDate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.payments import PaymentMethod, Refund
from casework.storage import decisions, hearings, obligations
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from citycode.results.decisions import Votes
from sqlalchemy import Connection

from licensing.domain.application import APPLICATION, Application
from licensing.domain.gates import before_any_decision, before_approval, before_denial
from licensing.storage import applications
from licensing.usecases.count_caps import cap_gates, caps_on
from licensing.usecases.desk import law_date_of
from licensing.usecases.records import held
from licensing.usecases.review_application import judged
from licensing.usecases.told import known_of

Outcome = Literal["approve", "deny"]
DENIED = "The application was denied."


@dataclass(frozen=True, slots=True)
class Found:
    """How the deciding body answered a question that the law puts to it."""

    answer: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Deciding:
    """What was decided. `findings` by judgment, `remedies` (the word of the law) by the finding they mend.

    `refund_method`: how a fee goes back, where the law returns it.
    """

    outcome: Outcome
    decided_on: date
    votes: Votes | None
    reasons: tuple[str, ...]
    conditions: tuple[str, ...]
    findings: Mapping[str, Found] = field(default_factory=dict)
    remedies: Mapping[str, str] = field(default_factory=dict)
    refund_method: PaymentMethod = "check"


@dataclass(frozen=True, slots=True)
class Decided:
    """The application, the decision, and what was paid back because of it."""

    application: Application
    decision: Decision
    refunds: tuple[Refund, ...]


def decide(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    deciding: Deciding,
    decision_id: UUID,
) -> Decided:
    """Record the decision on the facts as they are now.

    Raises GatesUnmet with all that is missing, UnknownItem for a finding or remedy the law does not ask,
    ImpossibleDate, and as `held`.
    """
    before = held(connection, acting, application_id, version, deciding.outcome)
    require_past("#/decided_on", deciding.decided_on, acting.today, before.completed_on)
    program = acting.city.program(before.program)
    law_date = law_date_of(before, acting.today)
    facts = known_of(connection, acting, program, before)
    rule = program.decision("approve", law_date, facts)
    heard = hearings.of_record(connection, before.city, before.id)
    _require_heard_first(deciding.decided_on, [each.held_on for each in heard if each.held_on])
    judgments = _with_findings(acting, program, before, facts, law_date, rule.office, deciding)
    answers = {name: bool(each["answer"]) for name, each in judgments.items()}
    check = program.check(facts, law_date, answers)
    remedies = _remedies(rule.office, check, deciding)
    unmet = [each for each in check.findings if each.outcome == "not_met" and each.id not in remedies]
    caps = caps_on(connection, acting, program, before, facts, law_date)
    reached = tuple(cap_gates(caps))
    vote = None
    if rule.members is not None:
        vote = program.decision_check("approve", deciding.votes or Votes(0), law_date, facts)
    if deciding.outcome == "approve":
        gates = [*before_any_decision(check, rule, before.recommendation is not None, heard), *reached]
        gates += before_approval(unmet, vote)
    else:
        barred = bool(unmet or reached)
        gates = list(before_denial(rule, deciding.reasons, barred, deciding.votes is not None, vote))
        if not barred:
            gates += before_any_decision(check, rule, before.recommendation is not None, heard)
    require(gates)
    kept = remedies if deciding.outcome == "approve" else {}
    rested = Rested(
        kind="approve",
        law_date=law_date,
        facts=facts,
        votes=deciding.votes,
        check=check,
        judgments=answers,
        remedies=kept,
        reasons=deciding.reasons,
        conditions=deciding.conditions,
        beside={"caps": [each.to_json() for each in caps.caps]},
    )
    proof = receipt(program, rested)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind=deciding.outcome,
        office=rule.office,
        decided_on=deciding.decided_on,
        outcome=APPLICATION.after(before.state, deciding.outcome),
        votes=None if deciding.votes is None else votes_json(deciding.votes),
        reasons=deciding.reasons,
        conditions=deciding.conditions,
        check_carried=None if vote is None else vote.to_json(),
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=law_date,
        remedies=kept,
    )
    decisions.record(connection, decision)
    saved = applications.save(
        connection, replace(before, state=decision.outcome, judgments=judgments, remedies=kept)
    )
    details = {
        "decision": str(decision_id),
        "outcome": decision.outcome,
        "decided_on": str(deciding.decided_on),
        "votes": decision.votes,
        "receipt_sha256": proof.sha256,
        "law_date": str(law_date),
        "remedies": sorted(kept),
    }
    remember(connection, acting, saved.id, "decision.made", details, (rule.rule,))
    refunds: tuple[Refund, ...] = ()
    if deciding.outcome == "deny":
        obligations.cancel_undone(connection, saved.city, saved.id, acting.today, "denied")
        denied = known_of(connection, acting, program, saved, denied=True)
        billed = Billed(program, saved.id, denied, law_date)
        refunds = give_back(connection, acting, billed, DENIED, deciding.refund_method)
    deadlines.start(
        connection, acting.city, program, saved.id, "decision.made", deciding.decided_on, facts, law_date
    )
    return Decided(saved, decision, refunds)


def _with_findings(
    acting: Acting,
    program: Program,
    application: Application,
    facts: Facts,
    law_date: date,
    body: str,
    deciding: Deciding,
) -> dict[str, Any]:
    asked = {each.id for each in program.judgments(law_date, facts) if each.office == body}
    for name in deciding.findings:
        if name not in asked:
            raise UnknownItem(f"#/findings/{name}", name, tuple(sorted(asked)))
    found = {name: judged(each.answer, each.reason, body, acting) for name, each in deciding.findings.items()}
    return {**application.judgments, **found}


def _remedies(body: str, check: CheckResult, deciding: Deciding) -> dict[str, Any]:
    """What the body grants for standards that are not met, by the very word their law names."""
    failing = {each.id: each for each in check.findings if each.outcome == "not_met" and each.remedy}
    granted: dict[str, Any] = {}
    for name, remedy in deciding.remedies.items():
        if name not in failing:
            raise UnknownItem(f"#/remedies/{name}", name, tuple(failing))
        if failing[name].remedy != remedy:
            raise UnknownItem(f"#/remedies/{name}", remedy, (str(failing[name].remedy),))
        granted[name] = {
            "remedy": remedy,
            "rule": failing[name].rule,
            "body": body,
            "granted_on": deciding.decided_on.isoformat(),
        }
    return granted


def _require_heard_first(decided_on: date, held_on: list[date]) -> None:
    if held_on and decided_on < max(held_on):
        raise ImpossibleDate("#/decided_on", f"the hearing was held on {max(held_on)}")
