"""Terms, periods and holds: what lives, runs or is barred on a day."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.holds import HoldRule, held
from citycode.elements.periods import PeriodRule, run_of
from citycode.elements.terms import TermRule, term_of
from citycode.facts import Facts
from citycode.happenings import Happening
from citycode.questions.ground import asked, missing_facts, require_event
from citycode.results.holds import HoldsResult
from citycode.results.periods import PeriodsResult
from citycode.results.terms import TermsResult

if TYPE_CHECKING:
    from citycode.program import Program


def terms(
    program: Program,
    event: str,
    on: date,
    facts: Facts | None,
    happened: Sequence[Happening],
    read_on: date | None,
    law_on: date | None,
) -> TermsResult:
    require_event(program, event)
    law_day, read = law_on or on, read_on or on
    edition, question = asked(program, facts, law_day)
    found = tuple(
        term
        for rule in edition.all(TermRule)
        if (not rule.starts or event in rule.starts)
        and (term := term_of(rule, event, on, happened, read, question, program.calendar)) is not None
    )
    missing = missing_facts(program, (name for each in found for name in each.missing))
    return TermsResult(program.city, program.id, event, on, read, found, missing, law_day)


def holds(
    program: Program, happened: Sequence[Happening], read_on: date, facts: Facts | None, law_on: date | None
) -> HoldsResult:
    for each in happened:
        require_event(program, each.event)
    law_day = law_on or read_on
    edition, question = asked(program, facts, law_day)
    found = tuple(
        hold
        for rule in edition.all(HoldRule)
        if (hold := held(rule, happened, read_on, question, program.calendar)) is not None
    )
    missing = missing_facts(program, (name for each in found for name in each.missing))
    return HoldsResult(program.city, program.id, read_on, found, missing, law_day)


def periods(
    program: Program, day: date, happened: Sequence[Happening], read_on: date | None, law_on: date | None
) -> PeriodsResult:
    for each in happened:
        require_event(program, each.event)
    law_day, read = law_on or day, read_on or day
    found = tuple(
        run_of(rule, day, happened, read, program.calendar, law_day)
        for rule in program.edition(law_day).all(PeriodRule)
    )
    return PeriodsResult(program.city, program.id, day, read, found, law_day)
