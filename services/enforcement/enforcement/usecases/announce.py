"""The events enforcement sends. None carries a person, and none says who complained."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import Any

from casework.assessments import AssessmentLine, Roll
from casework.desk.acting import Acting
from casework.holds import Hold
from casework.obligations import Obligation
from servicekit.events import CloudEvent
from servicekit.outbox import emit
from sqlalchemy import Connection

from enforcement.domain.case import Case

SOURCE = "urn:citycode:enforcement"


def announce(
    connection: Connection,
    acting: Acting,
    type_: str,
    case: Case,
    effective_on: date,
    rules: Iterable[str] = (),
) -> None:
    """Say what happened to a case."""
    data: dict[str, Any] = {
        "city": case.city,
        "case_id": str(case.id),
        "case_number": case.number,
        "program": case.program,
        "pin": case.pin,
        "state": case.state,
        "effective_on": effective_on.isoformat(),
        "rules": list(rules),
    }
    _emit(connection, acting, type_, f"cases/{case.id}", data)


def announce_hold(connection: Connection, acting: Acting, type_: str, case: Case, hold: Hold) -> None:
    """Say what a case bars, or bars no longer. Why is told where the case is, and to nobody else."""
    data: dict[str, Any] = {
        "city": case.city,
        "hold_id": str(hold.id),
        "case_id": str(case.id),
        "case_number": case.number,
        "subject_kind": hold.subject.kind,
        "subject": hold.subject.id,
        "blocks": list(hold.blocks),
        "rule": hold.rule,
        "cite": hold.cite,
        "placed_on": hold.placed_on.isoformat(),
        "released_on": None if hold.released_on is None else hold.released_on.isoformat(),
    }
    _emit(connection, acting, type_, f"cases/{case.id}", data)


def announce_line(
    connection: Connection, acting: Acting, type_: str, roll: Roll, line: AssessmentLine, case: Case
) -> None:
    """Say what became of an assessment line."""
    data: dict[str, Any] = {
        "city": line.city,
        "roll_id": str(roll.id),
        "roll_number": roll.number,
        "line_id": str(line.id),
        "case_id": str(case.id),
        "case_number": case.number,
        "pin": line.pin,
        "amount_usd": f"{line.amount_usd:.2f}",
        "lane": roll.lane,
        "statute": roll.statute,
        "state": line.state,
        "effective_on": acting.today.isoformat(),
        "rules": list(line.rules),
    }
    _emit(connection, acting, type_, f"assessment-lines/{line.id}", data)


def announce_lapse(connection: Connection, acting: Acting, missed: Obligation) -> None:
    """Say that what had to be done about a case was not done by its day."""
    data: dict[str, Any] = {
        "city": missed.city,
        "record_id": str(missed.record_id),
        "record": "case",
        "rule": missed.rule,
        "cite": missed.cite,
        "must": missed.must,
        "who": missed.who,
        "due_on": None if missed.due_on is None else missed.due_on.isoformat(),
    }
    _emit(connection, acting, "obligation.lapsed", f"cases/{missed.record_id}", data)


def _emit(connection: Connection, acting: Acting, type_: str, subject: str, data: dict[str, Any]) -> None:
    event = CloudEvent(type=type_, source=SOURCE, subject=subject, time=acting.now, data=data)
    emit(connection, event)
