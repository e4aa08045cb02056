"""What the named quantities and computed definitions of a program come to."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.measures import Measure, measured
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked, missing_facts
from citycode.results.measures import MeasuresResult

if TYPE_CHECKING:
    from citycode.program import Program


def measures(program: Program, facts: Facts, on: date, rules: Collection[str] = ()) -> MeasuresResult:
    """Those of `rules` (or with one element's id), all where none is named. Raises UnknownElement."""
    edition, question = asked(program, facts, on)
    every = edition.all(Measure)
    wanted = [each for each in every if not rules or named(each, rules)]
    for rule in rules:
        if not any(named(each, (rule,)) for each in wanted):
            raise UnknownElement(rule, dict.fromkeys(each.cited.rule for each in every))
    found = tuple(measured(each, question) for each in wanted)
    names = (name for each in found for name in each.missing)
    return MeasuresResult(program.city, program.id, found, missing_facts(program, names), on)


def named(measure: Measure, rules: Collection[str]) -> bool:
    """By its own id, or by the rule it carries out."""
    return measure.cited.id in rules or measure.cited.rule in rules
