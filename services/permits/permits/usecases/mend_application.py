"""What staff enter where map or law alone do not let an application pass: surveyed facts, remedies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any
from uuid import UUID

from casework.applications import law_date_of
from casework.desk.acting import Acting
from casework.desk.gates import Gate, UnknownItem, require, require_past
from casework.desk.memory import remember
from casework.storage import personal
from citycode.facts import parse_facts
from sqlalchemy import Connection

from permits.domain.application import APPLICATION, Application
from permits.domain.standing_check import StandingCheck, standing_check
from permits.storage import applications
from permits.usecases.charge_fees import assess
from permits.usecases.desk import facts_of, program_of
from permits.usecases.records import held

SURVEYOR = "surveyor:"
"""How the personal field begins that names who surveyed a fact."""


@dataclass(frozen=True, slots=True)
class Survey:
    """A value of a survey: of which fact, in which document, by whom and when."""

    fact: str
    value: Any
    document: str
    surveyor: str
    surveyed_on: date


@dataclass(frozen=True, slots=True)
class Remedy:
    """What mends an unmet standard: the word of the law, who granted it, when, by which number, and why."""

    finding: str
    remedy: str
    body: str
    granted_on: date
    resolution: str
    findings: tuple[str, ...]
    conditions: tuple[str, ...]


def check_of(acting: Acting, application: Application) -> StandingCheck:
    """What the law says of it today, or as of its law date."""
    program = program_of(acting.city, application)
    facts = facts_of(program, application)
    return standing_check(program, application, facts, law_date_of(application, acting.today))


def enter_survey(
    connection: Connection, acting: Acting, application_id: UUID, version: int, survey: Survey
) -> Application:
    """Let a surveyed value stand in place of what the map tells, or cannot tell; history keeps both.

    Raises UnknownItem for a fact that is not the map's, FactErrors, ImpossibleDate, and as `held`.
    """
    before = held(connection, acting, application_id, version, "enter_survey")
    require_past("#/surveyed_on", survey.surveyed_on, acting.today)
    program = program_of(acting.city, before)
    of_map = tuple(name for name, spec in program.facts.items() if spec.source)
    if survey.fact not in of_map:
        raise UnknownItem("#/fact", survey.fact, of_map)
    value = parse_facts(program.facts, {survey.fact: survey.value}).stated.get(survey.fact)
    if value is None:
        raise UnknownItem("#/value", "nothing", ("a value",))
    kept = {
        "value": value,
        "document": survey.document,
        "surveyed_on": survey.surveyed_on.isoformat(),
        "by": acting.actor,
        "on": acting.today.isoformat(),
    }
    saved = applications.save(
        connection,
        replace(
            before,
            state=APPLICATION.after(before.state, "enter_survey"),
            surveyed={**before.surveyed, survey.fact: kept},
        ),
    )
    named = personal.keep(connection, saved.city, saved.id, {f"{SURVEYOR}{survey.fact}": survey.surveyor})
    details = {
        "fact": survey.fact,
        "value": value,
        "document": survey.document,
        "surveyed_on": survey.surveyed_on.isoformat(),
        "surveyor": named[f"{SURVEYOR}{survey.fact}"],
        "map": before.measured.get(survey.fact),
        "former": _without_persons(before.surveyed.get(survey.fact)),
    }
    remember(connection, acting, saved.id, "fact.surveyed", details)
    assess(connection, acting, saved, f"survey {saved.version}")
    return saved


def record_remedy(
    connection: Connection, acting: Acting, application_id: UUID, version: int, remedy: Remedy
) -> Application:
    """Enter what was granted for a standard that is not met, by the remedy its law names.

    Raises UnknownItem for an unknown finding or office, GatesUnmet where the standard is met or names another
    remedy, ImpossibleDate, and as `held`.
    """
    before = held(connection, acting, application_id, version, "record_remedy")
    require_past("#/granted_on", remedy.granted_on, acting.today)
    findings = {each.id: each for each in check_of(acting, before).findings}
    if remedy.finding not in findings:
        raise UnknownItem("#/finding", remedy.finding, tuple(findings))
    if acting.city.office(remedy.body, remedy.granted_on) is None:
        known = tuple(each.id for each in acting.city.offices if each.exists_on(remedy.granted_on))
        raise UnknownItem("#/body", remedy.body, known)
    finding = findings[remedy.finding]
    if finding.outcome != "not_met":
        require(
            [Gate("remedy_not_needed", f"Nothing is to be remedied: {finding.sentence}", (finding.rule,))]
        )
    if finding.remedy != remedy.remedy:
        named = "none" if finding.remedy is None else finding.remedy.replace("_", " ")
        says = f"The law names {named} as remedy, not {remedy.remedy.replace('_', ' ')}: {finding.sentence}"
        require([Gate("remedy_not_offered", says, (finding.rule,))])
    kept = {
        "remedy": remedy.remedy,
        "rule": finding.rule,
        "body": remedy.body,
        "granted_on": remedy.granted_on.isoformat(),
        "resolution": remedy.resolution,
        "findings": list(remedy.findings),
        "conditions": list(remedy.conditions),
    }
    saved = applications.save(
        connection,
        replace(
            before,
            state=APPLICATION.after(before.state, "record_remedy"),
            remedies={**before.remedies, remedy.finding: kept},
        ),
    )
    details = {"finding": remedy.finding, **kept}
    remember(connection, acting, saved.id, "remedy.recorded", details, (finding.rule,))
    return saved


def _without_persons(kept: Mapping[str, Any] | None) -> dict[str, Any] | None:
    return None if kept is None else {name: value for name, value in kept.items() if name != "by"}
