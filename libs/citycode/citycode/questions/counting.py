"""Caps and ladders: what is counted against the law."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.caps import CapRule, capped
from citycode.elements.ladders import LadderRule
from citycode.elements.periods import PeriodRule
from citycode.elements.reckoning import set_amounts
from citycode.elements.steps import climbed
from citycode.facts import Facts
from citycode.happenings import Happening, Holding
from citycode.questions.ground import asked, missing_facts, require_event
from citycode.questions.money import examples_among
from citycode.results.caps import CapsOutcome, CapsResult
from citycode.results.ladders import LaddersResult

if TYPE_CHECKING:
    from citycode.program import Program


def caps(
    program: Program, wanted: Holding, records: Sequence[Holding], on: date, facts: Facts | None
) -> CapsResult:
    edition, question = asked(program, facts, on)
    found = tuple(
        cap for rule in edition.all(CapRule) if (cap := capped(rule, wanted, records, question)) is not None
    )
    outcome: CapsOutcome = "allowed"
    if any(each.allowed is False for each in found):
        outcome = "not_allowed"
    elif any(each.allowed is None for each in found):
        outcome = "needs_information"
    missing = missing_facts(program, (name for each in found for name in each.missing))
    return CapsResult(program.city, program.id, outcome, found, missing, on)


def ladders(
    program: Program,
    history: Sequence[Happening],
    read_on: date,
    facts: Facts | None,
    law_on: date | None,
) -> LaddersResult:
    for each in history:
        require_event(program, each.event)
    law_day = law_on or read_on
    edition, question = asked(program, facts, law_day)
    periods = {each.name: each for each in edition.all(PeriodRule)}
    found = tuple(
        ladder
        for rule in edition.all(LadderRule)
        for ladder in climbed(rule, history, read_on, question, program.calendar, periods)
    )
    names = [
        name
        for ladder in found
        for event in ladder.events
        for name in (*event.missing, *(each for step in event.steps for each in step.missing))
    ]
    charged = {
        name
        for ladder in found
        for event in ladder.events
        for step in event.steps
        for name in re.findall(r"fees\.[a-z0-9_]+", step.fee or "")
    }
    examples = examples_among(set_amounts(charged, program.money, law_day, {}))
    missing = missing_facts(program, names)
    return LaddersResult(program.city, program.id, read_on, found, examples, missing, law_day)
