"""The dates that follow from an event."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING

from citycode.elements.clocks import ClockRule, run
from citycode.facts import Facts
from citycode.questions.ground import asked, missing_facts, require_event
from citycode.results.clocks import ClocksResult

if TYPE_CHECKING:
    from citycode.program import Program


def clocks(
    program: Program, event: str, on: date | datetime, facts: Facts | None, law_on: date | None
) -> ClocksResult:
    require_event(program, event)
    day = program.calendar.civil_date(on) if isinstance(on, datetime) else on
    law_day = law_on or day
    edition, question = asked(program, facts, law_day)
    found = tuple(
        clock
        for rule in edition.all(ClockRule)
        if event in rule.starts and (clock := run(rule, event, on, question, program.calendar)) is not None
    )
    missing = missing_facts(program, (name for each in found for name in each.missing))
    return ClocksResult(program.city, program.id, event, day, found, missing, law_day)
