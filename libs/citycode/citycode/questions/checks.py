"""May it be allowed, and is it needed at all?"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.checking import checked, needed
from citycode.elements.requirement import Need
from citycode.facts import Facts
from citycode.questions.ground import asked, missing_facts
from citycode.questions.statements import submittals
from citycode.results.checks import CheckResult
from citycode.results.requirements import ProgramRequirement

if TYPE_CHECKING:
    from citycode.program import Program


def check(program: Program, facts: Facts, on: date, judgments: Mapping[str, bool]) -> CheckResult:
    edition, question = asked(program, facts, on)
    found = checked(edition.checked, question, judgments)
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
