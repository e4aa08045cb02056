"""What every question begins with: the edition of the day, the facts put to it, missing facts named."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.asking import Asked
from citycode.elements.checking import ask
from citycode.elements.clocks import ClockRule
from citycode.elements.edition import Edition
from citycode.elements.on_time import with_clocks
from citycode.elements.periods import PeriodRule, on_that_day
from citycode.facts import NO_FACTS, Facts, fact_named
from citycode.language import fact_label
from citycode.questions.errors import UnknownEvent
from citycode.results.findings import MissingFact

if TYPE_CHECKING:
    from citycode.program import Program


def asked(program: Program, facts: Facts | None, on: date) -> tuple[Edition, Asked]:
    """The law of the day and the facts put to it, beside the amounts of the city's schedule and the periods
    the day lies in; cells of its tables looked up, clocks that the facts tell of answered.
    """
    edition = program.edition(on)
    periods = on_that_day(edition.all(PeriodRule), on, program.calendar)
    bindings = {**program.money.bindings(on), **periods, **(facts or NO_FACTS).bindings}
    tables = edition.checked.tables
    question = ask(bindings, program.labels, on, tables)
    return edition, with_clocks(question, edition.all(ClockRule), program.calendar, tables)


def missing_facts(program: Program, names: Iterable[str]) -> tuple[MissingFact, ...]:
    """Each once, with label, unit and the question a form asks."""
    return tuple(_missing_fact(program, name) for name in dict.fromkeys(names))


def _missing_fact(program: Program, name: str) -> MissingFact:
    spec = fact_named(program.facts, name)
    label = fact_label(name, program.labels)
    if spec is None:
        return MissingFact(name, label, None, None, None)
    return MissingFact(name, label, spec.unit, spec.source, spec.question)


def require_event(program: Program, event: str) -> None:
    """Raises UnknownEvent."""
    if event not in program.events:
        raise UnknownEvent(event, program.events)
