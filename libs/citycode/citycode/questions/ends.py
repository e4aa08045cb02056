"""What an event does to a permit."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from citycode.elements.ends import End, Transfer, ended
from citycode.facts import Facts
from citycode.questions.ground import asked, missing_facts, require_event
from citycode.results.ends import EndsResult

if TYPE_CHECKING:
    from citycode.program import Program


def ends(program: Program, event: str, facts: Facts | None, on: date, law_on: date | None) -> EndsResult:
    require_event(program, event)
    law_day = law_on or on
    edition, question = asked(program, facts, law_day)
    found = ended(edition.all(End), edition.all(Transfer), event, question)
    return EndsResult(
        city=program.city,
        program=program.id,
        event=event,
        on=on,
        transfers=found.transfers,
        options=found.options,
        requests=found.requests,
        transitions=found.transitions,
        findings=found.findings,
        missing_facts=missing_facts(program, (name for each in found.findings for name in each.missing)),
        law_date=law_day,
    )
