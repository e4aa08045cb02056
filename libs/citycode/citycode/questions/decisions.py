"""Who decides, and whether a vote carried."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.asking import holds
from citycode.elements.decisions import Decision, checked
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked
from citycode.results.decisions import DecisionCheck, Votes

if TYPE_CHECKING:
    from citycode.program import Program


def decision_kinds(program: Program, on: date) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.rule.kind for each in program.edition(on).all(Decision)))


def decision(program: Program, kind: str, on: date, facts: Facts | None) -> Decision:
    """With its rule dated. Raises UnknownElement."""
    edition, question = asked(program, facts, on)
    of_kind = [each for each in edition.all(Decision) if each.rule.kind == kind]
    for each in of_kind:
        if holds(each.when, question) is True:
            return replace(each, rule=replace(each.rule, law_date=on))
    others = [name for name in decision_kinds(program, on) if name != kind]
    why = f"No decision of the kind {kind!r} is provided for by the facts stated" if of_kind else None
    raise UnknownElement(kind, others, why)


def decision_check(program: Program, kind: str, votes: Votes, on: date, facts: Facts | None) -> DecisionCheck:
    found = decision(program, kind, on, facts)
    return checked(found, found.rule, votes, on)
