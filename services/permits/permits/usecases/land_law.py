"""What the law makes of a happening on the land, for the project of one application."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from casework.applications import opened_on
from casework.desk.gates import Gate
from casework.land import LandEvent, standing_since
from citycode.city import City
from citycode.facts import parse_facts
from citycode.results.ends import EndsResult
from citycode.results.findings import Finding

from permits.domain.application import Application
from permits.usecases.desk import facts_of, program_of


def ends_by(city: City, application: Application, event: LandEvent, today: date) -> EndsResult:
    """What it would end, with the facts of the application and those told of the happening."""
    program = program_of(city, application)
    own = dict(facts_of(program, application).stated)
    known = {name: value for name, value in event.facts.items() if name in program.facts}
    on = event.happened_on or today
    return program.ends(event.law_event or "", parse_facts(program.facts, {**own, **known}), on, on)


def changed_since(
    city: City, application: Application, known: Iterable[LandEvent], today: date
) -> Iterable[Gate]:
    """A permit that would have ended by now, had it been issued when it was asked for, is not issued."""
    for event in standing_since(known, opened_on(city, application)):
        result = ends_by(city, application, event, today)
        if result.transfers is False:
            says = f"The property changed hands on {event.happened_on}. {telling(result).sentence}"
            yield Gate("sold_since", says, _rules(result))
        elif result.transitions:
            says = f"The property was another from {event.happened_on} on. {telling(result).sentence}"
            yield Gate("land_changed_since", says, _rules(result))
        elif result.missing_facts:
            named = ", ".join(each.label for each in result.missing_facts)
            says = f"What happened to the property on {event.happened_on} cannot be judged without: {named}."
            yield Gate("facts_missing", says, _rules(result))


def telling(result: EndsResult) -> Finding:
    """The finding that says most of it: of a rule on transfers, else of the first that applies."""
    applying = [each for each in result.findings if each.outcome != "not_applicable"] or result.findings
    return next((each for each in applying if each.kind == "transfer"), applying[0])


def _rules(result: EndsResult) -> tuple[str, ...]:
    applying = (each.rule for each in result.findings if each.outcome in ("met", "needs_information"))
    return tuple(dict.fromkeys(applying))
