"""The dates that follow from an event, and how they stand on a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import TYPE_CHECKING

from citycode.elements.clocks import ClockRule, run
from citycode.elements.lengths import civil_day
from citycode.elements.precedence import Precedence, governed_clocks
from citycode.elements.standing import standing_on
from citycode.facts import Facts
from citycode.happenings import Happening
from citycode.questions.ground import asked, missing_facts, require_event
from citycode.results.clocks import ClocksResult

if TYPE_CHECKING:
    from citycode.program import Program


def clocks(
    program: Program,
    event: str,
    on: date | datetime,
    facts: Facts | None,
    law_on: date | None,
    happened: Sequence[Happening],
    read_on: date | None,
) -> ClocksResult:
    for name in (event, *(each.event for each in happened)):
        require_event(program, name)
    day = civil_day(on, program.calendar)
    law_day = law_on or day
    edition, question = asked(program, facts, law_day)
    tables = edition.checked.tables
    found = tuple(
        clock
        for rule in edition.all(ClockRule)
        if event in rule.starts
        and (clock := run(rule, event, on, question, program.calendar, tables)) is not None
    )
    found = governed_clocks(found, edition.all(Precedence))
    if read_on is not None:
        found = tuple(standing_on(each, happened, read_on, program.calendar) for each in found)
    missing = missing_facts(program, (name for each in found for name in each.missing))
    return ClocksResult(program.city, program.id, event, day, found, missing, law_day)


def clock_events(program: Program, on: date) -> frozenset[str]:
    names: set[str] = set()
    for rule in program.edition(on).all(ClockRule):
        names |= rule.starts | {*rule.done_by, *(stop.event for stop in rule.stops)}
        if rule.extension is not None:
            names |= {*rule.extension.granted_by}
    return frozenset(names)
