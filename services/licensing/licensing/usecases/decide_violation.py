"""What comes of a violation: revocation because time passed, or the decision after a hearing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from uuid import UUID

from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk.acting import Acting
from casework.desk.decision_gates import not_heard, votes_short
from casework.desk.gates import Gate, require, require_past
from casework.desk.memory import remember
from casework.obligations import Obligation
from casework.storage import decisions, hearings, obligations
from citycode.results.decisions import Votes
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from licensing.domain.license import ENDING, STANDING, License
from licensing.domain.violation import VIOLATION, Violation
from licensing.storage import violations
from licensing.usecases.desk import facts_of_license
from licensing.usecases.end_license import end
from licensing.usecases.note_violation import clocks_of, ended_by, violation_held

Outcome = Literal["revoke", "other_action", "no_violation"]
LAPSED = "revoke_by_lapse"
"""The kind of a decision that the law makes by itself when time passes."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """What was decided after the hearing. `actions` are what was ordered instead of a revocation."""

    outcome: Outcome
    decided_on: date
    votes: Votes | None
    reasons: tuple[str, ...]
    actions: tuple[str, ...]


def decide(
    connection: Connection,
    acting: Acting,
    violation_id: UUID,
    version: int,
    deciding: Deciding,
    decision_id: UUID,
) -> tuple[Violation, Decision]:
    """Record the decision after the hearing; a revocation ends the license that day.

    Raises GatesUnmet with all that is missing, ImpossibleDate, and as `violation_held`.
    """
    before, license_ = violation_held(connection, acting, violation_id, version, "decide")
    require_past("#/decided_on", deciding.decided_on, acting.today, before.noticed_on)
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    rule = program.decision("revoke", before.law_date, facts)
    heard = [
        each
        for each in hearings.of_record(connection, before.city, before.id)
        if each.held_on is None or each.held_on <= deciding.decided_on
    ]
    vote = None
    if rule.members is not None and (deciding.outcome == "revoke" or deciding.votes is not None):
        vote = program.decision_check("revoke", deciding.votes or Votes(0), before.law_date, facts)
    gates = [*not_heard(rule, heard)]
    if not deciding.reasons:
        gates.append(Gate("reasons_missing", "The decision states its reasons.", (rule.rule,)))
    if deciding.outcome == "revoke":
        gates += votes_short(vote)
    elif deciding.outcome == "other_action" and not deciding.actions:
        gates.append(Gate("actions_missing", "The decision states what is ordered.", (rule.rule,)))
    require(gates)
    rested = Rested(
        kind="revoke",
        law_date=before.law_date,
        facts=facts,
        votes=deciding.votes,
        grounds=before.rules,
        reasons=deciding.reasons,
        conditions=deciding.actions,
        beside={"violation": str(before.id), "outcome": deciding.outcome},
    )
    proof = receipt(program, rested)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind="revoke",
        office=rule.office,
        decided_on=deciding.decided_on,
        outcome=deciding.outcome,
        votes=None if deciding.votes is None else votes_json(deciding.votes),
        reasons=deciding.reasons,
        conditions=deciding.actions,
        check_carried=None if vote is None else vote.to_json(),
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=before.law_date,
        grounds=before.rules,
    )
    decisions.record(connection, decision)
    saved = _ended(connection, before, "decide", deciding.decided_on, deciding.outcome)
    details = {
        "violation": str(saved.id),
        "decision": str(decision_id),
        "outcome": deciding.outcome,
        "votes": decision.votes,
        "receipt_sha256": proof.sha256,
    }
    remember(connection, acting, license_.id, "violation.decided", details, (rule.rule,))
    if deciding.outcome == "revoke":
        rules = (rule.rule, *saved.rules)
        end(connection, acting, license_, "revoked", deciding.decided_on, ended_by(saved), rules)
    return saved, decision


def revoke_by_office(connection: Connection, acting: Acting, violation_id: UUID, version: int) -> Violation:
    """The office does what the law makes it do when time has passed, before the sweep does.

    Raises GatesUnmet while the time runs, Forbidden for another office, and as `violation_held`.
    """
    before, license_ = violation_held(connection, acting, violation_id, version, "lapse")
    missed = [
        each
        for each in obligations.of_record(connection, before.city, before.id)
        if each.standing(acting.today) == "lapsed" and _ends(each)
    ]
    if not missed:
        running = [each for each in clocks_of(acting, license_, before) if each.standing == "running"]
        says = " ".join(f"The time runs through {each.last_day}." for each in running)
        require([Gate("time_running", says or "No time has lapsed.", tuple(each.rule for each in running))])
    by = str((missed[0].lapse or {}).get("by") or "")
    if by:
        acting.office_for(by)
    return lapse(connection, acting, before, license_, missed[0])


def lapse(
    connection: Connection, acting: Acting, violation: Violation, license_: License, missed: Obligation
) -> Violation:
    """What the law attaches to time that passed: without a choice the license falls into its state."""
    program = acting.city.program(license_.program)
    facts = facts_of_license(program, license_)
    clocks = [each for each in clocks_of(acting, license_, violation) if each.rule == missed.rule]
    saved = _ended(connection, violation, "lapse", missed.due_on or acting.today, "lapsed")
    to = str((missed.lapse or {}).get("to"))
    if not _ends(missed) or license_.state not in STANDING:
        return saved
    rules = tuple(
        dict.fromkeys((missed.rule, str((missed.lapse or {}).get("rule") or missed.rule), *saved.rules))
    )
    because = tuple(line for each in clocks for line in each.standing_because)
    rested = Rested(
        kind=LAPSED,
        law_date=saved.law_date,
        facts=facts,
        grounds=saved.rules,
        reasons=because,
        beside={"violation": str(saved.id), "clocks": [each.to_json() for each in clocks]},
    )
    proof = receipt(program, rested)
    decisions.record(
        connection,
        Decision(
            id=uuid7(),
            city=saved.city,
            record_id=saved.id,
            kind=LAPSED,
            office=str((missed.lapse or {}).get("by") or "city"),
            decided_on=acting.today,
            outcome=to,
            votes=None,
            reasons=(f"Not done by {missed.due_on}: {missed.must.replace('_', ' ')}.", *because),
            conditions=(),
            check_carried=None,
            receipt=proof.canonical,
            receipt_sha256=proof.sha256,
            law_date=saved.law_date,
            grounds=saved.rules,
        ),
    )
    details = {"violation": str(saved.id), "due_on": str(missed.due_on), "receipt_sha256": proof.sha256}
    remember(connection, acting, license_.id, "violation.lapsed", details, rules)
    end(connection, acting, license_, to, acting.today, ended_by(saved), rules)
    return saved


def _ends(missed: Obligation) -> bool:
    lapse_ = missed.lapse or {}
    return bool(lapse_.get("mandatory")) and lapse_.get("to") in ENDING


def _ended(connection: Connection, before: Violation, event: str, on: date, because: str) -> Violation:
    state = VIOLATION.after(before.state, event)
    return violations.save(connection, replace(before, state=state, ended_on=on, ended_because=because))
