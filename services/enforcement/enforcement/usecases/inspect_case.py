"""An inspection: facts recorded, the law asked, violations found by the rules not met, or seen to be gone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.decision_receipt import Rested, receipt
from casework.desk.acting import Acting
from casework.desk.gates import UnknownItem, require_past
from casework.desk.memory import actor_of, remember
from casework.storage import obligations, orders, violations
from casework.violations import Violation
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from servicekit.identifiers import uuid7
from sqlalchemy import Connection

from enforcement.domain.case import CORRECT, CORRECTED, Case
from enforcement.domain.inspection import Inspection
from enforcement.storage import cases, inspections
from enforcement.usecases.open_case import closed
from enforcement.usecases.records import held
from enforcement.usecases.told import TOLD, cost_facts, known_of

QUESTION = "violation"
"""The kind of question under which a city declares what fixes the law date."""
KIND = "inspection"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to a question the law leaves to an office."""

    answer: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Inspecting:
    """What was seen on a day."""

    inspected_on: date
    facts: Mapping[str, Any]
    judgments: Mapping[str, Answered]
    notes: str
    place: str


def inspect(
    connection: Connection,
    acting: Acting,
    case_id: UUID,
    version: int,
    seen: Inspecting,
    inspection_id: UUID,
) -> tuple[Case, Inspection]:
    """Record what was seen; the law of the day says which rules are not met.

    A rule not met opens a violation, a rule now met ends it. When none is left of a case whose owner was
    told, the case is closed. Raises ImpossibleDate, UnknownItem, FactErrors, Forbidden, and as `held`.
    """
    before = held(connection, acting, case_id, version, "inspect")
    made = inspections.of_case(connection, before.city, before.id)
    since = max((each.inspected_on for each in made), default=None)
    require_past("#/inspected_on", seen.inspected_on, acting.today, since)
    program = acting.city.program(before.program)
    stateable = tuple(name for name in program.facts if name not in TOLD and name not in cost_facts(program))
    for name in seen.facts:
        if name in program.facts and name not in stateable:
            raise UnknownItem(f"#/facts/{name}", name, stateable)
    law_date = _law_date(acting, before, seen.inspected_on)
    facts = known_of(connection, program, before, acting.today, stated=seen.facts)
    judgments = {**before.judgments, **_answers(acting, program, facts, law_date, seen)}
    answers = {name: bool(each["answer"]) for name, each in judgments.items()}
    check = program.check(facts, law_date, answers)
    inspection = _recorded(connection, acting, program, before, seen, inspection_id, facts, check, answers)
    fresh = _violations(connection, acting, before, inspection, check, seen.place)
    left = [each for each in violations.of_record(connection, before.city, before.id) if each.open]
    kept = {name: value for name, value in facts.stated.items() if name in stateable}
    after = replace(
        before,
        facts=kept,
        judgments=judgments,
        law_date=law_date,
        observed_on=before.observed_on or (seen.inspected_on if fresh else None),
    )
    details = {
        "inspection": str(inspection_id),
        "inspected_on": str(seen.inspected_on),
        "fails": list(check.fails),
        "left": len(left),
        "receipt_sha256": inspection.receipt_sha256,
    }
    remember(connection, acting, before.id, "inspection.recorded", details, check.fails)
    if left or before.noticed_on is None or before.abated_on is not None:
        return cases.save(connection, after), inspection
    return _corrected(connection, acting, after, seen.inspected_on), inspection


def _recorded(
    connection: Connection,
    acting: Acting,
    program: Program,
    case: Case,
    seen: Inspecting,
    inspection_id: UUID,
    facts: Facts,
    check: CheckResult,
    answers: Mapping[str, bool],
) -> Inspection:
    rested = Rested(
        kind=KIND,
        law_date=check.law_date,
        facts=facts,
        check=check,
        judgments=answers,
        beside={"case": str(case.id), "inspected_on": seen.inspected_on.isoformat()},
    )
    proof = receipt(program, rested)
    inspection = Inspection(
        id=inspection_id,
        city=case.city,
        case_id=case.id,
        inspected_on=seen.inspected_on,
        office=acting.any_office() or "",
        notes=seen.notes,
        facts={name: facts.stated[name] for name in seen.facts if name in facts.stated},
        judgments={
            name: {"answer": each.answer, "reason": each.reason} for name, each in seen.judgments.items()
        },
        outcome=check.outcome,
        fails=check.fails,
        missing=tuple(each.label for each in check.missing_facts),
        law_date=check.law_date,
        receipt=proof.canonical,
        receipt_sha256=proof.sha256,
    )
    inspections.record(connection, inspection)
    return inspection


def _violations(
    connection: Connection,
    acting: Acting,
    case: Case,
    inspection: Inspection,
    check: CheckResult,
    place: str,
) -> bool:
    """Open and end violations by what the check found; whether any is open that was not."""
    standing = {each.rule: each for each in violations.of_record(connection, case.city, case.id) if each.open}
    actor = actor_of(connection, acting, case.id)
    fresh = False
    for finding in check.findings:
        if finding.outcome == "not_met" and finding.rule not in standing:
            found = Violation(
                id=uuid7(),
                city=case.city,
                record_id=case.id,
                rule=finding.rule,
                cite=finding.cite,
                description=finding.sentence,
                observed_on=inspection.inspected_on,
                observed_by=actor,
                inspection_id=inspection.id,
                pin=case.pin,
                place=place,
            )
            violations.record(connection, found)
            standing[finding.rule] = found
            fresh = True
    untold = {each.rule for each in check.findings if each.outcome in ("needs_information", "needs_judgment")}
    for rule, violation in standing.items():
        if rule not in check.fails and rule not in untold:
            violations.correct(connection, case.city, violation.id, inspection.inspected_on, actor)
    return fresh


def _corrected(connection: Connection, acting: Acting, case: Case, on: date) -> Case:
    obligations.fulfill(connection, case.city, case.id, CORRECT, on)
    for each in orders.of_record(connection, case.city, case.id):
        if each.in_force():
            orders.change(connection, replace(each, state="complied", complied_on=on))
    remember(connection, acting, case.id, CORRECTED, {"corrected_on": str(on)})
    return closed(connection, acting, case, "find_corrected", "Everything that was found is corrected.")


def _answers(
    acting: Acting, program: Program, facts: Facts, law_date: date, seen: Inspecting
) -> dict[str, dict[str, Any]]:
    asked = {each.id: each for each in program.judgments(law_date, facts)}
    kept = {}
    for name, given in seen.judgments.items():
        if name not in asked:
            raise UnknownItem(f"#/judgments/{name}", name, tuple(asked))
        kept[name] = {
            "answer": given.answer,
            "reason": given.reason,
            "office": acting.office_for(asked[name].office or ""),
            "on": acting.today.isoformat(),
        }
    return kept


def _law_date(acting: Acting, case: Case, inspected_on: date) -> date:
    observed = case.observed_on or inspected_on
    days = {"violation.observed": observed, "case.opened": case.opened_on}
    return days.get(acting.city.law_date_rule(QUESTION).event, observed)
