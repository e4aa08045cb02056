"""May it be allowed, and is it needed at all?"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.checking import CheckedElements, checked, needed
from citycode.elements.requirement import Need
from citycode.facts import Facts
from citycode.questions.errors import UnknownElement
from citycode.questions.ground import asked, missing_facts
from citycode.questions.statements import submittals
from citycode.results.checks import CheckResult
from citycode.results.requirements import ProgramRequirement

if TYPE_CHECKING:
    from citycode.program import Program


def check(
    program: Program, facts: Facts, on: date, judgments: Mapping[str, bool], rules: Collection[str] = ()
) -> CheckResult:
    """Every element put to the facts, or only those of `rules`. Raises UnknownElement."""
    edition, question = asked(program, facts, on)
    found = checked(_only(edition.checked, rules), question, judgments, in_part=bool(rules))
    return CheckResult(
        city=program.city,
        program=program.id,
        outcome=found.outcome,
        requirement=found.need.requirement if program.grants else "not_needed",
        track=found.choice.track,
        fails=found.fails,
        findings=found.findings,
        missing_facts=missing_facts(program, found.missing),
        law_date=on,
        code_version=program.source.code_version,
        pack_hash=program.source.pack_hash,
        engine_version=program.source.engine_version,
    )


def _only(elements: CheckedElements, rules: Collection[str]) -> CheckedElements:
    """The elements of these rules, or with one element's id; all where none is named."""
    if not rules:
        return elements
    for rule in rules:
        if all(rule not in (each.cited.id, each.cited.rule) for each in elements.in_order):
            raise UnknownElement(rule, dict.fromkeys(each.cited.rule for each in elements.in_order))
    wanted = (each for each in elements.in_order if each.cited.id in rules or each.cited.rule in rules)
    return replace(elements, in_order=tuple(wanted))


def requirement(program: Program, facts: Facts, on: date) -> ProgramRequirement:
    edition, question = asked(program, facts, on)
    necessity, choice, _ = needed(edition.checked, question)
    if not program.grants:
        necessity = Need("not_needed", ())
    asks = necessity.requirement in ("required", "cannot_be_told")
    return ProgramRequirement(
        city=program.city,
        program=program.id,
        title=program.title,
        requirement=necessity.requirement,
        track=choice.track,
        findings=necessity.findings,
        missing_facts=missing_facts(program, necessity.missing),
        submittals=submittals(program, on, facts) if asks else (),
        law_date=on,
    )
