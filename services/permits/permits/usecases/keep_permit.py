"""A permit in effect: inspections, reviews, closing, revoking."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from uuid import UUID

from casework.decisions import Decision
from casework.storage import decisions, obligations
from citycode.results.decisions import Votes
from servicekit.problems import NotFound
from sqlalchemy import Connection

from permits.domain.gates import Gate, require, votes_short
from permits.domain.permit import PERMIT, Inspection, Permit, Review
from permits.storage import permits
from permits.usecases import deadlines
from permits.usecases.announce import announce
from permits.usecases.decide_application import votes_json
from permits.usecases.desk import Acting, facts_of
from permits.usecases.records import application_of, permit_held, remember
from permits.usecases.review_application import ImpossibleDate, UnknownItem


def schedule_inspection(
    connection: Connection, acting: Acting, permit_id: UUID, version: int, inspection: Inspection
) -> Permit:
    """Set an inspection. Raises ImpossibleDate for a day that is gone, and as `permit_held`."""
    before = permit_held(connection, acting, permit_id, version, "schedule_inspection")
    if inspection.scheduled_on < acting.today:
        raise ImpossibleDate("#/scheduled_on", "it must not lie in the past")
    permits.add_inspection(connection, inspection)
    saved = permits.save(connection, before)
    details = {"inspection": str(inspection.id), "kind": inspection.kind, "on": str(inspection.scheduled_on)}
    remember(connection, acting, permit_id, "inspection.scheduled", details)
    return saved


def record_inspection(
    connection: Connection,
    acting: Acting,
    permit_id: UUID,
    version: int,
    inspection_id: UUID,
    inspected_on: date,
    passed: bool,
    final: bool,
    notes: str,
) -> tuple[Permit, Inspection]:
    """Enter a result. Raises NotFound, UnknownItem when it has one already, ImpossibleDate."""
    event = ("pass_final_inspection" if final else "pass_inspection") if passed else "fail_inspection"
    before = permit_held(connection, acting, permit_id, version, event)
    _require_since_issue("#/inspected_on", inspected_on, before, acting.today)
    made = {each.id: each for each in permits.inspections_of(connection, before.city, permit_id)}
    if inspection_id not in made:
        raise NotFound
    if made[inspection_id].passed is not None:
        raise ImpossibleDate("#/inspected_on", "this inspection has its result; schedule another")
    inspection = replace(
        made[inspection_id], inspected_on=inspected_on, passed=passed, final=final, notes=notes
    )
    permits.record_result(connection, inspection)
    saved = permits.save(connection, replace(before, state=PERMIT.after(before.state, event)))
    details = {"inspection": str(inspection_id), "on": str(inspected_on), "final": final}
    remember(connection, acting, permit_id, f"inspection.{'passed' if passed else 'failed'}", details)
    return saved, inspection


def record_review(
    connection: Connection, acting: Acting, permit_id: UUID, version: int, review: Review
) -> Permit:
    """Enter a review that comes round; the next one falls due from this one's due day."""
    before = permit_held(connection, acting, permit_id, version, "review")
    _require_since_issue("#/reviewed_on", review.reviewed_on, before, acting.today)
    program = acting.city.program(before.program)
    demanded = [str(each.detail("must")) for each in program.reviews(acting.today)]
    if not demanded:
        raise UnknownItem("#/reviewed_on", "a review", ())
    permits.add_review(connection, review)
    saved = permits.save(connection, before)
    facts = facts_of(program, application_of(connection, before.city, before.application_id))
    for must in demanded:
        deadlines.meet(
            connection, acting.city, program, permit_id, must, review.reviewed_on, facts, acting.today
        )
    details = {"review": str(review.id), "on": str(review.reviewed_on), "in_order": review.in_order}
    remember(connection, acting, permit_id, "review.completed", details)
    return saved


def close(connection: Connection, acting: Acting, permit_id: UUID, version: int, reason: str) -> Permit:
    """Close it: the work is done and nothing is left to be watched."""
    before = permit_held(connection, acting, permit_id, version, "close")
    return end(connection, acting, before, "closed", acting.today, reason, ())


def revoke(
    connection: Connection,
    acting: Acting,
    permit_id: UUID,
    version: int,
    votes: Votes | None,
    decided_on: date,
    observed_on: date,
    reasons: tuple[str, ...],
    decision_id: UUID,
) -> tuple[Permit, Decision]:
    """Enter a revocation. The law of the day the breach was observed counts the vote. Raises GatesUnmet."""
    before = permit_held(connection, acting, permit_id, version, "revoke")
    _require_since_issue("#/decided_on", decided_on, before, acting.today)
    _require_since_issue("#/observed_on", observed_on, before, decided_on)
    program = acting.city.program(before.program)
    facts = facts_of(program, application_of(connection, before.city, before.application_id))
    rule = program.decision("revoke", observed_on, facts)
    vote = None
    if rule.needed is not None:
        vote = program.decision_check("revoke", votes or Votes(0), observed_on, facts)
    gates = list(votes_short(vote))
    if not reasons:
        gates.append(Gate("reasons_missing", "A revocation states what was breached.", (rule.rule,)))
    require(gates)
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind="revoke",
        office=rule.office,
        decided_on=decided_on,
        outcome="revoked",
        votes=None if votes is None else votes_json(votes),
        reasons=reasons,
        conditions=(),
        check_carried=None if vote is None else vote.to_json(),
        receipt=None,
        receipt_sha256=None,
    )
    decisions.record(connection, decision)
    ended = end(connection, acting, before, "revoked", decided_on, str(decision_id), (rule.rule,))
    return ended, decision


def end(
    connection: Connection,
    acting: Acting,
    permit: Permit,
    state: str,
    on: date,
    because: str,
    rules: tuple[str, ...],
) -> Permit:
    """Move a permit into an end state, cancel what was still to be done, and say so to the neighbors."""
    ended = permits.save(
        connection,
        replace(
            permit,
            state=state,
            state_before=permit.state,
            ended_on=on,
            ended_by=because,
            ended_rules=rules,
        ),
    )
    obligations.cancel_undone(connection, ended.city, ended.id, acting.today, because)
    remember(connection, acting, ended.id, f"permit.{state}", {"on": str(on), "because": because}, rules)
    program = acting.city.program(ended.program)
    standing = state != "closed"
    announce(connection, f"permit.{state}", ended, program, on, acting.now, standing=standing)
    return ended


def _require_since_issue(pointer: str, day: date, permit: Permit, latest: date) -> None:
    if day > latest:
        raise ImpossibleDate(pointer, f"it cannot be later than {latest}")
    if day < permit.issued_on:
        raise ImpossibleDate(pointer, f"the permit was issued on {permit.issued_on}")
