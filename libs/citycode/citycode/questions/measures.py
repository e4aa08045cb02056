"""What the named quantities and computed definitions of a program come to."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.measures import Measure, measured
from citycode.facts import Facts
from citycode.questions.ground import asked, missing_facts
from citycode.results.measures import MeasuresResult

if TYPE_CHECKING:
    from citycode.program import Program


def measures(program: Program, facts: Facts, on: date) -> MeasuresResult:
    edition, question = asked(program, facts, on)
    found = tuple(measured(each, question) for each in edition.all(Measure))
    names = (name for each in found for name in each.missing)
    return MeasuresResult(program.city, program.id, found, missing_facts(program, names), on)
