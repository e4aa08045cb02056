"""From the report to the council to the city's own correction: report, decision, abatement."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal
from uuid import UUID

from casework.decision_receipt import Rested, receipt, votes_json
from casework.decisions import Decision
from casework.desk.acting import Acting
from casework.desk.gates import Gate, require, require_past
from casework.desk.memory import actor_of, remember
from casework.orders import Order
from casework.storage import decisions, hearings, obligations, orders, violations
from citycode.results.decisions import DecisionCheck, DecisionRule, Votes
from servicekit.identifiers import next_record_number, uuid7
from sqlalchemy import Connection

from enforcement.domain.case import CASE, CORRECT, ORDER_ABATEMENT, REPORT, Case
from enforcement.storage import cases
from enforcement.usecases.announce import announce
from enforcement.usecases.records import about, held

Outcome = Literal["order", "no_order"]


@dataclass(frozen=True, slots=True)
class Deciding:
    """What was decided. `says` is what is to be done; `comply_by` a last day the owner is left, if any."""

    outcome: Outcome
    decided_on: date
    votes: Votes | None
    reasons: tuple[str, ...]
    says: str
    comply_by: date | None


@dataclass(frozen=True, slots=True)
class Abating:
    """What the city did, on which day, by whom."""

    abated_on: date
    by: str
    what: str


def report(connection: Connection, acting: Acting, case_id: UUID, version: int, notes: str) -> Case:
    """Report to the body that may order abatement: what was noticed was not corrected in its time.

    Raises GatesUnmet while the time runs or nobody was told, and as `held`.
    """
    before = held(connection, acting, case_id, version, "report")
    require(_before_report(connection, before, acting.today))
    obligations.fulfill(connection, before.city, before.id, REPORT, acting.today)
    saved = cases.save(
        connection,
        replace(before, state=CASE.after(before.state, "report"), reported_on=acting.today),
    )
    rules = _broken(connection, saved)
    remember(connection, acting, saved.id, "case.reported", {"notes": notes}, rules)
    announce(connection, acting, "case.reported", saved, acting.today, rules)
    return saved


def decide(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    deciding: Deciding,
    decision_id: UUID,
) -> tuple[Case, Decision]:
    """Record the body's decision; an order lets the city do it.

    Raises GatesUnmet with all that is missing, ImpossibleDate, UnknownElement where the law knows no such
    order, VotesError, and as `held`.
    """
    before = held(connection, acting, case_id, version, "decide")
    require_past("#/decided_on", deciding.decided_on, acting.today, before.reported_on)
    matter = about(connection, acting, before)
    rule = matter.program.decision(ORDER_ABATEMENT, before.law_date, matter.facts)
    vote = None
    if rule.members is not None and (deciding.outcome == "order" or deciding.votes is not None):
        votes = deciding.votes or Votes(0)
        vote = matter.program.decision_check(ORDER_ABATEMENT, votes, before.law_date, matter.facts)
    require(_before_decision(connection, before, deciding, rule, vote))
    broken = _broken(connection, before)
    proof = receipt(
        matter.program,
        Rested(
            kind=ORDER_ABATEMENT,
            law_date=before.law_date,
            facts=matter.facts,
            votes=deciding.votes,
            grounds=broken,
            reasons=deciding.reasons,
            beside={"case": str(before.id), "outcome": deciding.outcome},
        ),
    )
    decision = Decision(
        id=decision_id,
        city=before.city,
        record_id=before.id,
        kind=ORDER_ABATEMENT,
        office=rule.office,
        decided_on=deciding.decided_on,
        outcome=deciding.outcome,
        votes=None if deciding.votes is None else votes_json(deciding.votes),
        reasons=deciding.reasons,
        conditions=(deciding.says,) if deciding.says else (),
        check_carried=None if vote is None else vote.to_json(),
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
        law_date=before.law_date,
        grounds=broken,
    )
    decisions.record(connection, decision)
    details = {
        "decision": str(decision_id),
        "outcome": deciding.outcome,
        "votes": decision.votes,
        "receipt_sha256": proof.sha256,
    }
    remember(connection, acting, before.id, "case.decided", details, (rule.rule, *broken))
    if deciding.outcome != "order":
        return cases.save(connection, before), decision
    return _ordered(connection, acting, before, deciding, rule, broken), decision


def abate(connection: Connection, acting: Acting, case_id: UUID, version: int, doing: Abating) -> Case:
    """Record that the city did it. Raises GatesUnmet without an order, ImpossibleDate, and as `held`."""
    before = held(connection, acting, case_id, version, "abate")
    require_past("#/abated_on", doing.abated_on, acting.today)
    require(_before_abatement(acting, before, doing.abated_on))
    order = next(
        each
        for each in orders.of_record(connection, before.city, before.id)
        if each.kind == "abatement" and each.in_force()
    )
    orders.change(connection, replace(order, state="complied", complied_on=doing.abated_on))
    actor = actor_of(connection, acting, before.id)
    for each in violations.of_record(connection, before.city, before.id):
        if each.open:
            violations.correct(connection, before.city, each.id, doing.abated_on, actor)
    obligations.cancel_undone(connection, before.city, before.id, acting.today, "abated", must=CORRECT)
    saved = cases.save(
        connection,
        replace(before, state=CASE.after(before.state, "abate"), abated_on=doing.abated_on),
    )
    details = {"abated_on": str(doing.abated_on), "by": doing.by, "what": doing.what}
    remember(connection, acting, saved.id, "case.abated", details, order.rules)
    announce(connection, acting, "case.abated", saved, doing.abated_on, order.rules)
    return saved


def _ordered(
    connection: Connection,
    acting: Acting,
    case: Case,
    deciding: Deciding,
    rule: DecisionRule,
    broken: tuple[str, ...],
) -> Case:
    order = Order(
        id=uuid7(),
        city=case.city,
        record_id=case.id,
        number=next_record_number(connection, acting.city.prefix, orders.ORDERS, acting.now.year),
        kind="abatement",
        state="signed",
        office=rule.office,
        says=deciding.says,
        rules=tuple(dict.fromkeys((rule.rule, *broken))),
        drafted_on=deciding.decided_on,
        signed_on=deciding.decided_on,
        signed_by=actor_of(connection, acting, case.id),
        law_date=case.law_date,
        comply_by=deciding.comply_by,
    )
    orders.draft(connection, order)
    state = CASE.after(case.state, "order")
    saved = cases.save(connection, replace(case, state=state, ordered_on=deciding.decided_on))
    announce(connection, acting, "case.abatement_ordered", saved, deciding.decided_on, order.rules)
    return saved


def _before_report(connection: Connection, case: Case, today: date) -> Iterable[Gate]:
    rules = _broken(connection, case)
    if case.grounds:
        return  # it was decided elsewhere, after notice there
    if case.noticed_on is None or case.comply_by is None:
        yield Gate("notice_missing", "The owner has not been properly told of the violation.", rules)
    elif today <= case.comply_by:
        yield Gate("time_running", f"The owner has time through {case.comply_by}.", rules)
    if not any(each.open for each in violations.of_record(connection, case.city, case.id)):
        yield Gate("no_violation", "No violation is open.", rules)


def _before_decision(
    connection: Connection,
    case: Case,
    deciding: Deciding,
    rule: DecisionRule,
    vote: DecisionCheck | None,
) -> Iterable[Gate]:
    held_on = [each.held_on for each in hearings.of_record(connection, case.city, case.id)]
    if rule.hearing and not any(day is not None and day <= deciding.decided_on for day in held_on):
        yield Gate("hearing_not_held", "The hearing has not been held.", (rule.rule,))
    if not deciding.reasons:
        yield Gate("reasons_missing", "The decision states its reasons.", (rule.rule,))
    if deciding.outcome == "order":
        if vote is not None and not vote.carried:
            yield Gate("votes_short", vote.finding.sentence, (rule.rule,))
        if not deciding.says:
            yield Gate("order_empty", "The order says what is to be done.", (rule.rule,))
    elif vote is not None and vote.carried:
        yield Gate("vote_carried", f"{vote.finding.sentence} That is an order.", (rule.rule,))


def _before_abatement(acting: Acting, case: Case, abated_on: date) -> Iterable[Gate]:
    program = acting.city.program(case.program)
    kinds = program.decision_kinds(case.law_date)
    rules = (program.decision(ORDER_ABATEMENT, case.law_date).rule,) if ORDER_ABATEMENT in kinds else ()
    if case.ordered_on is None:
        says = "The city may correct it only after it was ordered. No order was made."
        yield Gate("order_missing", says, rules)
    elif abated_on < case.ordered_on:
        yield Gate("order_missing", f"The order was made on {case.ordered_on}, after that day.", rules)


def _broken(connection: Connection, case: Case) -> tuple[str, ...]:
    found = violations.of_record(connection, case.city, case.id)
    return tuple(dict.fromkeys((*case.grounds, *(each.rule for each in found if each.open))))
