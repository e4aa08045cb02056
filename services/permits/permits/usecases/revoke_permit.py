"""Revoking a permit: on grounds of the law, after the hearing it asks for, by its vote, with a receipt."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from uuid import UUID

from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require
from casework.storage import decisions, hearings
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.domain.conditions import Condition, of_the_law
from permits.domain.permit import Permit
from permits.domain.revocation import QUESTION, before_revocation, law_date_by
from permits.domain.standing_check import standing_check
from permits.usecases.desk import facts_of
from permits.usecases.keep_permit import end, require_since_issue
from permits.usecases.records import application_of, permit_held


@dataclass(frozen=True, slots=True)
class Revoking:
    """What was decided, on which day the breach was observed, on which grounds of the law.

    `breached` are ids of conditions of the permit.
    """

    decided_on: date
    observed_on: date
    grounds: tuple[str, ...]
    votes: Votes | None
    reasons: tuple[str, ...]
    breached: tuple[str, ...] = ()


def revoke(
    connection: Connection,
    acting: Acting,
    permit_id: UUID,
    version: int,
    revoking: Revoking,
    decision_id: UUID,
) -> tuple[Permit, Decision]:
    """Enter a revocation under the law of the day the city's code names.

    Raises GatesUnmet with all that is missing, UnknownItem for grounds the law does not have and conditions
    the permit does not carry, ImpossibleDate, and as `permit_held`.
    """
    before = permit_held(connection, acting, permit_id, version, "revoke")
    require_since_issue("#/decided_on", revoking.decided_on, before, acting.today)
    require_since_issue("#/observed_on", revoking.observed_on, before, revoking.decided_on)
    program = acting.city.program(before.program)
    application = application_of(connection, before.city, before.application_id)
    facts = facts_of(program, application)
    heard = hearings.of_record(connection, before.city, before.id)
    held = [each.held_on for each in heard if each.held_on]
    law_date = _law_date(acting, before, application, revoking, max(held, default=None))
    rule = program.decision("revoke", law_date, facts)
    for place, each in enumerate(revoking.grounds):
        if each not in rule.grounds:
            raise UnknownItem(f"#/grounds/{place}", each, rule.grounds)
    carried = {each.id: each for each in _carried(acting, before, application, facts)}
    for place, each in enumerate(revoking.breached):
        if each not in carried:
            raise UnknownItem(f"#/breached/{place}", each, tuple(carried))
    vote = _vote(program, rule, revoking, law_date, facts)
    require(
        before_revocation(
            rule,
            revoking.grounds,
            revoking.reasons,
            heard,
            revoking.decided_on,
            vote,
            revoking.breached,
        )
    )
    breached = tuple(carried[each] for each in revoking.breached)
    named = tuple(f"{each.id}: {each.text}" for each in breached)
    rested = Rested(
        kind="revoke",
        law_date=law_date,
        facts=facts,
        votes=revoking.votes,
        grounds=revoking.grounds,
        reasons=revoking.reasons,
        conditions=named,
    )
    proof = receipt(program, rested)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind="revoke",
        office=rule.office,
        decided_on=revoking.decided_on,
        outcome="revoked",
        votes=None if revoking.votes is None else votes_json(revoking.votes),
        reasons=revoking.reasons,
        conditions=named,
        check_carried=None if vote is None else vote.to_json(),
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=law_date,
        grounds=revoking.grounds,
    )
    decisions.record(connection, decision)
    rules = tuple(dict.fromkeys((rule.rule, *(each.rule for each in breached if each.rule))))
    ended = end(connection, acting, before, "revoked", revoking.decided_on, str(decision_id), rules)
    return ended, decision


def _carried(acting: Acting, permit: Permit, application: Application, facts: Facts) -> tuple[Condition, ...]:
    """What the permit is held under; for one that was issued before that was kept, the law of its day."""
    if any(each.rule for each in permit.conditions):
        return permit.conditions
    program, on = acting.city.program(permit.program), permit.issued_on
    standing = standing_check(program, application, facts, application.law_date or on)
    return (*of_the_law(acting.city, program, standing, on), *permit.conditions)


def _vote(
    program: Program, rule: DecisionRule, revoking: Revoking, law_date: date, facts: Facts
) -> DecisionCheck | None:
    if rule.members is None:
        return None
    return program.decision_check("revoke", revoking.votes or Votes(0), law_date, facts)


def _law_date(
    acting: Acting, permit: Permit, application: Application, revoking: Revoking, heard_on: date | None
) -> date:
    event = acting.city.law_date_rule(QUESTION).event
    days = {
        "application.submitted": application.received_on,
        "application.completed": application.completed_on,
        "permit.issued": permit.issued_on,
        "violation.observed": revoking.observed_on,
        "hearing.held": heard_on,
        "decision.made": revoking.decided_on,
    }
    day = law_date_by(event, days)
    if day is None:
        says = f"The law of the day of {event} counts, and it has not happened."
        require([Gate("law_date_missing", says)])
    return day or revoking.decided_on
