"""A permit in effect: inspections, reviews, closing, ending."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.desk import deadlines
from casework.desk.acting import Acting
from casework.desk.gates import ImpossibleDate, UnknownItem, require
from casework.desk.memory import remember
from casework.holds import INSPECT
from casework.storage import obligations
from citycode.city import City
from citycode.facts import parse_facts
from servicekit.problems import NotFound
from sqlalchemy import Connection

from permits.domain.application import Application
from permits.domain.permit import PERMIT, Inspection, Permit, Review
from permits.domain.revocation import law_date_by
from permits.storage import permits
from permits.usecases.announce import announce
from permits.usecases.bar_acts import held_back
from permits.usecases.charge_fees import assess_inspection, before_inspection
from permits.usecases.desk import facts_of
from permits.usecases.records import application_of, permit_held


@dataclass(frozen=True, slots=True)
class InspectionResult:
    """What was found, and what the law asks about it by name."""

    inspected_on: date
    passed: bool
    final: bool
    notes: str
    facts: Mapping[str, Any]


def schedule_inspection(
    connection: Connection, acting: Acting, permit_id: UUID, version: int, inspection: Inspection
) -> Permit:
    """Set an inspection.

    Raises ImpossibleDate for a day that is gone, GatesUnmet while a fee is not paid or a hold bars it, and as
    `permit_held`.
    """
    before = permit_held(connection, acting, permit_id, version, "schedule_inspection")
    application = application_of(connection, before.city, before.application_id)
    require(
        (
            *before_inspection(connection, application),
            *held_back(connection, acting, application, INSPECT),
        )
    )
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
    result: InspectionResult,
) -> tuple[Permit, Inspection]:
    """Enter a result; what the law charges for what was found falls due.

    Raises NotFound, FactErrors, ImpossibleDate also where it has a result already.
    """
    passed, event = result.passed, "fail_inspection"
    if passed:
        event = "pass_final_inspection" if result.final else "pass_inspection"
    before = permit_held(connection, acting, permit_id, version, event)
    require_since_issue("#/inspected_on", result.inspected_on, before, acting.today)
    facts = dict(parse_facts(acting.city.program(before.program).facts, result.facts).stated)
    made = {each.id: each for each in permits.inspections_of(connection, before.city, permit_id)}
    if inspection_id not in made:
        raise NotFound
    if made[inspection_id].passed is not None:
        raise ImpossibleDate("#/inspected_on", "this inspection has its result; schedule another")
    inspection = replace(
        made[inspection_id],
        inspected_on=result.inspected_on,
        passed=passed,
        final=result.final,
        notes=result.notes,
        facts=facts,
    )
    permits.record_result(connection, inspection)
    saved = permits.save(connection, replace(before, state=PERMIT.after(before.state, event)))
    details = {
        "inspection": str(inspection_id),
        "on": str(result.inspected_on),
        "final": result.final,
        "facts": facts,
    }
    remember(connection, acting, permit_id, f"inspection.{'passed' if passed else 'failed'}", details)
    application = application_of(connection, before.city, before.application_id)
    assess_inspection(connection, acting, application, inspection)
    return saved, inspection


def record_review(
    connection: Connection, acting: Acting, permit_id: UUID, version: int, review: Review
) -> Permit:
    """Enter a review that comes round; the next one falls due from this one's due day.

    Where it was made earlier, the next falls due from the day it was made. The law of the day is read that
    the city's code names for reviews.
    """
    before = permit_held(connection, acting, permit_id, version, "review")
    require_since_issue("#/reviewed_on", review.reviewed_on, before, acting.today)
    program = acting.city.program(before.program)
    application = application_of(connection, before.city, before.application_id)
    law_date = review_law_date(acting.city, before, application, review.reviewed_on)
    demanded = [str(each.detail("must")) for each in program.reviews(law_date)]
    if not demanded:
        raise UnknownItem("#/reviewed_on", "a review", ())
    permits.add_review(connection, review)
    saved = permits.save(connection, before)
    facts = facts_of(program, application)
    for must in demanded:
        deadlines.meet(connection, acting.city, program, permit_id, must, review.reviewed_on, facts, law_date)
    details = {"review": str(review.id), "on": str(review.reviewed_on), "in_order": review.in_order}
    remember(connection, acting, permit_id, "review.completed", details)
    return saved


def review_law_date(city: City, permit: Permit, application: Application, reviewed_on: date) -> date:
    """The day whose law says how a review that was made on a day is answered."""
    days = {
        "application.submitted": application.received_on,
        "application.completed": application.completed_on,
        "permit.issued": permit.issued_on,
        "review.completed": reviewed_on,
    }
    return law_date_by(city.law_date_rule("review").event, days) or reviewed_on


def close(connection: Connection, acting: Acting, permit_id: UUID, version: int, reason: str) -> Permit:
    """Close it: the work is done and nothing is left to be watched."""
    before = permit_held(connection, acting, permit_id, version, "close")
    return end(connection, acting, before, "closed", acting.today, reason, ())


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


def require_since_issue(pointer: str, day: date, permit: Permit, latest: date) -> None:
    """Raises ImpossibleDate for a day before the permit was issued, or after the latest."""
    if day > latest:
        raise ImpossibleDate(pointer, f"it cannot be later than {latest}")
    if day < permit.issued_on:
        raise ImpossibleDate(pointer, f"the permit was issued on {permit.issued_on}")
