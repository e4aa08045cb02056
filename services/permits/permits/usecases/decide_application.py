"""The decision on an application, and issuing what was approved."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from uuid import UUID

from calculators import Measured
from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import Gate, ImpossibleDate, require, require_past
from casework.desk.memory import remember
from casework.payments import PaymentMethod, Refund
from casework.storage import decisions, hearings, land_events, obligations
from casework.time_to_decide import BY_LAW, DECIDE, consequence, running
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.decisions import Votes
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.conditions import imposed, of_the_law
from permits.domain.gates import (
    before_any_decision,
    before_approval,
    before_denial,
    knowing_enough,
    permit_needed,
    standards_unmet,
)
from permits.domain.permit import Permit
from permits.domain.register import Register, caught_up, site_known
from permits.domain.standing_check import standing_check
from permits.storage import applications, permits, registers
from permits.usecases.announce import announce, register_of
from permits.usecases.bar_acts import ISSUE, held_back
from permits.usecases.charge_fees import fee_gates, give_back
from permits.usecases.desk import as_stored, facts_of, law_date_of, program_of
from permits.usecases.land_law import changed_since
from permits.usecases.leave_register import succeed
from permits.usecases.records import held

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
class Decided:
    """The application, the decision, and what was paid back because of it."""

    application: Application
    decision: Decision
    refunds: tuple[Refund, ...] = ()


def decide(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    deciding: Deciding,
    measured: Measured,
    decision_id: UUID,
) -> Decided:
    """Record the decision on the facts as they are now; a denial returns the fees that the law returns.

    Raises GatesUnmet with all that is missing, and as `held`.
    """
    before = held(connection, acting, application_id, version, deciding.outcome)
    require_past("#/decided_on", deciding.decided_on, acting.today)
    before = replace(before, measured=as_stored(measured))
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    facts = facts_of(program, before)
    standing = standing_check(program, before, facts, law_date)
    check = standing.check
    rule = program.decision("approve", law_date, facts)
    heard = hearings.of_record(connection, before.city, before.id)
    _require_heard_first(deciding.decided_on, [each.held_on for each in heard if each.held_on])
    vote = None
    if rule.members is not None:
        vote = program.decision_check("approve", deciding.votes or Votes(0), law_date, facts)
    denying = deciding.outcome == "deny"
    refusable = denying and bool(standing.unmet)
    recommended = before.recommendation is not None
    gates = list(before_any_decision(check, rule, recommended, heard, refusable=refusable))
    if not denying:
        gates += permit_needed(program.requirement(facts, law_date))
        gates += before_approval(standing.unmet, vote)
    else:
        gates += _denial_in_time(connection, before, deciding.decided_on)
        gates += before_denial(rule, deciding.reasons, deciding.votes is not None, vote)
    require(gates)
    remedies = dict(standing.remedied) if deciding.outcome == "approve" else {}
    rested = Rested(
        kind="approve",
        law_date=law_date,
        facts=facts,
        votes=deciding.votes,
        check=check,
        judgments=before.answers,
        remedies=remedies,
        reasons=deciding.reasons,
        conditions=deciding.conditions,
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
        remedies=remedies,
    )
    decisions.record(connection, decision)
    saved = applications.save(connection, replace(before, state=decision.outcome))
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
        facts,
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
        refunds = give_back(connection, acting, saved, deciding.refund_method)
    return Decided(saved, decision, refunds)


def issue(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    permit_id: UUID,
    measured: Measured,
    register: Register | None,
) -> tuple[Application, Permit]:
    """Issue the permit that was approved, under the application's number.

    What was approved must still be so on the facts of today. `register` is how the map layer that the permit
    is entered in stood before `measured` was told: whoever is issued meanwhile is not on the map yet.

    Raises GatesUnmet with all that is missing, and as `held`.
    """
    before = held(connection, acting, application_id, version, "issue")
    before = replace(before, measured=as_stored(measured))
    program = program_of(acting.city, before)
    law_date = law_date_of(before, acting.today)
    approved = [
        each for each in decisions.of_record(connection, before.city, before.id) if each.kind == "approve"
    ]
    layer = register_of(program, law_date)
    facts = facts_of(program, before)
    standing = standing_check(program, before, facts, law_date)
    gates: list[Gate] = []
    if BY_LAW not in approved[-1].grounds:  # what the law itself approved is not judged again
        gates += permit_needed(program.requirement(facts, law_date))
        gates += knowing_enough(standing.check)
        gates += standards_unmet(standing.unmet)
    gates += fee_gates(connection, acting, before, "permit.issued")
    gates += held_back(connection, acting, before, ISSUE)
    known = land_events.of_parcel(connection, before.city, before.pin)
    gates += changed_since(acting.city, before, known, acting.today)
    if layer is not None:
        gates += site_known(before.site)
        gates += caught_up(layer, register, registers.now(connection, before.city, layer))
    require(gates)
    term_ends_on, term_rule = _term(program, "permit.issued", acting.today, facts, law_date)
    permit = Permit(
        id=permit_id,
        city=before.city,
        number=before.number or "",
        program=before.program,
        application_id=before.id,
        state="issued",
        version=1,
        holder=before.applicant,
        pin=before.pin,
        issued_on=acting.today,
        conditions=(
            *of_the_law(acting.city, program, standing, law_date),
            *imposed(approved[-1].conditions),
        ),
        lon=before.lon,
        lat=before.lat,
        term_ends_on=term_ends_on,
        term_rule=term_rule,
    )
    permits.add(connection, permit)
    saved = applications.save(
        connection,
        replace(before, state=APPLICATION.after(before.state, "issue"), permit_id=permit_id),
    )
    event = "permit.issued"
    deadlines.start(connection, acting.city, program, permit.id, event, acting.today, facts, law_date)
    details = {"number": permit.number, "application": str(before.id)}
    remember(connection, acting, permit.id, event, details)
    remember(connection, acting, before.id, event, {"permit": str(permit_id)})
    if before.succeeds is not None:
        succeed(connection, acting, before.succeeds, permit)
    announce(connection, event, permit, program, acting.today, acting.now)
    return saved, permit


def _denial_in_time(connection: Connection, application: Application, decided_on: date) -> Iterable[Gate]:
    now = running(obligations.of_record(connection, application.city, application.id))
    if now is not None and now.due_on is not None and decided_on > now.due_on:
        yield Gate("time_run_out", f"The time to deny ended on {now.due_on}. {consequence(now)}", (now.rule,))


def _term(
    program: Program, event: str, on: date, facts: Facts, law_date: date
) -> tuple[date | None, str | None]:
    """The last day of the shortest term the event starts, and the rule that sets it; None without a term."""
    terms = [
        (clock.last_day, clock.rule)
        for clock in program.clocks(event, on, facts, law_date).clocks
        if clock.kind == "term" and clock.last_day is not None
    ]
    return min(terms, default=(None, None))


def _require_heard_first(decided_on: date, held: list[date]) -> None:
    if held and decided_on < max(held):
        raise ImpossibleDate("#/decided_on", f"the hearing was held on {max(held)}")
