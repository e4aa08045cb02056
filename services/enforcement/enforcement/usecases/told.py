"""Facts that the case itself tells, whatever was stated: its days, hearings and costs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from casework.storage import hearings, violations
from casework.violations import Violation
from citycode.facts import Facts, parse_facts
from citycode.program import Program
from sqlalchemy import Connection

from enforcement.domain.case import Case
from enforcement.storage import costs

FIRST_DAY, LAST_DAY = "violation_first_on", "violation_last_on"
NOTICE_DAY, CORRECTION_DAY = "violation_notice_on", "correction_ordered_by"
HEARING_DAY, ORDER_DAY = "abatement_hearing_on", "abatement_ordered_on"
"""Names that packs give to what enforcement answers by itself."""

TOLD = frozenset({FIRST_DAY, LAST_DAY, NOTICE_DAY, CORRECTION_DAY, HEARING_DAY, ORDER_DAY})
SOURCE = "case"


def cost_facts(program: Program) -> tuple[str, ...]:
    """The facts of a program that are dollars: what the city may have spent."""
    return tuple(name for name, spec in program.facts.items() if spec.unit == "usd")


def known_of(
    connection: Connection, program: Program, case: Case, today: date, **over: Mapping[str, Any]
) -> Facts:
    """What was recorded of a case, with what the case itself tells laid over it.

    `stated` in `over` are facts recorded just now, not yet on the case. Raises FactErrors.
    """
    stated = {**case.facts, **over.get("stated", {})}
    told = {
        name: value
        for name, value in _told(connection, program, case, today).items()
        if name in program.facts and value is not None
    }
    kept = {name: value for name, value in stated.items() if name not in TOLD}
    sources = dict.fromkeys(kept, "inspection") | dict.fromkeys(told, SOURCE)
    return parse_facts(program.facts, kept | told, sources)


def span_of(found: Iterable[Violation], today: date) -> tuple[date, date] | None:
    """First and last day on which any violation stood; the day of correction no longer counts."""
    standing = [each for each in found if each.withdrawn_on is None]
    if not standing:
        return None
    first = min(each.observed_on for each in standing)
    lasts = [
        today if each.corrected_on is None else max(each.corrected_on - timedelta(days=1), each.observed_on)
        for each in standing
    ]
    return first, max(lasts)


def _told(connection: Connection, program: Program, case: Case, today: date) -> dict[str, Any]:
    span = span_of(violations.of_record(connection, case.city, case.id), today)
    held = [each.held_on for each in hearings.of_record(connection, case.city, case.id) if each.held_on]
    spent = {
        name: str(usd)
        for name, usd in costs.sums_of(connection, case.city, case.id).items()
        if name in cost_facts(program)
    }
    return {
        FIRST_DAY: _day(span[0] if span else None),
        LAST_DAY: _day(span[1] if span else None),
        NOTICE_DAY: _day(case.notice_dated_on),
        CORRECTION_DAY: _day(case.comply_by),
        HEARING_DAY: _day(max(held, default=None)),
        ORDER_DAY: _day(case.ordered_on),
        **spent,
    }


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()
