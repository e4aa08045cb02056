"""The decision on an application, with what its body found and granted, and the caps as they stand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.applications import law_date_of
from casework.desk import deciding
from casework.desk.acting import Acting
from casework.desk.deciding import Decided, Deciding, Weighed
from casework.desk.gates import UnknownItem
from casework.desk.reviewing import judged
from citycode.facts import Facts
from citycode.program import Program
from citycode.results.checks import CheckResult
from sqlalchemy import Connection

from licensing.domain.application import Application
from licensing.usecases.count_caps import cap_gates, caps_on
from licensing.usecases.docket import DOCKET
from licensing.usecases.records import held
from licensing.usecases.told import known_of


@dataclass(frozen=True, slots=True)
class Found:
    """How the deciding body answered a question that the law puts to it."""

    answer: bool
    reason: str


@dataclass(frozen=True, slots=True)
class Granted:
    """What its body found and granted: `findings` by judgment, `remedies` (words of the law) by finding."""

    findings: Mapping[str, Found] = field(default_factory=dict)
    remedies: Mapping[str, str] = field(default_factory=dict)


def decide(
    connection: Connection,
    acting: Acting,
    application_id: UUID,
    version: int,
    made: Deciding,
    granted: Granted,
    decision_id: UUID,
) -> Decided[Application]:
    """Record the decision on the facts as they are now.

    Raises GatesUnmet with all that is missing, UnknownItem for a finding or remedy the law does not ask,
    ImpossibleDate, and as `held`.
    """
    found = held(connection, acting, application_id, version, made.outcome)
    weighed = _weighed(connection, acting, found, made, granted)
    return deciding.decide(connection, acting, DOCKET, weighed, made, decision_id)


def _weighed(
    connection: Connection, acting: Acting, application: Application, made: Deciding, granted: Granted
) -> Weighed[Application]:
    program, law_date = acting.city.program(application.program), law_date_of(application, acting.today)
    facts = known_of(connection, acting, program, application)
    rule = program.decision("approve", law_date, facts)
    judgments = _with_findings(acting, program, application, facts, law_date, rule.office, granted)
    answers = {name: bool(each["answer"]) for name, each in judgments.items()}
    check = program.check(facts, law_date, answers)
    remedies = _remedies(rule.office, check, granted, made.decided_on)
    unmet = tuple(each for each in check.findings if each.outcome == "not_met" and each.id not in remedies)
    caps = caps_on(connection, acting, program, application, facts, law_date)
    reached = tuple(cap_gates(caps))
    kept = remedies if made.outcome == "approve" else {}
    return Weighed(
        application=replace(application, judgments=judgments, remedies=kept),
        rule=rule,
        facts=facts,
        law_date=law_date,
        check=check,
        unmet=unmet,
        remedies=remedies,
        against=reached,
        barred=bool(unmet or reached),
        beside={"caps": [each.to_json() for each in caps.caps]},
    )


def _with_findings(
    acting: Acting,
    program: Program,
    application: Application,
    facts: Facts,
    law_date: date,
    body: str,
    granted: Granted,
) -> dict[str, Any]:
    asked = {each.id for each in program.judgments(law_date, facts) if each.office == body}
    for name in granted.findings:
        if name not in asked:
            raise UnknownItem(f"#/findings/{name}", name, tuple(sorted(asked)))
    found = {name: judged(each.answer, each.reason, body, acting) for name, each in granted.findings.items()}
    return {**application.judgments, **found}


def _remedies(body: str, check: CheckResult, granted: Granted, decided_on: date) -> dict[str, Any]:
    """What the body grants for standards that are not met, by the very word their law names."""
    failing = {each.id: each for each in check.findings if each.outcome == "not_met" and each.remedy}
    mended: dict[str, Any] = {}
    for name, remedy in granted.remedies.items():
        if name not in failing:
            raise UnknownItem(f"#/remedies/{name}", name, tuple(failing))
        if failing[name].remedy != remedy:
            raise UnknownItem(f"#/remedies/{name}", remedy, (str(failing[name].remedy),))
        mended[name] = {
            "remedy": remedy,
            "rule": failing[name].rule,
            "body": body,
            "granted_on": decided_on.isoformat(),
        }
    return mended
